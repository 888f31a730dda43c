// SQL types: how wide a value is on disk, how it is aligned, how it is read and printed.
//
// A value travels through the model as its plain payload: integers in little-endian two's complement, a uuid
// as its 16 bytes, text as its bytes without any length header. Headers and padding belong to the engines.
// Sources: PostgreSQL src/include/catalog/pg_type.dat (typlen, typalign); documentation, chapter "Data
// Types".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace keycost {

enum class SqlType : std::uint8_t {
  smallint,
  integer,
  bigint,
  uuid,
  text,
  boolean,
  date,
  timestamp,
  timestamptz,
  bytea
};

struct SqlTypeDescription {
  SqlType type;
  std::string_view name;   ///< as the database prints it
  std::string_view alias;  ///< another accepted spelling, "" if none
  int size_bytes;          ///< fixed width, or `variable_size`
  int alignment_bytes;     ///< of the value itself (a short varlena is not aligned)
  bool is_integer;
};

inline constexpr int variable_size = -1;

std::span<const SqlTypeDescription> sql_types();
const SqlTypeDescription& describe(SqlType type);
/// The type spelled `name` (either spelling), or nullptr.
const SqlTypeDescription* find_sql_type(std::string_view name);

/// Largest and smallest value of an integer type.
std::int64_t integer_minimum(SqlType type);
std::int64_t integer_maximum(SqlType type);

/// Appends the payload of the value that `text` spells to `payload`. Returns an empty string, or what is
/// wrong with the text ("not a uuid: …"). Accepts what the database's own input function accepts for plain
/// values.
std::string parse_value(SqlType type, std::string_view text, std::string& payload);

/// A payload as the database prints it.
std::string print_value(SqlType type, std::span<const std::byte> payload);

}  // namespace keycost
