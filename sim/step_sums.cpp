#include "sim/step_sums.hpp"

#include <algorithm>

namespace keycost {

namespace {

void add_type(std::vector<WalTypeUsage>& sums, const WalTypeUsage& part) {
  const auto place =
      std::lower_bound(sums.begin(), sums.end(), part,
                       [](const WalTypeUsage& a, const WalTypeUsage& b) { return a.type < b.type; });
  if (place == sums.end() || place->type != part.type) {
    sums.insert(place, part);
    return;
  }
  place->count += part.count;
  place->record_size += part.record_size;
  place->fpi += part.fpi;
  place->fpi_size += part.fpi_size;
}

}  // namespace

void add_step(StepResult& sum, const StepResult& part) {
  sum.rows += part.rows;
  sum.wal.records += part.wal.records;
  sum.wal.fpi += part.wal.fpi;
  sum.wal.bytes += part.wal.bytes;
  sum.wal.lsn_bytes += part.wal.lsn_bytes;
  sum.checkpointer.num_timed += part.checkpointer.num_timed;
  sum.checkpointer.num_requested += part.checkpointer.num_requested;
  sum.checkpointer.buffers_written += part.checkpointer.buffers_written;
  for (const WalTypeUsage& type : part.wal.by_type) add_type(sum.wal.by_type, type);
  sum.buffers.hit += part.buffers.hit;
  sum.buffers.read += part.buffers.read;
  sum.buffers.dirtied += part.buffers.dirtied;
  sum.buffers.written += part.buffers.written;
}

}  // namespace keycost
