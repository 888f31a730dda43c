// Figures of runs as one SVG document: below each other where there are several.
#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/svg_figure.hpp"

namespace keycost {

std::string write_svg_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string figures;
  int width = 0;
  int height = 0;
  for (std::size_t position = 0; position < reports.size(); ++position) {
    const SvgFigure figure = svg_figure(reports[position], fmt::format("figure-{}", position + 1), height);
    figures += figure.element;
    width = figure.width_px;
    height += figure.height_px;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"group\" "
      "aria-label=\"{2}\">\n<style>\n{3}</style>\n{4}</svg>\n",
      width, height, counted(reports.size(), "figure"), svg_figure_style(), figures);
}

}  // namespace keycost
