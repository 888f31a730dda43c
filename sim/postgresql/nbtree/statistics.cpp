#include "sim/postgresql/nbtree/statistics.hpp"

#include <limits>

#include <fmt/format.h>

#include "sim/postgresql/nbtree/index_page.hpp"

namespace keycost::postgresql {

namespace {

/// A percentage as pgstatindex shows it: printed to two decimals, then read back.
double to_two_decimals(double percent) {
  std::string digits = fmt::format("{:.2f}", percent);
  digits.erase(digits.find('.'), 1);
  std::int64_t hundredths = 0;
  for (const char digit : digits) hundredths = hundredths * 10 + (digit - '0');
  return static_cast<double>(hundredths) / 100.0;  // the double nearest to the printed number
}

std::size_t live_items(const Page& page) {
  std::size_t items = 0;
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset)
    items += !page.is_dead(offset);
  return items;
}

}  // namespace

IndexState index_statistics(const Relation& index) {
  const index_page::Root root = index_page::root_of_metapage(index.page(metapage_block));
  IndexState state;
  state.tree_level = root.level;
  state.root_block_no = root.block;
  std::uint64_t free_bytes = 0;
  std::uint64_t fragments = 0;
  for (BlockNumber block = 1; block < index.blocks(); ++block) {
    const Page& page = index.page(block);
    if (!index_page::is_leaf(page)) {
      ++state.internal_pages;
      continue;
    }
    ++state.leaf_pages;
    free_bytes += page.exact_free_bytes();
    const BlockNumber next = index_page::next(page);
    if (next != no_block && next < block) ++fragments;
  }
  const std::size_t page_size_bytes = index.page(metapage_block).size_bytes();
  state.index_size = std::uint64_t{index.blocks()} * page_size_bytes;
  set_percentages(state, free_bytes, fragments, page_size_bytes);
  return state;
}

void set_percentages(IndexState& state, std::uint64_t free_bytes, std::uint64_t fragments,
                     std::size_t page_size_bytes) {
  if (state.leaf_pages == 0) {
    state.avg_leaf_density = state.leaf_fragmentation = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  const std::uint64_t usable_bytes = state.leaf_pages * index_page_usable_bytes_of(page_size_bytes);
  state.avg_leaf_density =
      to_two_decimals(100.0 - static_cast<double>(free_bytes) / static_cast<double>(usable_bytes) * 100.0);
  state.leaf_fragmentation =
      to_two_decimals(static_cast<double>(fragments) / static_cast<double>(state.leaf_pages) * 100.0);
}

std::vector<std::string> page_line_columns() {
  return {"blkno", "type", "live_items", "free_size", "btpo_prev", "btpo_next", "btpo_level"};
}

std::vector<std::vector<std::string>> page_lines(const Relation& index) {
  std::vector<std::vector<std::string>> lines;
  for (BlockNumber block = 1; block < index.blocks(); ++block) {
    const Page& page = index.page(block);
    const char* type = index_page::is_leaf(page) ? "l" : (index_page::is_root(page) ? "r" : "i");
    lines.push_back({fmt::format("{}", block), type, fmt::format("{}", live_items(page)),
                     fmt::format("{}", page.free_bytes()), fmt::format("{}", index_page::previous(page)),
                     fmt::format("{}", index_page::next(page)), fmt::format("{}", index_page::level(page))});
  }
  return lines;
}

}  // namespace keycost::postgresql
