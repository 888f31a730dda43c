// Settings, table options, index options and stream options: whatever the model has declared.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/declaration.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

/// The value, of the declared kind and within the declared range; else nothing and a finding.
std::optional<OptionValue> decode_option(const Declaration& declaration, const JsonValue& value,
                                         Findings& findings);

/// Every member of `object` that is declared. Other members are for check_object() to judge.
Options decode_options(std::span<const Declaration> declarations, const JsonValue& object,
                       Findings& findings);

/// `names`, followed by the names of `declarations`: the keys that an object may have.
std::vector<std::string_view> known_keys(std::span<const std::string_view> names,
                                         std::span<const Declaration> declarations);

}  // namespace keycost
