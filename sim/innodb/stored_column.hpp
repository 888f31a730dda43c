// What kind of field a column makes in a record, and how its values get there.
// Sources: storage/innobase/handler/ha_innodb.cc (get_innobase_type_from_mysql_type), include/data0type.inl
// (dtype_get_fixed_size_low); MySQL 8.0 Reference Manual, "InnoDB Row Formats".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/innodb/record.hpp"
#include "sim/scenario.hpp"

namespace keycost::innodb {

class StoredColumn {
 public:
  explicit StoredColumn(const ColumnDefinition& column);

  const Field& field() const { return field_; }
  /// The most that a value takes.
  std::size_t size_max_bytes() const { return size_max_bytes_; }
  /// The least, NULL aside (dict_col_get_min_size).
  std::size_t size_min_bytes() const;
  /// TEXT: only a prefix of it could be a key.
  bool is_text() const { return type_ == SqlType::text; }
  /// Why a value of the type cannot be stored in the column ("out of range: …"); "" if it can.
  std::string_view refusal(std::span<const std::byte> payload) const;
  /// Appends the stored form of a payload (sim/sql_type.hpp).
  void store(std::span<const std::byte> payload, std::vector<std::byte>& stored) const;

 private:
  void set_width();
  void make_fixed(std::size_t size_bytes);
  void make_variable(std::size_t size_max_bytes);
  void store_text(std::span<const std::byte> payload, std::vector<std::byte>& stored) const;
  int precision() const { return modifiers_.precision.value_or(0); }

  SqlType type_;
  TypeModifiers modifiers_;
  Field field_;
  std::size_t size_max_bytes_ = 0;
};

}  // namespace keycost::innodb
