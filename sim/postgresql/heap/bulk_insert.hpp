// What COPY remembers from one batch of rows to the next. Source: src/include/access/hio.h
// (BulkInsertStateData).
#pragma once

#include <cstddef>
#include <optional>

#include "sim/postgresql/buffers.hpp"

namespace keycost::postgresql {

/// Source: src/backend/storage/buffer/freelist.c (GetAccessStrategy, BAS_BULKWRITE).
inline constexpr std::size_t bulk_write_ring_bytes = std::size_t{16} << 20;

struct BulkInsertState {
  explicit BulkInsertState(const BufferManager& buffers) : ring(buffers.make_ring(bulk_write_ring_bytes)) {}

  BufferRing ring;     ///< of the heap's pages; indexes use the pool like anybody else
  PinnedPage current;  ///< the page that is held
  std::optional<BlockNumber>
      next_free;                ///< of the blocks by which the heap grew last, the next not used yet …
  BlockNumber last_free = 0;    ///< … and the last
  std::size_t extended_by = 0;  ///< by how many blocks the heap has grown so far
};

}  // namespace keycost::postgresql
