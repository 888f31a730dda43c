// From the root down to the leaf where a tuple belongs. Source: src/backend/access/nbtree/nbtsearch.c
// (_bt_search, _bt_binsrch), nbtinsert.c (_bt_search_insert).
#include "sim/postgresql/nbtree/btree.hpp"

namespace keycost::postgresql {

PinnedPage Btree::find_leaf(Search search) {
  stack_.clear();
  if (PinnedPage leaf = try_rightmost_leaf(search)) return leaf;
  return descend(search, true);
}

// The fast path for ascending keys: go straight to the leaf that took the last tuple, if it is still the
// rightmost, has room and begins below the new key. One miss, and it is forgotten.
PinnedPage Btree::try_rightmost_leaf(Search search) {
  if (!rightmost_leaf_) return {};
  PinnedPage leaf = buffers_->read(*main_, *rightmost_leaf_);
  const auto begins_below = [&](auto order) { return order(leaf->item(high_key_offset)) > 0; };
  if (index_page::is_rightmost(*leaf) && leaf->free_bytes() > index_tuple::size_bytes(search.tuple) &&
      leaf->max_offset() > 0 && key_.with_order(search.tuple, search.by_row, begins_below)) {
    return leaf;
  }
  rightmost_leaf_.reset();
  return {};
}

// Who only reads finds nothing in an index without a root.
PinnedPage Btree::descend(Search search, bool to_insert) {
  PinnedPage page = read_root(to_insert);
  while (page && !index_page::is_leaf(*page)) {
    const auto offset = static_cast<OffsetNumber>(first_not_before(*page, search) - 1);
    stack_.push_back({page.block(), offset});
    const BlockNumber child = index_tuple::block(page->item(offset));
    page.release();  // the parent is let go before the child is read
    page = buffers_->read(*main_, child);
  }
  return page;
}

// _bt_binsrch: the first item that does not sort before what is searched for; behind the last if there is
// none. On an internal page the first item is minus infinity and sorts before everything.
OffsetNumber Btree::first_not_before(const Page& page, Search search) const {
  return key_.with_order(search.tuple, search.by_row, [&](auto order) {
    OffsetNumber low = index_page::first_data_offset(page);
    if (!index_page::is_leaf(page)) ++low;
    auto high = static_cast<OffsetNumber>(page.max_offset() + 1);
    while (low < high) {
      const auto middle = static_cast<OffsetNumber>(low + (high - low) / 2);
      if (order(page.item(middle)) > 0) {
        low = static_cast<OffsetNumber>(middle + 1);
      } else {
        high = middle;
      }
    }
    return low;
  });
}

}  // namespace keycost::postgresql
