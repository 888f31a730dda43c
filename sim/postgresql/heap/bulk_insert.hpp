// What COPY remembers from one batch of rows to the next. Source: src/include/access/hio.h
// (BulkInsertStateData).
#pragma once

#include <cstddef>
#include <optional>

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

struct BulkInsertState {
  std::optional<BlockNumber> current;  ///< the page that is held
  std::optional<BlockNumber>
      next_free;                ///< of the blocks by which the heap grew last, the next not used yet …
  BlockNumber last_free = 0;    ///< … and the last
  std::size_t extended_by = 0;  ///< by how many blocks the heap has grown so far
};

}  // namespace keycost::postgresql
