// SQL types: how wide a value is on disk, how it is aligned, how it is read and printed.
//
// A value travels through the model as its plain payload, the same for every engine:
//
//   integers               two's complement, little-endian
//   uuid                   its 16 bytes
//   text, varchar, char    UTF-8, whatever the column's character set; char without its trailing blanks
//   bytea, (var)binary     the bytes; binary without its padding
//   date                   days since 2000-01-01, 4 bytes
//   timestamp(tz), datetime  microseconds since 2000-01-01, 8 bytes, rounded to the column's precision
//   numeric                its decimal text as sim/numeric.hpp has it: "-12.50"
//
// Length headers, padding, character sets and packed digits belong to the engines.
// Sources: PostgreSQL src/include/catalog/pg_type.dat (typlen, typalign); documentation, chapter "Data
// Types"; MySQL 8.0 Reference Manual, chapter "Data Types".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/character_set.hpp"

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
  bytea,
  varchar,
  character,
  numeric,
  tinyint,
  datetime,
  binary,
  varbinary
};

struct SqlTypeDescription {
  SqlType type;
  std::string_view name;                    ///< as the database prints it
  std::array<std::string_view, 2> aliases;  ///< other accepted spellings, "" where there are none
  int size_bytes;                           ///< of a payload: fixed width, or `variable_size`
  int alignment_bytes;  ///< in PostgreSQL, of the value itself (a short varlena is not aligned)
  bool is_integer;
  bool is_text;  ///< characters, to which a character set and a collation belong
};

inline constexpr int variable_size = -1;

std::span<const SqlTypeDescription> sql_types();
const SqlTypeDescription& describe(SqlType type);
/// The type spelled `name` (any spelling), or nullptr.
const SqlTypeDescription* find_sql_type(std::string_view name);

/// What a column's type says besides its name: varchar(20), numeric(12, 2), datetime(3).
struct TypeModifiers {
  std::optional<int> length = {};                  ///< of text: characters; of binary, varbinary: bytes
  std::optional<int> precision = {};               ///< of numeric: digits; of times: digits of a second
  std::optional<int> scale = {};                   ///< of numeric: digits behind the point
  std::optional<CharacterSet> character_set = {};  ///< of text, where columns have one
};

/// "varchar(20)".
std::string print_type(SqlType type, const TypeModifiers& modifiers);

/// Largest and smallest value of an integer type.
std::int64_t integer_minimum(SqlType type);
std::int64_t integer_maximum(SqlType type);

/// Appends the payload of the value that `text` spells to `payload`. Returns an empty string, or what is
/// wrong with the text ("not a uuid: …"). Accepts what the database's own input function accepts for plain
/// values, and does to a value what an INSERT does: numbers and times are rounded to the column's precision,
/// blanks beyond the length of text are cut off, and nothing else is made to fit. `text` must be UTF-8 if the
/// type is text.
std::string parse_value(SqlType type, std::string_view text, std::string& payload,
                        const TypeModifiers& modifiers = {});

/// A payload as the database prints it (char without its padding).
std::string print_value(SqlType type, std::span<const std::byte> payload);

}  // namespace keycost
