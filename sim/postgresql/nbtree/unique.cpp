// Is the key there already? Entries of its own key are followed to their rows. Those that lead to rows of
// aborted transactions are marked dead on the way, so that nobody follows them again.
// Source: src/backend/access/nbtree/nbtinsert.c (_bt_check_unique), src/backend/executor/execIndexing.c
// (check_exclusion_or_unique_constraint), src/backend/access/nbtree/nbtutils.c (_bt_killitems).
#include <array>

#include "sim/postgresql/hint.hpp"
#include "sim/postgresql/nbtree/btree.hpp"

namespace keycost::postgresql {

// Equal keys begin at the insert position: a search that is not by row passes every pivot of its own key, so
// it ends on the leaf that has the key. Returns whether there are any. An index holds at most one that is not
// marked: whoever inserted behind it has marked it.
bool Btree::check_unique(const PinnedPage& leaf, OffsetNumber offset, Search search) {
  bool has_duplicates = false;
  for (; offset <= leaf->max_offset(); ++offset) {
    const std::byte* entry = leaf->item(offset);
    if (key_.compare(search.tuple, entry, false) != 0) break;
    has_duplicates = true;
    if (leaf->is_dead(offset)) continue;
    const TupleId row = index_tuple::tuple_id(entry);
    if (heap_->is_live(heap_->read(row.block), row.offset)) throw DuplicateKey{key_.print(search.tuple)};
    mark_dead(leaf, std::array{offset});
  }
  return has_duplicates;
}

void Btree::mark_dead(const PinnedPage& leaf, std::span<const OffsetNumber> offsets) {
  for (const OffsetNumber offset : offsets) leaf->mark_dead(offset);
  index_page::set_flags(*leaf, index_page::flags(*leaf) | index_page::has_garbage_flag);
  mark_dirty_hint(*buffers_, *log_, leaf, BlockUse::standard);
}

// An index scan with a snapshot that sees what is not committed yet. Two rows on one page of the heap are one
// access. Source: indexam.c (index_getnext_slot), heapam_handler.c (heapam_index_fetch_tuple).
bool Btree::has_live_row(const std::vector<ColumnBatch>& columns, std::size_t row) {
  key_.form(columns, row, {}, new_tuple_);
  if (key_.has_null_key(new_tuple_.data())) return false;
  const Search search{new_tuple_.data(), false};
  read_metapage_for_key_rules();
  stack_.clear();
  const PinnedPage leaf = descend(search, false);
  if (!leaf) return false;
  std::vector<OffsetNumber> dead;
  PinnedPage heap_page;
  bool found = false;
  for (OffsetNumber offset = first_not_before(*leaf, search); !found && offset <= leaf->max_offset();
       ++offset) {
    const std::byte* entry = leaf->item(offset);
    if (key_.compare(search.tuple, entry, false) != 0) break;
    if (leaf->is_dead(offset)) continue;
    const TupleId id = index_tuple::tuple_id(entry);
    if (!heap_page || heap_page.block() != id.block) {
      heap_page.release();
      heap_page = heap_->read(id.block);
    }
    found = heap_->is_live(heap_page, id.offset);
    if (!found) dead.push_back(offset);
  }
  if (!dead.empty()) mark_dead(leaf, dead);
  return found;
}

}  // namespace keycost::postgresql
