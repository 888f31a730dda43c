#include "sim/innodb/stored_column.hpp"

#include <cstring>

#include <fmt/format.h>

#include "sim/date_time.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t date_size_bytes = 3;
constexpr std::size_t text_size_max_bytes = 65535;

std::size_t stored_size_bytes(SqlType type) {
  if (type == SqlType::date) return date_size_bytes;
  return static_cast<std::size_t>(describe(type).size_bytes);
}

/// Big-endian with the sign bit turned, so that bytes compare as the numbers do.
void store_integer(std::span<const std::byte> payload, std::vector<std::byte>& stored) {
  for (std::size_t i = payload.size(); i-- > 0;) {
    stored.push_back(i + 1 == payload.size() ? payload[i] ^ std::byte{0x80} : payload[i]);
  }
}

}  // namespace

std::optional<std::string> StoredColumn::refusal(const ColumnDefinition& column) {
  switch (column.type) {
    case SqlType::smallint:
    case SqlType::integer:
    case SqlType::bigint:
    case SqlType::boolean:
    case SqlType::text:
    case SqlType::bytea:
      return std::nullopt;
    default:
      return fmt::format("column \"{}\": type {} is not modelled for InnoDB", column.name,
                         describe(column.type).name);
  }
}

StoredColumn::StoredColumn(const ColumnDefinition& column) : type_(column.type) {
  field_.is_nullable = column.nullable;
  if (describe(type_).size_bytes == variable_size) {
    field_.is_variable = true;
    field_.may_need_two_length_bytes = true;
    is_text_or_blob_ = true;
    field_.comparison = type_ == SqlType::text ? Comparison::blank_padded : Comparison::bytes;
    size_max_bytes_ = text_size_max_bytes;
  } else {
    size_max_bytes_ = stored_size_bytes(type_);
    field_.size_bytes = static_cast<std::uint16_t>(size_max_bytes_);
  }
}

void StoredColumn::store(std::span<const std::byte> payload, std::vector<std::byte>& stored) const {
  if (field_.is_variable) {
    stored.insert(stored.end(), payload.begin(), payload.end());
  } else {
    store_integer(payload, stored);
  }
}

}  // namespace keycost::innodb
