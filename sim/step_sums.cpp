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

void add_relation(std::vector<std::pair<std::string, Cost>>& sums, const std::pair<std::string, Cost>& part) {
  const auto same =
      std::find_if(sums.begin(), sums.end(), [&](const auto& sum) { return sum.first == part.first; });
  if (same == sums.end()) {
    sums.push_back(part);
  } else {
    same->second += part.second;
  }
}

void add_volume(WalVolume& sum, const WalVolume& part) {
  sum.records += part.records;
  sum.fpi += part.fpi;
  sum.bytes += part.bytes;
  sum.lsn_bytes += part.lsn_bytes;
}

void add_buffers(BufferUsage& sum, const BufferUsage& part) {
  sum.hit += part.hit;
  sum.read += part.read;
  sum.dirtied += part.dirtied;
  sum.written += part.written;
}

void add_splits(std::vector<std::pair<std::string, IndexState>>& sums, const std::string& name,
                const SplitCounts& splits) {
  const auto place =
      std::find_if(sums.begin(), sums.end(), [&](const auto& index) { return index.first == name; });
  if (place == sums.end()) {
    sums.emplace_back(name, IndexState{});
    sums.back().second.splits = splits;
  } else {
    place->second.splits = sum(place->second.splits, splits);
  }
}

}  // namespace

Cost& operator+=(Cost& sum, const Cost& part) {
  add_volume(sum.wal, part.wal);
  sum.redo.bytes += part.redo.bytes;
  add_buffers(sum.buffers, part.buffers);
  return sum;
}

Cost operator-(const Cost& after, const Cost& before) {
  return {{after.wal.records - before.wal.records, after.wal.fpi - before.wal.fpi,
           after.wal.bytes - before.wal.bytes, after.wal.lsn_bytes - before.wal.lsn_bytes},
          {after.redo.bytes - before.redo.bytes},
          {after.buffers.hit - before.buffers.hit, after.buffers.read - before.buffers.read,
           after.buffers.dirtied - before.buffers.dirtied, after.buffers.written - before.buffers.written}};
}

void add_step(StepResult& sum, const StepResult& part) {
  sum.rows += part.rows;
  sum.conflicts += part.conflicts;
  sum.rolled_back += part.rolled_back;
  add_volume(sum.wal, part.wal);
  sum.checkpointer.num_timed += part.checkpointer.num_timed;
  sum.checkpointer.num_requested += part.checkpointer.num_requested;
  sum.checkpointer.buffers_written += part.checkpointer.buffers_written;
  for (const WalTypeUsage& type : part.wal.by_type) add_type(sum.wal.by_type, type);
  add_buffers(sum.buffers, part.buffers);
  for (const auto& relation : part.by_relation) add_relation(sum.by_relation, relation);
  sum.redo.bytes += part.redo.bytes;
  for (const auto& [name, index] : part.indexes) add_splits(sum.indexes, name, index.splits);
}

}  // namespace keycost
