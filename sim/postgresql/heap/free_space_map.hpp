// The free space map of a heap: for each heap page a category of free space in units of 32 bytes, in a binary
// tree on each map page. An insert that leaves a page records what the page had left, and looks on the same
// map page for one that has room. Levels above the leaves are filled by VACUUM only, so in a table that was
// only inserted into nothing is ever found from the root. Source: src/backend/storage/freespace/freespace.c,
// fsmpage.c, README.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

class FreeSpaceMap {
 public:
  FreeSpaceMap(BufferManager& buffers, WriteAheadLog& log) : buffers_(&buffers), log_(&log) {}

  /// RecordAndGetPageWithFreeSpace: notes that `block` has `free_bytes` left and looks for a page with
  /// `needed_bytes`.
  std::optional<BlockNumber> record_and_search(BlockNumber block, std::size_t free_bytes,
                                               std::size_t needed_bytes);

  /// GetPageWithFreeSpace: looks from the root.
  std::optional<BlockNumber> search(std::size_t needed_bytes);

  const Relation& fork() const { return fork_; }

 private:
  PinnedPage read_leaf(std::size_t leaf_page);

  Relation fork_;
  BufferManager* buffers_;
  WriteAheadLog* log_;
};

}  // namespace keycost::postgresql
