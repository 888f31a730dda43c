#include "sim/postgresql/heap/heap.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/step_sums.hpp"

namespace keycost::postgresql {

namespace {

// Source: src/include/access/heapam_xlog.h.
constexpr std::size_t heap_confirm_data_size_bytes = 2;  // SizeOfHeapConfirm: offset

// A page with no more line pointers than an eighth of the maximum counts as empty enough for any row,
// whatever the fillfactor reserves. Source: hio.c (nearlyEmptyFreeSpace).
constexpr std::size_t nearly_empty_free_bytes(std::size_t page_size_bytes) {
  return heap_tuple_max_size_bytes(page_size_bytes) -
         heap_tuples_per_page_max(page_size_bytes) / 8 * line_pointer_size_bytes;
}

}  // namespace

Heap::Heap(int fillfactor_percent, const Transactions& transactions, BufferManager& buffers,
           WriteAheadLog& log)
    : free_space_map_(buffers, log),
      transactions_(&transactions),
      buffers_(&buffers),
      log_(&log),
      reserved_bytes_(reserved_by_fillfactor(fillfactor_percent, buffers.page_size_bytes())) {}

std::size_t free_bytes_needed(std::size_t tuple_size_bytes, std::size_t reserved_bytes,
                              std::size_t page_size_bytes) {
  const std::size_t size = maxalign(tuple_size_bytes);
  const std::size_t needed = size + reserved_bytes;
  const std::size_t nearly_empty = nearly_empty_free_bytes(page_size_bytes);
  return needed > nearly_empty ? std::max(size, nearly_empty) : needed;
}

TupleId Heap::insert(std::span<std::byte> tuple, std::uint32_t speculative_token) {
  const PinnedPage page = page_for(tuple.size());
  const TupleId id = place(page, tuple);
  if (speculative_token != 0) set_speculative_token(page->item(id.offset), speculative_token);
  buffers_->mark_dirty(page);
  log_insert(page, tuple.size());
  return id;
}

// heap_finish_speculative.
void Heap::confirm(TupleId id) {
  const PinnedPage page = read(id.block);
  set_tuple_id(page->item(id.offset), id);
  buffers_->mark_dirty(page);
  log_->insert(WalRecord(RecordType::heap_confirm)
                   .block(page, BlockUse::standard)
                   .main_data(heap_confirm_data_size_bytes));
}

// RelationPutHeapTuple.
TupleId Heap::place(const PinnedPage& page, std::span<std::byte> tuple) {
  const TupleId id{page.block(), static_cast<OffsetNumber>(page->max_offset() + 1)};
  set_tuple_id(tuple.data(), id);
  page->add_item(tuple, id.offset);
  return id;
}

void Heap::log_insert(const PinnedPage& page, std::size_t tuple_size_bytes) {
  const bool first_on_page =
      page->max_offset() == first_offset;  // then the record rebuilds the page: never an image
  log_->insert(WalRecord(first_on_page ? RecordType::heap_insert_init : RecordType::heap_insert)
                   .block(page, first_on_page ? BlockUse::initialized : BlockUse::standard,
                          heap_insert_block_data_bytes(tuple_size_bytes))
                   .main_data(heap_insert_data_size_bytes));
}

// The page used last, else whatever the free space map offers, else a new one.
PinnedPage Heap::page_for(std::size_t tuple_size_bytes, BulkInsertState* bulk, std::size_t pages_needed) {
  require(maxalign(tuple_size_bytes) <= heap_tuple_max_size_bytes(buffers_->page_size_bytes()),
          "rows wider than a page are refused before they get here");
  const std::size_t needed =
      free_bytes_needed(tuple_size_bytes, reserved_bytes_, buffers_->page_size_bytes());

  std::optional<BlockNumber> candidate =
      bulk != nullptr && bulk->current ? bulk->current.block() : first_candidate(needed);
  while (candidate) {
    PinnedPage page = read_candidate(*candidate, bulk);
    const std::size_t free = heap_free_bytes(*page);
    if (needed <= free) {
      target_block_ = candidate;
      return page;
    }
    page.release();
    candidate = next_candidate(*candidate, free, needed, bulk);
  }
  return bulk != nullptr ? extend_in_bulk(*bulk, pages_needed) : extend();
}

// COPY holds on to its page: to ask for it again is no access.
PinnedPage Heap::read_candidate(BlockNumber block, BulkInsertState* bulk) {
  if (bulk != nullptr && bulk->current && bulk->current.block() == block) return bulk->current.another_pin();
  if (bulk != nullptr) bulk->current.release();
  PinnedPage page = buffers_->read(main_, block, bulk != nullptr ? &bulk->ring : nullptr);
  if (bulk != nullptr) bulk->current = page.another_pin();
  if (page->is_new()) {
    page->initialize(0);
    buffers_->mark_dirty(page);
  }
  return page;
}

// While there are pages left of those that COPY has added, it takes the next of them and only notes what the
// full one had.
std::optional<BlockNumber> Heap::next_candidate(BlockNumber full, std::size_t free_bytes,
                                                std::size_t needed_bytes, BulkInsertState* bulk) {
  if (bulk == nullptr || !bulk->next_free) {
    return free_space_map_.record_and_search(full, free_bytes, needed_bytes, main_.blocks());
  }
  free_space_map_.record(full, free_bytes);
  const BlockNumber next = *bulk->next_free;
  if (next >= bulk->last_free) {
    bulk->next_free.reset();
  } else {
    bulk->next_free = next + 1;
  }
  return next;
}

std::optional<BlockNumber> Heap::first_candidate(std::size_t needed_bytes) {
  if (target_block_) return target_block_;
  if (const auto found = free_space_map_.search(needed_bytes, main_.blocks())) return found;
  if (main_.blocks() > 0) return main_.blocks() - 1;
  return std::nullopt;
}

PinnedPage Heap::extend(BufferRing* ring) {
  PinnedPage page = buffers_->extend(main_, ring);
  page->initialize(0);
  target_block_ = page.block();
  return page;
}

Cost Heap::cost() const {
  Cost cost = main_.cost();
  cost += free_space_map_.fork().cost();
  return cost;
}

PinnedPage Heap::read(BlockNumber block) {
  return buffers_->read(main_, block);
}

}  // namespace keycost::postgresql
