// Which types an engine stores, and which numbers may stand in their parentheses. Each engine has a table of
// these; the scenario decoder, `keycost list` and the JSON Schema read it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/sql_type.hpp"

namespace keycost {

struct ModifierRange {
  int minimum;
  int maximum;
};

struct AcceptedType {
  SqlType type;
  std::optional<ModifierRange> length = {};     ///< TYPE(length)
  std::optional<ModifierRange> precision = {};  ///< TYPE(precision)
  std::optional<ModifierRange> scale = {};      ///< TYPE(precision,scale); there is a precision then
  bool must_have_modifiers = false;
  TypeModifiers when_absent = {};  ///< what the plain name means: char is char(1)
  std::string_view refusal = {};   ///< a type that is known but not stored: why, and what to take instead
};

/// The type in an engine's table, or nullptr.
const AcceptedType* find_accepted(std::span<const AcceptedType> types, SqlType type);

/// Sets `modifiers` to what the numbers in parentheses say (none: the type stands alone). Returns an empty
/// string, or what is wrong with them and what would be right.
std::string fit_modifiers(const AcceptedType& accepted, std::span<const int> numbers,
                          TypeModifiers& modifiers);

/// How the type is written: "varchar(n), n from 1 to 10485760".
std::string written_form(const AcceptedType& accepted);

}  // namespace keycost
