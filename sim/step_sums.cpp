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
  sum.doublewritten += part.doublewritten;
}

void add_hot_page(HotPageUsage& sum, const HotPageUsage& part) {
  sum.entries += part.entries;
  sum.on_rightmost_leaf += part.on_rightmost_leaf;
  sum.groups += part.groups;
  sum.most_on_a_page += part.most_on_a_page;
  sum.most_of_a_group = std::max(sum.most_of_a_group, part.most_of_a_group);
}

void add_index(std::vector<std::pair<std::string, IndexState>>& sums, const std::string& name,
               const IndexState& part) {
  const auto place =
      std::find_if(sums.begin(), sums.end(), [&](const auto& index) { return index.first == name; });
  if (place == sums.end()) {
    sums.emplace_back(name, IndexState{});
    sums.back().second.splits = part.splits;
    sums.back().second.hot_page = part.hot_page;
  } else {
    place->second.splits = sum(place->second.splits, part.splits);
    add_hot_page(place->second.hot_page, part.hot_page);
  }
}

void add_placement(PlacementUsage& sum, const PlacementUsage& part) {
  sum.rows += part.rows;
  if (sum.writes_by_range.size() < part.writes_by_range.size())
    sum.writes_by_range.resize(part.writes_by_range.size(), 0);
  for (std::size_t range = 0; range < part.writes_by_range.size(); ++range)
    sum.writes_by_range[range] += part.writes_by_range[range];
  sum.ranges = std::max(sum.ranges, part.ranges);
  sum.ranges_split += part.ranges_split;
  sum.windows += part.windows;
  sum.window_rows_each = std::max(sum.window_rows_each, part.window_rows_each);
  sum.window_rows += part.window_rows;
  sum.window_hottest_rows += part.window_hottest_rows;
  sum.window_hottest_rows_max = std::max(sum.window_hottest_rows_max, part.window_hottest_rows_max);
  sum.window_ranges_written += part.window_ranges_written;
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
           after.buffers.dirtied - before.buffers.dirtied, after.buffers.written - before.buffers.written,
           after.buffers.doublewritten - before.buffers.doublewritten}};
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
  add_placement(sum.placement, part.placement);
  for (const auto& [name, index] : part.indexes) add_index(sum.indexes, name, index);
  if (part.reading.rows > 0) sum.reading = part.reading;
}

}  // namespace keycost
