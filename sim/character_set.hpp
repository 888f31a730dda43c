// The character sets that a column of MySQL and MariaDB can have. (A PostgreSQL database has one for all:
// UTF-8.)
//
// Payloads are UTF-8 throughout; an engine that stores another character set encodes as it stores.
// Source: MySQL 8.0 Reference Manual, 10.10 "Supported Character Sets and Collations".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace keycost {

enum class CharacterSet : std::uint8_t { ascii, latin1, utf8mb4 };

struct CharacterSetDescription {
  CharacterSet character_set;
  std::string_view name;
  int character_bytes_max;  ///< bytes that one character takes at most
};

std::span<const CharacterSetDescription> character_sets();
const CharacterSetDescription& describe(CharacterSet character_set);
/// The character set called `name`, or nullptr.
const CharacterSetDescription* find_character_set(std::string_view name);

/// Characters (code points) of well-formed UTF-8.
std::size_t count_code_points(std::string_view utf8);

/// Appends well-formed UTF-8 in another character set to `encoded`. Returns false, having appended something
/// or nothing, if there is a character that the set does not have.
bool encode_text(std::string_view utf8, CharacterSet character_set, std::string& encoded);

/// The first character of `utf8` that the set does not have, or nothing.
std::optional<std::string_view> find_unencodable(std::string_view utf8, CharacterSet character_set);

}  // namespace keycost
