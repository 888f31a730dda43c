#include "src/show/page_drawing.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"

namespace keycost {

namespace {

struct UseDescription {
  ByteUse use;
  std::string_view mark;
  std::string_view ascii;
  std::string_view words;
};

constexpr std::array uses{
    UseDescription{ByteUse::header, "H", "H", "page header"},
    UseDescription{ByteUse::line_pointers, "▪", "i", "line pointers"},
    UseDescription{ByteUse::free, "·", ".", "free"},
    UseDescription{ByteUse::tuple_headers, "▒", "h", "tuple headers"},
    UseDescription{ByteUse::values, "█", "v", "values"},
    UseDescription{ByteUse::row_pointers, "r", "r", "rows of posting lists"},
    UseDescription{ByteUse::high_key, "K", "K", "high key"},
    UseDescription{ByteUse::newest, "◆", "N", "the one inserted last"},
    UseDescription{ByteUse::dead, "×", "x", "dead"},
    UseDescription{ByteUse::alignment, "a", "a", "alignment"},
    UseDescription{ByteUse::special, "S", "S", "special area: links, level, flags"},
    UseDescription{ByteUse::metadata, "M", "M", "metadata: where the root is"},
    UseDescription{ByteUse::map, "m", "m", "tree of free space"},
    UseDescription{ByteUse::zeros, "0", "0", "zeros: not a page yet"},
    UseDescription{ByteUse::limits, "L", "L", "infimum and supremum"},
    UseDescription{ByteUse::garbage, "×", "x", "garbage: deleted records"},
    UseDescription{ByteUse::directory, "D", "D", "page directory, as reserved"},
    UseDescription{ByteUse::trailer, "T", "T", "trailer"},
};

const UseDescription& describe(ByteUse use) {
  const auto found = std::ranges::find(uses, use, &UseDescription::use);
  require(found != uses.end(), "every use of a page's bytes is described");
  return *found;
}

constexpr std::size_t cell_bytes = 8;  // to which tuples are aligned
constexpr std::size_t label_columns = 7;

/// The use that has most of a cell's bytes, the first of equals.
ByteUse use_of_cell(const PageDrawing& page, std::size_t begin) {
  std::array<std::size_t, uses.size()> bytes{};
  std::size_t best = 0;
  ByteUse use = ByteUse::free;
  for (const ByteRegion& region : page.regions) {
    const std::size_t from = std::max(region.begin, begin);
    const std::size_t to = std::min(region.end, begin + cell_bytes);
    if (from >= to) continue;
    std::size_t& count = bytes[static_cast<std::size_t>(region.use)];
    count += to - from;
    if (count > best) {
      best = count;
      use = region.use;
    }
  }
  return use;
}

std::string cell(const Screen& screen, ByteUse use) {
  const UseDescription& description = describe(use);
  const std::string mark(screen.mark(description.mark, description.ascii));
  switch (use) {
    case ByteUse::free:
    case ByteUse::zeros:
      return screen.coloured(mark, Colour::dim);
    case ByteUse::newest:
      return screen.coloured(mark, Colour::green);
    case ByteUse::dead:
    case ByteUse::garbage:
      return screen.coloured(mark, Colour::red);
    default:
      return mark;
  }
}

/// A power of two of cells, so that lines begin at round positions.
std::size_t cells_a_line(const Screen& screen) {
  std::size_t cells = 16;
  while (cells * 2 <= 64 && label_columns + cells * 2 <= screen.width()) cells *= 2;
  return cells;
}

void draw_bytes(Screen& screen, const PageDrawing& page) {
  const std::size_t line_bytes = cells_a_line(screen) * cell_bytes;
  std::string repeated;
  for (std::size_t line = 0; line < page.size_bytes; line += line_bytes) {
    std::string text = fmt::format("{:>5}  ", line);
    for (std::size_t at = line; at < std::min(page.size_bytes, line + line_bytes); at += cell_bytes)
      text += cell(screen, use_of_cell(page, at));
    screen.raw(text);
  }
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char character) {
    return (character >= '0' && character <= '9') || character == ',' || character == '.' ||
           character == '%' || character == ' ' || character == '-' || character == '+';
  });
}

