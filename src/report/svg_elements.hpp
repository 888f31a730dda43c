// The few elements that a figure is drawn with, as text. Lengths are in pixels, written with one digit behind
// the point, so that the same figure has the same bytes everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace keycost {

enum class TextAnchor { start, middle, end };

class SvgElements {
 public:
  /// `y` is the baseline. `style` is a class of the figure's style sheet.
  void text(double x, double y, std::string_view words, std::string_view style,
            TextAnchor anchor = TextAnchor::start);
  /// `meaning` is shown where a pointer rests on it, and read aloud.
  void bar(double x, double y, double width, double height, std::string_view style, std::string_view meaning);
  void rectangle(double x, double y, double width, double height, std::string_view style);
  /// Drawn over a bar, with the pattern of that id.
  void hatching(double x, double y, double width, double height, std::string_view pattern);
  void line(double x1, double y1, double x2, double y2, std::string_view style);

  const std::string& written() const { return written_; }

 private:
  std::string written_;
};

}  // namespace keycost
