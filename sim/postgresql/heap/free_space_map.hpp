// The free space map of a heap: for each heap page a category of free space in units of 32 bytes, in a binary
// tree on each map page. An insert that leaves a page records what the page had left, and looks on the same
// map page for one that has room. Levels above the leaves are filled by VACUUM and by COPY's bulk extension,
// so in a table that knew nothing but INSERT nothing is ever found from the root. Source:
// src/backend/storage/freespace/freespace.c, fsmpage.c, README.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

class FreeSpaceMap {
 public:
  FreeSpaceMap(BufferManager& buffers, WriteAheadLog& log);

  /// RecordAndGetPageWithFreeSpace: notes that `block` has `free_bytes` left and looks for a page with
  /// `needed_bytes`.
  std::optional<BlockNumber> record_and_search(BlockNumber block, std::size_t free_bytes,
                                               std::size_t needed_bytes, BlockNumber heap_blocks);

  /// RecordPageWithFreeSpace: notes what `block` has left, and looks for nothing.
  void record(BlockNumber block, std::size_t free_bytes);

  /// GetPageWithFreeSpace: looks from the root. `heap_blocks`: the heap's size.
  std::optional<BlockNumber> search(std::size_t needed_bytes, BlockNumber heap_blocks);

  /// FreeSpaceMapVacuumRange: carries what the leaves say about heap blocks `first` … `end`−1 up to the root,
  /// so that others find them.
  void update_upper_levels(BlockNumber first, BlockNumber end);

  const Relation& fork() const { return fork_; }
  Relation& fork() { return fork_; }

 private:
  /// A page of the map: how high above the leaves, and which of its level.
  struct Address {
    int level = 0;
    std::size_t page = 0;
  };
  BlockNumber fork_block(Address address) const;
  /// Which slot of which page on `level` a heap block falls under, as one number: page × slots + slot.
  std::size_t place_on_level(BlockNumber block, int level) const;
  PinnedPage read(Address address);
  PinnedPage read_or_extend(Address address);
  void set(const PinnedPage& page, std::size_t slot, std::uint8_t category);
  std::uint8_t update_page(Address address, BlockNumber first, BlockNumber end, bool& past_end);

  Relation fork_;
  BufferManager* buffers_;
  WriteAheadLog* log_;
  std::size_t slots_;  ///< SlotsPerFSMPage, on every level
  int root_level_;     ///< FSM_ROOT_LEVEL
};

}  // namespace keycost::postgresql
