// From the root down to the leaf where a tuple belongs. Source: src/backend/access/nbtree/nbtsearch.c
// (_bt_search, _bt_binsrch), nbtinsert.c (_bt_search_insert, _bt_check_unique).
#include "sim/postgresql/nbtree/btree.hpp"

namespace keycost::postgresql {

PinnedPage Btree::find_leaf(const std::byte* tuple) {
  stack_.clear();
  if (PinnedPage leaf = try_rightmost_leaf(tuple)) return leaf;
  return descend(tuple);
}

// The fast path for ascending keys: go straight to the leaf that took the last tuple, if it is still the
// rightmost, has room and begins below the new key. One miss, and it is forgotten.
PinnedPage Btree::try_rightmost_leaf(const std::byte* tuple) {
  if (!rightmost_leaf_) return {};
  const PinnedPage leaf = buffers_->read(main_, *rightmost_leaf_);
  if (index_page::is_rightmost(*leaf) && leaf->free_bytes() > index_tuple::size_bytes(tuple) &&
      leaf->max_offset() > 0 &&
      key_.with_order(tuple, [&](auto precedes) { return precedes(leaf->item(high_key_offset)); })) {
    return leaf;
  }
  rightmost_leaf_.reset();
  return {};
}

PinnedPage Btree::descend(const std::byte* tuple) {
  PinnedPage page = read_root();
  while (!index_page::is_leaf(*page)) {
    const auto offset = static_cast<OffsetNumber>(first_not_before(*page, tuple) - 1);
    stack_.push_back({page.block(), offset});
    const BlockNumber child = index_tuple::block(page->item(offset));
    page = {};  // the parent is let go before the child is read
    page = buffers_->read(main_, child);
  }
  return page;
}

// _bt_binsrch: the first item that does not sort before `tuple`; behind the last if there is none. On an
// internal page the first item is minus infinity and sorts before everything.
OffsetNumber Btree::first_not_before(const Page& page, const std::byte* tuple) const {
  return key_.with_order(tuple, [&](auto precedes) {
    OffsetNumber low = index_page::first_data_offset(page);
    if (!index_page::is_leaf(page)) ++low;
    auto high = static_cast<OffsetNumber>(page.max_offset() + 1);
    while (low < high) {
      const auto middle = static_cast<OffsetNumber>(low + (high - low) / 2);
      if (precedes(page.item(middle))) {
        low = static_cast<OffsetNumber>(middle + 1);
      } else {
        high = middle;
      }
    }
    return low;
  });
}

// An equal key stands at the insert position or, if that is behind the page's last item, is the page's high
// key: the key of the next page's first item, which nothing ever deletes here.
void Btree::check_unique(const Page& leaf, OffsetNumber offset, const std::byte* tuple) const {
  const std::byte* neighbour = nullptr;
  if (offset <= leaf.max_offset()) {
    neighbour = leaf.item(offset);
  } else if (!index_page::is_rightmost(leaf)) {
    neighbour = leaf.item(high_key_offset);
  }
  if (neighbour == nullptr || index_tuple::is_null_bearing(tuple)) return;  // NULLs are not equal
  if (key_.compare_attributes(tuple, neighbour) == 0) throw DuplicateKey{key_.print(tuple)};
}

}  // namespace keycost::postgresql
