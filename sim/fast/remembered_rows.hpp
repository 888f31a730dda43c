// Rows that are given, not minted: their indexed values are kept, since they can be read only once. That is
// enough for the fast paths, and for the plain ones after them, to which no other value of fixed width makes
// a difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/engine.hpp"
#include "sim/rows/key_column.hpp"
#include "sim/rows/row_source.hpp"

namespace keycost::fast {

class RememberedRows {
 public:
  /// Reads at most `rows_max` rows. No value of the table's is NULL, and on its pages those of a column are
  /// all of one width.
  RememberedRows(const TableDefinition& table, RowSource& rows, std::uint64_t rows_max,
                 const RunOptions& options);

  std::uint64_t rows() const { return rows_; }

  /// The values of an indexed column, from the first on. The rows must outlive them.
  std::unique_ptr<KeyColumn> column(std::size_t position) const;

  /// The rows once more; in columns that no index has, every row has the first one's value.
  std::unique_ptr<RowSource> again() const;

  /// The values of a column, as payloads.
  struct Column {
    explicit Column(SqlType column_type);

    /// Those of `values`.
    void add(const ColumnBatch& values);
    /// Replaces the content of `values` by `rows` values from number `first` on.
    void copy(std::uint64_t first, std::size_t rows, ColumnBatch& values) const;

    SqlType type;
    bool is_kept = false;    ///< else the first one's value is every row's
    std::size_t size_bytes;  ///< of the type; 0: it varies
    std::vector<std::byte> payloads = {};
    std::vector<std::uint64_t> ends = {};  ///< of each value, where the type's width varies
  };

 private:
  friend class RowsAgain;
  std::vector<Column> columns_;
  std::uint64_t rows_ = 0;
};

}  // namespace keycost::fast
