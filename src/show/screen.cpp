#include "src/show/screen.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/report/plain_text.hpp"
#include "src/utf8.hpp"

namespace keycost {

Screen::Screen(const ReportStyle& style)
    : ascii_(style.ascii),
      colour_(style.colour),
      width_(style.width == 0 ? width_unless_told : std::clamp(style.width, width_min, width_max)) {}

std::string Screen::cut(std::string_view text) const {
  std::string shown = printable(text, ascii_);
  if (display_width(shown) <= width_) return shown;
  const std::string_view end = mark("…", "~");
  while (!shown.empty() && display_width(shown) + 1 > width_) {
    while (shown.size() > 1 && (static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80) shown.pop_back();
    shown.pop_back();
  }
  return shown + std::string(end);
}

Screen& Screen::line(std::string_view text) {
  std::string shown = cut(text);
  while (!shown.empty() && shown.back() == ' ') shown.pop_back();
  text_ += shown + "\n";
  return *this;
}

Screen& Screen::heading(std::string_view text) {
  if (!text_.empty()) blank();
  text_ += coloured(cut(text), Colour::bold) + "\n";
  return *this;
}

Screen& Screen::words(std::string_view text, std::size_t indent) {
  const std::string lines = wrapped(text, width_, indent);
  std::size_t begin = 0;
  for (std::size_t end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', begin)) {
    line(std::string_view(lines).substr(begin, end - begin));
    begin = end + 1;
  }
  return *this;
}

Screen& Screen::blank() {
  text_ += "\n";
  return *this;
}

Screen& Screen::raw(std::string_view text) {
  text_ += text;
  text_ += "\n";
  return *this;
}

std::string bar(const Screen& screen, double share, std::size_t width) {
  constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double cells = std::clamp(share, 0.0, 1.0) * static_cast<double>(width);
  auto whole = static_cast<std::size_t>(cells);
  std::string text;
  if (screen.ascii()) {
    whole = static_cast<std::size_t>(std::lround(cells));
    text = std::string(whole, '#');
    return text + std::string(width - whole, '.');
  }
  for (std::size_t i = 0; i < whole; ++i) text += "█";
  std::size_t used = whole;
  const auto eighth = static_cast<std::size_t>((cells - static_cast<double>(whole)) * 8);
  if (eighth > 0) {
    text += eighths[eighth];
    ++used;
  }
  for (; used < width; ++used) text += "·";
  return text;
}

}  // namespace keycost
