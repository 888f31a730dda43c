// Making room on a full leaf by taking out the entries that are marked dead, and with them whatever else the
// heap pages that have to be read for it show to be dead. Source: src/backend/access/nbtree/nbtinsert.c
// (_bt_delete_or_dedup_one_page, _bt_simpledel_pass, _bt_deadblocks), nbtpage.c (_bt_delitems_delete),
// src/backend/access/heap/heapam.c (heap_index_delete_tuples).
#include <algorithm>
#include <utility>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/btree.hpp"

namespace keycost::postgresql {

namespace {

// xl_btree_delete: horizon, how many deleted and updated, whether of a catalog. Source: nbtxlog.h.
constexpr std::size_t delete_record_size_bytes = 9;
constexpr std::size_t deleted_offset_size_bytes = 2;

/// An entry whose row is looked at.
struct DeletionCandidate {
  TupleId row;
  OffsetNumber offset;
  bool is_dead;
};

bool has_dead_entries(const Page& leaf) {
  for (OffsetNumber offset = index_page::first_data_offset(leaf); offset <= leaf.max_offset(); ++offset) {
    if (leaf.is_dead(offset)) return true;
  }
  return false;
}

/// The heap pages of dead entries and of the new one.
std::vector<BlockNumber> blocks_to_look_at(const Page& leaf, const std::byte* new_tuple) {
  std::vector<BlockNumber> blocks{index_tuple::tuple_id(new_tuple).block};
  for (OffsetNumber offset = index_page::first_data_offset(leaf); offset <= leaf.max_offset(); ++offset) {
    if (leaf.is_dead(offset)) blocks.push_back(index_tuple::tuple_id(leaf.item(offset)).block);
  }
  std::sort(blocks.begin(), blocks.end());
  return blocks;
}

std::vector<DeletionCandidate> candidates_on(const Page& leaf, const std::vector<BlockNumber>& blocks) {
  std::vector<DeletionCandidate> candidates;
  for (OffsetNumber offset = index_page::first_data_offset(leaf); offset <= leaf.max_offset(); ++offset) {
    const std::byte* entry = leaf.item(offset);
    for (std::size_t i = 0; i < index_tuple::row_count(entry); ++i) {
      const TupleId row = index_tuple::row(entry, i);
      if (std::binary_search(blocks.begin(), blocks.end(), row.block))
        candidates.push_back({row, offset, leaf.is_dead(offset)});
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const DeletionCandidate& a, const DeletionCandidate& b) { return a.row < b.row; });
  return candidates;
}

}  // namespace

// Returns whether the page has changed.
bool Btree::make_room_by_deleting(const PinnedPage& leaf, bool has_duplicates) {
  if (leaf->free_bytes() >= new_tuple_.size()) return false;
  const bool deletes = has_dead_entries(*leaf);
  if (deletes) delete_dead_entries(leaf);
  if (leaf->free_bytes() >= new_tuple_.size()) return true;
  if (options_.unique && (deletes || has_duplicates)) {
    delete_bottom_up(leaf);
    return true;
  }
  return deletes;
}

void Btree::delete_dead_entries(const PinnedPage& leaf) {
  std::vector<OffsetNumber> deleted;
  PinnedPage heap_page;
  for (const DeletionCandidate& candidate :
       candidates_on(*leaf, blocks_to_look_at(*leaf, new_tuple_.data()))) {
    if (!heap_page || heap_page.block() != candidate.row.block) {
      heap_page.release();
      heap_page = heap_->read(candidate.row.block);
    }
    if (!candidate.is_dead && heap_->is_live(heap_page, candidate.row.offset)) continue;
    if (index_tuple::is_posting(leaf->item(candidate.offset))) {
      throw NotModelled(
          "a rolled-back row in a posting list of a unique index (NULL keys): taking rows out of a list is "
          "not "
          "modelled");
    }
    deleted.push_back(candidate.offset);
  }
  heap_page.release();
  take_out(leaf, std::move(deleted));
}

// _bt_delitems_delete.
void Btree::take_out(const PinnedPage& leaf, std::vector<OffsetNumber> deleted) {
  std::sort(deleted.begin(), deleted.end());
  leaf->delete_items(deleted);
  index_page::clear_flags(*leaf, index_page::has_garbage_flag);
  entries_ -= deleted.size();
  buffers_->mark_dirty(leaf);
  log_->insert(WalRecord(RecordType::btree_delete)
                   .block(leaf, BlockUse::standard, deleted.size() * deleted_offset_size_bytes)
                   .main_data(delete_record_size_bytes));
}

}  // namespace keycost::postgresql
