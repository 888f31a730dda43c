// A column's "type" and "charset": "varchar(20)", "numeric(12, 2)".
#pragma once

#include <optional>

#include "sim/engine.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

struct DecodedType {
  SqlType type;
  TypeModifiers modifiers;
};

/// What the text says, where `engine` has such columns. Blanks between the parts and around numbers do not
/// count; the parentheses may stand behind the first word, as in "timestamp(3) with time zone".
std::optional<DecodedType> decode_type(const JsonValue& value, const EngineDescription& engine,
                                       Findings& findings);

/// The character set of a text column.
void decode_character_set(const JsonValue& value, const EngineDescription& engine, DecodedType& type,
                          Findings& findings);

}  // namespace keycost
