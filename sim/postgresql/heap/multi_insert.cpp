// Inserting many rows at once, as COPY does: one record for all that go to a page, and several new pages at a
// time. Source: src/backend/access/heap/heapam.c (heap_multi_insert), hio.c (RelationAddBlocks).
#include <algorithm>

#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"

namespace keycost::postgresql {

namespace {

// Source: src/include/access/heapam_xlog.h.
constexpr std::size_t multi_insert_header_size_bytes = 4;  // SizeOfHeapMultiInsert: flags, padding, count
constexpr std::size_t multi_insert_offset_size_bytes =
    2;  // one for each row, unless the page begins with them
constexpr std::size_t multi_insert_tuple_size_bytes = 7;  // SizeOfMultiInsertTuple: length, infomasks, hoff
constexpr std::size_t extend_by_max = 64;                 // MAX_BUFFERS_TO_EXTEND_BY. Source: hio.c

/// The rows as the record has them: each begins at an even position.
std::size_t record_data_size(std::span<const std::span<std::byte>> tuples) {
  std::size_t size = 0;
  for (const std::span<std::byte> tuple : tuples) {
    size += size % 2 + multi_insert_tuple_size_bytes + tuple.size() - heap_tuple_header_size_bytes;
  }
  return size;
}

}  // namespace

void Heap::insert_many(std::span<const std::span<std::byte>> tuples, BulkInsertState& bulk,
                       std::vector<TupleId>& ids) {
  ids.clear();
  std::size_t pages = 0;
  std::size_t pages_used = 0;
  bool began_empty = false;
  for (std::size_t done = 0; done < tuples.size();) {
    // How many pages the rest needs at most; still true as long as pages are filled from the beginning.
    if (done == 0 || !began_empty) {
      pages = pages_for(tuples.subspan(done));
      pages_used = 0;
    } else {
      ++pages_used;
    }
    const PinnedPage page = page_for(tuples[done].size(), &bulk, pages - pages_used);
    began_empty = page->max_offset() == 0;
    std::size_t here = 0;
    do {
      ids.push_back(place(page, tuples[done + here]));
      ++here;
    } while (done + here < tuples.size() &&
             heap_free_bytes(*page) >= maxalign(tuples[done + here].size()) + reserved_bytes_);
    buffers_->mark_dirty(page);
    log_multi_insert(page, tuples.subspan(done, here), began_empty);
    done += here;
  }
}

void Heap::log_multi_insert(const PinnedPage& page, std::span<const std::span<std::byte>> tuples,
                            bool began_empty) {
  log_->insert(
      WalRecord(began_empty ? RecordType::heap2_multi_insert_init : RecordType::heap2_multi_insert)
          .block(page, began_empty ? BlockUse::initialized : BlockUse::standard, record_data_size(tuples))
          .main_data(multi_insert_header_size_bytes +
                     (began_empty ? 0 : tuples.size() * multi_insert_offset_size_bytes)));
}

// heap_multi_insert_pages.
std::size_t Heap::pages_for(std::span<const std::span<std::byte>> tuples) const {
  const std::size_t usable = buffers_->page_size_bytes() - page_header_size_bytes - reserved_bytes_;
  std::size_t pages = 1;
  std::size_t left = usable;
  for (const std::span<std::byte> tuple : tuples) {
    const std::size_t size = line_pointer_size_bytes + maxalign(tuple.size());
    if (left < size) {
      ++pages;
      left = usable;
    }
    left -= std::min(left, size);
  }
  return pages;
}

// As many pages as are needed, and at least as many as the command has added so far: 1, 1, 2, 4, … up to 64,
// if the pool is large enough for a session to hold them all at once. Those beyond the need go into the free
// space map as well. Only the first is made a page now, the others stay zeros until they are used.
PinnedPage Heap::extend_in_bulk(BulkInsertState& bulk, std::size_t pages_needed) {
  bulk.current.release();
  const std::size_t extend_by = std::min<std::size_t>(
      std::min(std::max(pages_needed, bulk.extended_by), extend_by_max), buffers_->pages_held_at_once());
  PinnedPage page = extend(&bulk.ring);
  std::vector<PinnedPage> spare;
  for (std::size_t i = 1; i < extend_by; ++i) {
    spare.push_back(buffers_->extend(main_, &bulk.ring));
    spare.back()->fill_with_zeros();
  }
  buffers_->mark_dirty(page);
  const BlockNumber end = main_.blocks();
  for (std::size_t i = 1; i < extend_by; ++i) {
    spare[i - 1].release();
    if (i < pages_needed) continue;
    free_space_map_.record(page.block() + static_cast<BlockNumber>(i),
                           buffers_->page_size_bytes() - page_header_size_bytes);
  }
  // The server passes the last block as the end, which is exclusive: a single page stays unknown to the upper
  // levels.
  if (pages_needed < extend_by) {
    free_space_map_.update_upper_levels(page.block() + static_cast<BlockNumber>(pages_needed), end - 1);
  }
  bulk.next_free.reset();
  if (extend_by > 1) {
    bulk.next_free = page.block() + 1;
    bulk.last_free = end - 1;
  }
  bulk.current = page.another_pin();
  bulk.extended_by += extend_by;
  return page;
}

}  // namespace keycost::postgresql