void draw_legend(Screen& screen, const PageDrawing& page) {
  const std::vector<ByteSum> sums = sum_of_bytes(page);
  const auto line = [&](const std::string& mark, std::size_t bytes, std::string_view words) {
    const double percent = 100.0 * static_cast<double>(bytes) / static_cast<double>(page.size_bytes);
    screen.line(fmt::format("  {}  {:>6}  {:>6.2f} %  {}", mark, with_thousands(bytes), percent, words));
  };
  screen.line(fmt::format("      bytes           one mark is {} bytes", cell_bytes));
  for (const ByteSum& sum : sums) {
    const UseDescription& description = describe(sum.use);
    const bool counts = sum.use == ByteUse::tuple_headers || sum.use == ByteUse::dead;
    line(std::string(screen.mark(description.mark, description.ascii)), sum.bytes,
         counts ? fmt::format("{}: {}", description.words, sum.regions) : std::string(description.words));
  }
  line("=", page.size_bytes, "the page");
}

}  // namespace

std::vector<ByteSum> sum_of_bytes(const PageDrawing& page) {
  std::vector<ByteRegion> regions = page.regions;
  std::ranges::sort(regions, {}, &ByteRegion::begin);
  std::size_t at = 0;
  std::array<ByteSum, uses.size()> sums{};
  for (const ByteRegion& region : regions) {
    if (region.begin == region.end) continue;
    require(region.begin == at && region.end > at, "a page's regions lie one behind the other");
    at = region.end;
    ByteSum& sum = sums[static_cast<std::size_t>(region.use)];
    ++sum.regions;
    sum.bytes += region.end - region.begin;
  }
  require(at == page.size_bytes, "a page's regions add up to the page");
  std::vector<ByteSum> found;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].regions == 0) continue;
    found.push_back({static_cast<ByteUse>(i), sums[i].regions, sums[i].bytes});
  }
  return found;
}

void draw_table(Screen& screen, const std::vector<std::string>& header,
                const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths;
  std::vector<bool> numbers;
  for (std::size_t column = 0; column < header.size(); ++column) {
    std::size_t width = display_width(header[column]);
    bool all_numbers = !lines.empty();
    for (const auto& line : lines) {
      width = std::max(width, display_width(line[column]));
      all_numbers = all_numbers && (line[column].empty() || is_number(line[column]));
    }
    widths.push_back(width);
    numbers.push_back(all_numbers);
  }
  const auto print = [&](const std::vector<std::string>& line) {
    std::string text = " ";
    for (std::size_t column = 0; column < line.size(); ++column) {
      text += " ";
      text += numbers[column] ? padded_left(line[column], widths[column])
                              : padded_right(line[column], widths[column]);
      text += " ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    screen.line(text);
  };
  print(header);
  for (const auto& line : lines) print(line);
}

void draw(Screen& screen, const PageDrawing& page, std::size_t items_max) {
  screen.heading(page.title);
  for (const std::string& fact : page.facts) screen.words(fact);
  screen.blank();
  draw_bytes(screen, page);
  screen.blank();
  draw_legend(screen, page);
  if (page.items.empty() || items_max == 0) return;
  screen.blank();
  std::vector<std::vector<std::string>> shown = page.items;
  if (shown.size() > items_max) {
    const std::size_t tail = items_max / 2;
    const std::size_t head = items_max - tail;
    std::vector<std::string> gap(page.items_header.size());
    gap[0] = std::string(screen.mark("…", "..."));
    shown.assign(page.items.begin(), page.items.begin() + static_cast<std::ptrdiff_t>(head));
    shown.push_back(gap);
    shown.insert(shown.end(), page.items.end() - static_cast<std::ptrdiff_t>(tail), page.items.end());
  }
  draw_table(screen, page.items_header, shown);
}

}  // namespace keycost
