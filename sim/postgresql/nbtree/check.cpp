#include "sim/postgresql/nbtree/check.hpp"

#include <optional>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"

namespace keycost::postgresql {

namespace {

class IndexCheck {
 public:
  IndexCheck(const Relation& index, const KeyDescriptor& key) : index_(index), key_(key) {}

  /// Walks one level from its leftmost page to the right. Returns how many rows (on a leaf) or entries are on
  /// it.
  std::uint64_t walk_level(BlockNumber leftmost, std::uint32_t level) {
    std::uint64_t items = 0;
    BlockNumber previous = no_block;
    BlockNumber block = leftmost;
    do {
      const Page& page = index_.page(block);
      holds(block, index_page::level(page) == level, "is on the level that it is reached on");
      holds(block, index_page::previous(page) == previous, "points back to the page that points to it");
      holds(block, (level == 0) == index_page::is_leaf(page), "is a leaf exactly on level 0");
      holds(block, (index_page::flags(page) & index_page::incomplete_split_flag) == 0,
            "has no split left half done");
      check_bytes(block);
      check_order(block);
      items += rows_on(page);
      ++pages_;
      previous = block;
      block = index_page::next(page);
    } while (block != no_block);
    return items;
  }

  /// Every entry of a level leads to the next page of the level below, and equals the high key of the page
  /// before that.
  void check_downlinks(BlockNumber leftmost) {
    BlockNumber child =
        index_tuple::block(index_.page(leftmost).item(index_page::first_data_offset(index_.page(leftmost))));
    std::optional<BlockNumber> child_before;
    for (BlockNumber block = leftmost; block != no_block; block = index_page::next(index_.page(block))) {
      const Page& page = index_.page(block);
      for (OffsetNumber offset = index_page::first_data_offset(page); offset <= page.max_offset(); ++offset) {
        const std::byte* entry = page.item(offset);
        holds(block, index_tuple::block(entry) == child, "leads to its children in the order of their links");
        const bool minus_infinity = offset == index_page::first_data_offset(page);
        if (child_before && !minus_infinity) {
          const std::byte* bound = index_.page(*child_before).item(high_key_offset);
          holds(block, key_.compare_stored(entry, bound) == 0,
                "has the high key of the page to the left as its entry");
        }
        child_before = child;
        child = index_page::next(index_.page(child));
      }
    }
    holds(leftmost, child == no_block, "and its siblings lead to every page below");
  }

  std::uint64_t pages() const { return pages_; }

 private:
  static void holds(BlockNumber block, bool condition, const char* rule) {
    if (!condition) throw InvariantBroken(fmt::format("index block {} no longer {}", block, rule));
  }

  void check_bytes(BlockNumber block) const {
    const Page& page = index_.page(block);
    std::size_t bytes = 0;
    for (OffsetNumber offset = 1; offset <= page.max_offset(); ++offset)
      bytes += maxalign(page.item_size_bytes(offset));
    holds(block, page.special() - page.upper() == bytes, "has tuples that fill what is taken");
    holds(block, page.lower() <= page.upper(), "keeps tuples and line pointers apart");
  }

  static std::uint64_t rows_on(const Page& page) {
    std::uint64_t rows = 0;
    for (OffsetNumber offset = index_page::first_data_offset(page); offset <= page.max_offset(); ++offset) {
      rows += index_page::is_leaf(page) ? index_tuple::row_count(page.item(offset)) : 1;
    }
    return rows;
  }

  void check_order(BlockNumber block) const {
    const Page& page = index_.page(block);
    const OffsetNumber first = index_page::first_data_offset(page);
    const auto first_with_key = static_cast<OffsetNumber>(index_page::is_leaf(page) ? first : first + 1);
    for (OffsetNumber offset = first_with_key; offset < page.max_offset(); ++offset) {
      const std::byte* next = page.item(static_cast<OffsetNumber>(offset + 1));
      holds(block, key_.compare_stored(page.item(offset), next) < 0, "is in order");
    }
    if (index_page::is_rightmost(page) || page.max_offset() < first_with_key) return;
    const std::byte* high_key = page.item(high_key_offset);
    holds(block, key_.compare_stored(page.item(page.max_offset()), high_key) <= 0,
          "stays below its high key");
    const Page& right = index_.page(index_page::next(page));
    if (!index_page::is_leaf(page)) return;
    holds(block, key_.compare_stored(high_key, right.item(index_page::first_data_offset(right))) < 0,
          "bounds the page to its right from below");
  }

  const Relation& index_;
  const KeyDescriptor& key_;
  std::uint64_t pages_ = 0;
};

}  // namespace

void check_index(const Relation& index, const KeyDescriptor& key, std::uint64_t rows) {
  const index_page::Root root = index_page::root_of_metapage(index.page(metapage_block));
  if (root.block == no_block) {
    require(rows == 0 && index.blocks() == 1, "an index without a root has no rows and no pages");
    return;
  }
  IndexCheck check(index, key);
  BlockNumber leftmost = root.block;
  for (std::uint32_t level = root.level;; --level) {
    const std::uint64_t on_level = check.walk_level(leftmost, level);
    if (level == 0) {
      require(on_level == rows, "an index has an entry for each row");
      break;
    }
    check.check_downlinks(leftmost);
    const Page& page = index.page(leftmost);
    leftmost = index_tuple::block(page.item(index_page::first_data_offset(page)));
  }
  require(check.pages() + 1 == index.blocks(), "every block of an index is the metapage or part of the tree");
}

}  // namespace keycost::postgresql
