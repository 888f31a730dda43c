// The figure of one run as an SVG element: bars of the log by step and table, parted into records and
// full-page images, and beside them how full each index is.
#pragma once

#include <string>
#include <string_view>

#include "src/report/report.hpp"

namespace keycost {

struct SvgFigure {
  std::string element;
  int width_px = 0;
  int height_px = 0;
};

/// Every id within begins with `id`, so that several figures can stand in one document; `top_px` is where it
/// begins in a surrounding SVG. Needs nothing from outside: no font, no script, no other file. The document
/// must hold svg_figure_style() too.
SvgFigure svg_figure(const ScenarioReport& report, std::string_view id, int top_px = 0);

/// Style sheet of every figure in a document, once: colours for paper, for dark screens and for print.
std::string_view svg_figure_style();

}  // namespace keycost
