// The heap: where a row goes, and what that writes.
// Source: src/backend/access/heap/heapam.c (heap_insert), hio.c (RelationGetBufferForTuple).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/heap/bulk_insert.hpp"
#include "sim/postgresql/heap/free_space_map.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/transactions.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

/// The widest row that one page takes: 8192 − MAXALIGN(24 + 4). Source: htup_details.h (MaxHeapTupleSize).
constexpr std::size_t heap_tuple_max_size_bytes(std::size_t page_size_bytes) {
  return page_size_bytes - maxalign(page_header_size_bytes + line_pointer_size_bytes);
}
/// Rows without any column. Source: htup_details.h (MaxHeapTuplesPerPage).
constexpr std::size_t heap_tuples_per_page_max(std::size_t page_size_bytes) {
  return (page_size_bytes - page_header_size_bytes) /
         (maxalign(heap_tuple_header_size_bytes) + line_pointer_size_bytes);
}
static_assert(heap_tuples_per_page_max(block_size_bytes) == 291);

// Source: src/include/access/heapam_xlog.h.
inline constexpr std::size_t heap_header_data_size_bytes = 5;  // SizeOfHeapHeader: infomask2, infomask, hoff
inline constexpr std::size_t heap_insert_data_size_bytes = 3;  // SizeOfHeapInsert: offset and flags

/// What an insert's record has of the row: all but the header, of which three fields are kept.
constexpr std::size_t heap_insert_block_data_bytes(std::size_t tuple_size_bytes) {
  return heap_header_data_size_bytes + tuple_size_bytes - heap_tuple_header_size_bytes;
}

/// PageGetHeapFreeSpace: nothing is left when the line pointers have run out.
inline std::size_t heap_free_bytes(const Page& page) {
  return page.max_offset() >= heap_tuples_per_page_max(page.size_bytes()) ? 0 : page.free_bytes();
}

/// What a page must have free to take a row of this width: its size and what the fillfactor reserves, but no
/// more than a page that is nearly empty has.
std::size_t free_bytes_needed(std::size_t tuple_size_bytes, std::size_t reserved_bytes,
                              std::size_t page_size_bytes = block_size_bytes);
/// What a fillfactor keeps free on a page. Source: src/include/utils/rel.h (RelationGetTargetPageFreeSpace).
constexpr std::size_t reserved_by_fillfactor(int fillfactor_percent,
                                             std::size_t page_size_bytes = block_size_bytes) {
  return page_size_bytes * static_cast<std::size_t>(100 - fillfactor_percent) / 100;
}

class Heap {
 public:
  Heap(int fillfactor_percent, const Transactions& transactions, BufferManager& buffers, WriteAheadLog& log);

  /// heap_insert: puts a row version (of at most heap_tuple_max_size_bytes()) on a page, logs it and returns
  /// where it is. With a token (not 0) the insertion is speculative: the row must be confirmed.
  TupleId insert(std::span<std::byte> tuple, std::uint32_t speculative_token = 0);

  /// heap_finish_speculative: no unique index had the key of the row after all.
  void confirm(TupleId id);

  /// heap_multi_insert: the same for many rows at once, as one COPY does batch after batch. Replaces `ids`.
  void insert_many(std::span<const std::span<std::byte>> tuples, BulkInsertState& bulk,
                   std::vector<TupleId>& ids);

  /// A session that has not touched the table yet knows no target block.
  void start_session() { target_block_.reset(); }

  PinnedPage read(BlockNumber block);

  /// Whether the row is there for a reader who sees the rows of committed transactions and of his own. May
  /// leave a hint on it.
  bool is_live(const PinnedPage& page, OffsetNumber offset);

  /// Reads every page, and leaves a hint on each row that nobody has looked at since its transaction ended.
  void read_all_and_hint();

  const Relation& main_fork() const { return main_; }
  Relation& main_fork() { return main_; }
  Relation& free_space_map_fork() { return free_space_map_.fork(); }
  const Relation& free_space_map_fork() const { return free_space_map_.fork(); }
  /// Of the heap and its free space map together.
  Cost cost() const;

 private:
  /// RelationGetBufferForTuple. COPY passes what it remembers and how many pages its batch still needs at
  /// most.
  PinnedPage page_for(std::size_t tuple_size_bytes, BulkInsertState* bulk = nullptr,
                      std::size_t pages_needed = 1);
  std::optional<BlockNumber> first_candidate(std::size_t needed_bytes);
  std::optional<BlockNumber> next_candidate(BlockNumber full, std::size_t free_bytes,
                                            std::size_t needed_bytes, BulkInsertState* bulk);
  PinnedPage read_candidate(BlockNumber block, BulkInsertState* bulk);
  PinnedPage extend(BufferRing* ring = nullptr);
  PinnedPage extend_in_bulk(BulkInsertState& bulk, std::size_t pages_needed);
  std::size_t pages_for(std::span<const std::span<std::byte>> tuples) const;
  TupleId place(const PinnedPage& page, std::span<std::byte> tuple);
  void log_insert(const PinnedPage& page, std::size_t tuple_size_bytes);
  void log_multi_insert(const PinnedPage& page, std::span<const std::span<std::byte>> tuples,
                        bool began_empty);

  Relation main_;
  FreeSpaceMap free_space_map_;
  const Transactions* transactions_;
  BufferManager* buffers_;
  WriteAheadLog* log_;
  std::size_t reserved_bytes_;               ///< what the fillfactor keeps free on a page
  std::optional<BlockNumber> target_block_;  ///< where the session inserted last
};

}  // namespace keycost::postgresql
