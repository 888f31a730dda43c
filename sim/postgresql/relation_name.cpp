#include "sim/postgresql/relation_name.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t name_max_bytes = 63;  // NAMEDATALEN - 1

/// At most `bytes` of UTF-8 text, cut between characters.
std::string_view cut(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

std::string primary_key_name(std::string_view table) {
  constexpr std::string_view ending = "_pkey";
  return std::string(cut(table, name_max_bytes - ending.size())) + std::string(ending);
}

// The longer of the two is shortened first.
std::string sequence_name(std::string_view table, std::string_view column) {
  constexpr std::string_view ending = "_seq";
  const std::size_t room = name_max_bytes - ending.size() - 1;
  std::size_t table_bytes = table.size();
  std::size_t column_bytes = column.size();
  while (table_bytes + column_bytes > room) --(table_bytes > column_bytes ? table_bytes : column_bytes);
  std::string name(cut(table, table_bytes));
  name += '_';
  name += cut(column, column_bytes);
  name += ending;
  return name;
}

}  // namespace keycost::postgresql
