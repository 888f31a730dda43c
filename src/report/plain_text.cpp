#include "src/report/plain_text.hpp"

#include <algorithm>
#include <array>

namespace keycost {

namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool is_well_formed = false;
};

/// The code point at the front of `text`, which is not empty. Overlong forms and surrogates may pass: the
/// decoder has refused them in scenarios, and here they can only spoil a column's width.
CodePoint front_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {};
    value = value << 6 | (next & 0x3FU);
  }
  return {value, length, true};
}

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t size>
bool is_in(const std::array<Range, size>& ranges, char32_t value) {
  return std::ranges::any_of(ranges,
                             [value](Range range) { return range.first <= value && value <= range.last; });
}

// Source: Unicode 15, EastAsianWidth.txt (W and F) and the general categories Mn, Me, Cf, in coarse blocks.
constexpr std::array wide_ranges{
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},   Range{0xA960, 0xA97F},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
    Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
    Range{0x20000, 0x3FFFD},
};
constexpr std::array zero_ranges{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x064B, 0x065F},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200F}, Range{0x202A, 0x202E},
    Range{0x2060, 0x2064}, Range{0x2066, 0x206F}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
    Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF},
};
// C0, DEL and C1, line and paragraph separators, and the characters that turn the direction of what follows.
constexpr std::array control_ranges{
    Range{0x00, 0x1F},
    Range{0x7F, 0x9F},
    Range{0x2028, 0x202E},
    Range{0x2066, 0x2069},
};

struct Spelling {
  char32_t character;
  std::string_view ascii;
};
constexpr std::array spellings{
    Spelling{U'‘', "'"},  Spelling{U'’', "'"},  Spelling{U'“', "\""},     Spelling{U'”', "\""},
    Spelling{U'–', "-"},  Spelling{U'—', "-"},  Spelling{U'−', "-"},      Spelling{U'…', "..."},
    Spelling{U'×', "x"},  Spelling{U'·', "-"},  Spelling{U'≥', ">="},     Spelling{U'≤', "<="},
    Spelling{U'±', "+-"}, Spelling{U'→', "->"}, Spelling{U'\u00A0', " "},
};

std::string_view ascii_spelling(char32_t character) {
  const auto found = std::ranges::find(spellings, character, &Spelling::character);
  return found == spellings.end() ? "?" : found->ascii;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint point = front_code_point(text);
    if (is_in(wide_ranges, point.value)) {
      width += 2;
    } else if (!is_in(zero_ranges, point.value)) {
      width += 1;
    }
    text.remove_prefix(point.length);
  }
  return width;
}

std::string printable(std::string_view text, bool ascii) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = front_code_point(text);
    if (!point.is_well_formed || is_in(control_ranges, point.value)) {
      result += ascii ? "?" : "\uFFFD";
    } else if (ascii && point.value >= 0x80) {
      result += ascii_spelling(point.value);
    } else {
      result += text.substr(0, point.length);
    }
    text.remove_prefix(point.length);
  }
  return result;
}

std::string padded_right(std::string text, std::size_t width) {
  const std::size_t own = display_width(text);
  if (own < width) text.append(width - own, ' ');
  return text;
}

std::string padded_left(std::string text, std::size_t width) {
  const std::size_t own = display_width(text);
  if (own < width) text.insert(0, width - own, ' ');
  return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) lines += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (word.empty()) continue;
    const bool fits = indent + display_width(line) + 1 + display_width(word) <= width;
    if (!line.empty() && !fits) end_line();
    if (!line.empty()) line += ' ';
    line += word;
  }
  end_line();
  return lines;
}

}  // namespace keycost
