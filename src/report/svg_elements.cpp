#include "src/report/svg_elements.hpp"

#include <fmt/format.h>

#include "src/report/xml_text.hpp"

namespace keycost {

void SvgElements::text(double x, double y, std::string_view words, std::string_view style,
                       TextAnchor anchor) {
  constexpr std::string_view anchors[] = {"", R"( text-anchor="middle")", R"( text-anchor="end")"};
  written_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\"{}>{}</text>\n", x, y, style,
                          anchors[static_cast<std::size_t>(anchor)], escaped_xml(words));
}

void SvgElements::bar(double x, double y, double width, double height, std::string_view style,
                      std::string_view meaning) {
  written_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "class=\"{}\"><title>{}</title></rect>\n",
      x, y, width, height, style, escaped_xml(meaning));
}

void SvgElements::rectangle(double x, double y, double width, double height, std::string_view style) {
  written_ +=
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>\n", x, y,
                  width, height, style);
}

void SvgElements::hatching(double x, double y, double width, double height, std::string_view pattern) {
  written_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"url(#{})\" "
      "pointer-events=\"none\"/>\n",
      x, y, width, height, pattern);
}

void SvgElements::line(double x1, double y1, double x2, double y2, std::string_view style) {
  written_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n",
                          x1, y1, x2, y2, style);
}

}  // namespace keycost
