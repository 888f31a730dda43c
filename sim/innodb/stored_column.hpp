// How a column's values are stored in a record: width, order-preserving form, and what kind of field that is.
// Sources: storage/innobase/row/row0mysql.cc (row_mysql_store_col_in_innobase_format), data/data0type.cc;
// sql/field.cc; MySQL 8.0 Reference Manual, "InnoDB Row Formats" and "Data Type Storage Requirements".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/innodb/record.hpp"
#include "sim/scenario.hpp"

namespace keycost::innodb {

class StoredColumn {
 public:
  explicit StoredColumn(const ColumnDefinition& column);

  /// What is not modelled about the column, or nothing.
  static std::optional<std::string> refusal(const ColumnDefinition& column);

  const Field& field() const { return field_; }
  /// The most that a value takes.
  std::size_t size_max_bytes() const { return size_max_bytes_; }
  /// Whether values can be stored off the page.
  bool may_be_external() const { return is_text_or_blob_; }
  /// Appends the stored form of a payload (sim/sql_type.hpp).
  void store(std::span<const std::byte> payload, std::vector<std::byte>& stored) const;

 private:
  SqlType type_;
  Field field_;
  std::size_t size_max_bytes_ = 0;
  bool is_text_or_blob_ = false;
};

}  // namespace keycost::innodb
