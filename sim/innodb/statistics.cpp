#include "sim/innodb/statistics.hpp"

namespace keycost::innodb {

namespace {

std::size_t last_insert_rank(const Page& page) {
  if (page.last_insert() == 0) return 0;
  for (std::size_t i = 0; i < page.records(); ++i) {
    if (page.record_offset(i) == page.last_insert()) return i + 1;
  }
  return 0;
}

std::vector<std::string> page_line(const Page& page) {
  return {std::to_string(page.number()),         std::to_string(page.level()),
          std::to_string(page.records()),        std::to_string(page.heap_records()),
          std::to_string(page.heap_top()),       std::to_string(page.garbage()),
          std::to_string(page.previous()),       std::to_string(page.next()),
          std::to_string(last_insert_rank(page))};
}

}  // namespace

IndexState index_statistics(const Btree& tree, const Tablespace& space) {
  IndexState state;
  state.tree_level = tree.root().level();
  state.leaf_pages = tree.pages_of_level(0);
  for (std::uint16_t level = 1; level <= tree.root().level(); ++level)
    state.internal_pages += tree.pages_of_level(level);
  state.reserved_pages =
      std::uint64_t{space.reserved_pages(tree.leaf_segment())} + space.reserved_pages(tree.top_segment());
  state.records = tree.records();
  state.is_clustered = tree.shape().is_clustered;
  state.splits = tree.splits();
  return state;
}

std::vector<std::string> page_line_columns() {
  return {"page_no", "level", "n_recs", "n_heap", "heap_top", "garbage", "prev", "next", "last_insert"};
}

std::vector<std::vector<std::string>> page_lines(const Btree& tree, std::uint16_t lowest_level) {
  std::vector<std::vector<std::string>> lines;
  for (std::uint16_t level = tree.root().level() + 1; level-- > lowest_level;) {
    for (const Page* page = &tree.leftmost_page(level); page != nullptr;
         page = page->next() == no_page ? nullptr : &tree.page(page->next())) {
      lines.push_back(page_line(*page));
    }
  }
  return lines;
}

}  // namespace keycost::innodb
