// What is asked of a table before a fast path is taken.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/fast/key.hpp"
#include "sim/scenario.hpp"

namespace keycost::fast {

/// In Scenario::tables; their number if the table is none of them.
inline std::size_t position_of(const Scenario& scenario, const TableDefinition& table) {
  std::size_t position = 0;
  while (position < scenario.tables.size() && scenario.tables[position].name != table.name) ++position;
  return position;
}

/// Whether streams give all values; otherwise rows are given.
inline bool has_streams(const TableDefinition& table) {
  return std::all_of(table.columns.begin(), table.columns.end(),
                     [](const ColumnDefinition& column) { return column.values.has_value(); });
}

/// How many of the first rows' keys are looked at to see whether short ones will do.
inline constexpr std::uint64_t sample_rows = 8192;

/// Whether these keys differ so early that the others' most likely do too.
inline bool differ_early(std::vector<NarrowKey> sample) {
  constexpr int spare_bits = 8;  // with so many fewer, none of the sample may be alike
  for (NarrowKey& key : sample) key >>= spare_bits;
  std::sort(sample.begin(), sample.end());
  return std::adjacent_find(sample.begin(), sample.end()) == sample.end();
}

}  // namespace keycost::fast
