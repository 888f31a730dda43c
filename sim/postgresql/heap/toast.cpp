#include "sim/postgresql/heap/toast.hpp"

#include <optional>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t character_size_max_bytes = 4;   // of UTF-8: pg_encoding_max_length
constexpr std::size_t length_header_size_bytes = 4;   // VARHDRSZ
constexpr std::size_t numeric_header_size_bytes = 8;  // NUMERIC_HDRSZ
constexpr std::size_t numeric_digit_decimals = 4;     // DEC_DIGITS
constexpr std::size_t numeric_digit_size_bytes = 2;

/// type_maximum_size, numeric_maximum_size: with the longest header, and every character at its widest.
/// Nothing if the type knows no limit. Source: src/backend/utils/adt/format_type.c, numeric.c
std::optional<std::size_t> size_max_bytes(const ColumnDefinition& column) {
  const TypeModifiers& modifiers = column.modifiers;
  if (modifiers.length)
    return static_cast<std::size_t>(*modifiers.length) * character_size_max_bytes + length_header_size_bytes;
  if (column.type == SqlType::numeric && modifiers.precision) {
    const std::size_t digits =
        (static_cast<std::size_t>(*modifiers.precision) + 2 * (numeric_digit_decimals - 1)) /
        numeric_digit_decimals;
    return numeric_header_size_bytes + digits * numeric_digit_size_bytes;
  }
  return std::nullopt;
}

}  // namespace

bool needs_toast_table(const TableDefinition& table, std::size_t page_size_bytes) {
  bool has_variable_width = false;
  std::size_t data = 0;
  for (const ColumnDefinition& column : table.columns) {
    const Attribute attribute(column.type);
    data = align_to(data, attribute.alignment_bytes);
    if (attribute.size_bytes != variable_size) {
      data += static_cast<std::size_t>(attribute.size_bytes);
      continue;
    }
    has_variable_width = true;
    const std::optional<std::size_t> size = size_max_bytes(column);
    if (!size) return true;
    data += *size;
  }
  const std::size_t header = maxalign(heap_tuple_header_size_bytes + (table.columns.size() + 7) / 8);
  return has_variable_width && header + maxalign(data) > toast_tuple_threshold_bytes(page_size_bytes);
}

}  // namespace keycost::postgresql
