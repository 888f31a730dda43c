// Single values out of JSON: each function gives the value, or adds a finding that says what would be right.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

/// A value as a message calls it: `the text "on"`, `1.5`, `a list`.
std::string described(const JsonValue& value);

/// Whether `value` is an object whose keys are all among `known`. `what` names it: "an insert step". Every
/// unknown key is a finding, and so is a value that is no object.
bool check_object(const JsonValue& value, std::string_view what, std::span<const std::string_view> known,
                  Findings& findings);

/// The member that `object` must have, or nullptr and a finding.
const JsonValue* required_member(const JsonValue& object, std::string_view name, std::string_view what,
                                 Findings& findings);

struct WholeNumberRange {
  std::int64_t minimum;
  std::int64_t maximum;
};

std::optional<std::int64_t> decode_whole_number(const JsonValue& value, WholeNumberRange range,
                                                Findings& findings);
std::optional<double> decode_number(const JsonValue& value, Findings& findings);
std::optional<bool> decode_boolean(const JsonValue& value, Findings& findings);
std::optional<std::string> decode_text(const JsonValue& value, Findings& findings);

/// A table's, column's, index's or step's name: some text without control characters, no longer than
/// PostgreSQL's identifiers (63 bytes).
std::optional<std::string> decode_name(const JsonValue& value, Findings& findings);
bool check_name(std::string_view name, const SourcePosition& position, Findings& findings);

/// The elements of a list that must have some.
const std::vector<JsonValue>* decode_list(const JsonValue& value, std::string_view of_what,
                                          Findings& findings);

}  // namespace keycost
