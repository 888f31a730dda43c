#include "src/show/tree_drawing.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/show/page_drawing.hpp"

namespace keycost {

namespace {

std::string_view fill_mark(const Screen& screen, double fill) {
  constexpr std::array<std::string_view, 8> eighths{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::array<std::string_view, 10> tenths{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  if (screen.ascii()) return tenths[std::min<std::size_t>(9, static_cast<std::size_t>(fill * 10))];
  return eighths[std::min<std::size_t>(7, static_cast<std::size_t>(fill * 8))];
}

/// Every page as one mark, in key order, the newest coloured and pointed at from below.
void draw_strip(Screen& screen, const std::vector<TreePage>& pages) {
  const std::size_t cells = screen.width() - 2;
  for (std::size_t begin = 0; begin < pages.size(); begin += cells) {
    std::string marks = "  ";
    std::string below;
    for (std::size_t i = begin; i < std::min(pages.size(), begin + cells); ++i) {
      const std::string mark(fill_mark(screen, pages[i].fill));
      marks += pages[i].is_newest ? screen.coloured(mark, Colour::green) : mark;
      if (pages[i].is_newest) below = std::string(2 + i - begin, ' ') + "^";
    }
    screen.raw(marks);
    if (!below.empty()) screen.line(below);
  }
}

void list_pages(Screen& screen, const TreeDrawing& tree, const std::vector<TreePage>& pages) {
  std::vector<std::vector<std::string>> lines;
  for (const TreePage& page : pages) {
    lines.push_back({std::to_string(page.number), std::to_string(page.items), bar(screen, page.fill, 20),
                     fmt::format("{:.1f} %", 100 * page.fill), page.note});
  }
  draw_table(screen, {tree.page_word, tree.item_word, "", "full", ""}, lines);
}

}  // namespace

void draw(Screen& screen, const TreeDrawing& tree, std::size_t lines_max) {
  screen.heading(tree.title);
  for (const std::string& fact : tree.facts) screen.words(fact);
  for (std::size_t i = 0; i < tree.levels.size(); ++i) {
    const std::vector<TreePage>& pages = tree.levels[i];
    const std::size_t level = tree.levels.size() - 1 - i;
    double fill = 0;
    std::size_t items = 0;
    for (const TreePage& page : pages) {
      fill += page.fill;
      items += page.items;
    }
    screen.blank();
    screen.line(fmt::format("Level {}{}: {}, {} {}, {:.1f} % full on average", level,
                            level == 0 ? (i == 0 ? ", root and leaf" : ", leaves") : (i == 0 ? ", root" : ""),
                            counted(pages.size(), "page"), items, tree.item_word,
                            100 * fill / static_cast<double>(pages.size())));
    draw_strip(screen, pages);
    if (pages.size() <= lines_max) list_pages(screen, tree, pages);
  }
}

}  // namespace keycost
