// Rows that are given, not minted: their indexed values are kept, since they can be read only once. That is
// enough for the fast path, and for the plain one after it, to which no other value of fixed width makes a
// difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/engine.hpp"
#include "sim/rows/key_column.hpp"
#include "sim/rows/row_source.hpp"

namespace keycost::postgresql::fast {

class RememberedRows {
 public:
  /// Reads at most `rows_max` rows. All columns of the table are of fixed width and never NULL.
  RememberedRows(const TableDefinition& table, RowSource& rows, std::uint64_t rows_max,
                 const RunOptions& options);

  std::uint64_t rows() const { return rows_; }

  /// The values of an indexed column, from the first on. The rows must outlive them.
  std::unique_ptr<KeyColumn> column(std::size_t position) const;

  /// The rows once more; values that no index has are zero.
  std::unique_ptr<RowSource> again() const;

 private:
  friend class RowsAgain;
  struct Column {
    SqlType type;
    std::size_t size_bytes = 0;
    bool is_kept = false;
    std::vector<std::byte> payloads = {};
  };
  std::vector<Column> columns_;
  std::uint64_t rows_ = 0;
};

}  // namespace keycost::postgresql::fast
