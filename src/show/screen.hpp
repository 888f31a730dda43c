// Text for a terminal of a given width: lines that never get longer, in characters that it can show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/report/colour.hpp"
#include "src/report/report.hpp"

namespace keycost {

class Screen {
 public:
  static constexpr std::size_t width_min = 40;
  static constexpr std::size_t width_max = 200;
  static constexpr std::size_t width_unless_told = 80;

  /// A width of 0 in `style` is 80 columns.
  explicit Screen(const ReportStyle& style);

  std::size_t width() const { return width_; }
  bool ascii() const { return ascii_; }

  /// One line, cut with a mark if it is too long.
  Screen& line(std::string_view text);
  /// The same in bold, with an empty line before it unless it is the first.
  Screen& heading(std::string_view text);
  /// A paragraph, broken at spaces.
  Screen& words(std::string_view text, std::size_t indent = 0);
  Screen& blank();
  /// Cells that fit as they are, with or without colour in them.
  Screen& raw(std::string_view text);

  /// `utf8` or its replacement.
  std::string_view mark(std::string_view utf8, std::string_view ascii) const { return ascii_ ? ascii : utf8; }
  std::string coloured(const std::string& text, Colour colour) const {
    return keycost::coloured(text, colour, colour_);
  }

  const std::string& text() const { return text_; }

 private:
  std::string cut(std::string_view text) const;

  bool ascii_;
  bool colour_;
  std::size_t width_;
  std::string text_;
};

/// A bar of `width` cells of which `share` (0 to 1) are filled, down to an eighth of a cell.
std::string bar(const Screen& screen, double share, std::size_t width);

}  // namespace keycost
