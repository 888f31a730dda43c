// Where a table's rows come from: its columns' key streams, or a file that the program reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/rows/column_batch.hpp"

namespace keycost {

/// Rows in insertion order, handed over in batches. A source is read once, from the first row on.
class RowSource {
 public:
  virtual ~RowSource() = default;

  /// Replaces the content of `columns` (one batch for each column of the table, in order) by at most
  /// `rows_max` further rows and returns how many there were: less than asked for means that no rows are
  /// left.
  virtual std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) = 0;
};

}  // namespace keycost
