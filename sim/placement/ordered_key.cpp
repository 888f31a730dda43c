#include "sim/placement/ordered_key.hpp"

namespace keycost::placement {

namespace {

// Every key of a row is under its table's and index's prefix, which is the same for all of them and left out.
constexpr char terminator = '\0';
constexpr char escaped_zero = '\xff';

void append_number(std::span<const std::byte> payload, std::string& key) {
  for (std::size_t i = payload.size(); i-- > 0;) {
    const auto flip = static_cast<unsigned char>(i + 1 == payload.size() ? 0x80 : 0);
    key.push_back(static_cast<char>(static_cast<unsigned char>(payload[i]) ^ flip));
  }
}

}  // namespace

bool sorts_as_number(SqlType type) {
  return describe(type).is_integer || type == SqlType::date || type == SqlType::timestamp ||
         type == SqlType::timestamptz || type == SqlType::datetime;
}

void append_ordered(const ColumnBatch& column, std::size_t row, bool is_last, std::string& key) {
  const std::span<const std::byte> payload = column.value(row);
  if (sorts_as_number(column.type())) return append_number(payload, key);
  for (const std::byte byte : payload) {
    key.push_back(static_cast<char>(byte));
    if (byte == std::byte{0} && !is_last) key.push_back(escaped_zero);
  }
  if (!is_last) key.push_back(terminator);
}

void build_ordered_key(const std::vector<ColumnBatch>& batches, const std::vector<IndexColumn>& columns,
                       std::size_t row, std::string& key) {
  key.clear();
  for (std::size_t i = 0; i < columns.size(); ++i)
    append_ordered(batches[columns[i].column], row, i + 1 == columns.size(), key);
}

}  // namespace keycost::placement
