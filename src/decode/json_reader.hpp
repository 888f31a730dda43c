// Reads JSON with // comments into values that know their places.
//
// The structure is scanned here, so that every syntax error is told with its line and column and in the
// scenario's terms; nlohmann/json decodes the scalars.
#pragma once

#include <optional>
#include <string_view>

#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

/// Nothing if `text` is not JSON: one finding says where and why. A key given twice is a finding too, and its
/// first value stays. The values point into `text`, which must outlive them.
std::optional<JsonValue> read_json(std::string_view text, Findings& findings);

}  // namespace keycost
