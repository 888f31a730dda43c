// A whole scenario out of JSON, and the checks that need more than one part of it.
#pragma once

#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

/// Fills everything of `file` but its path, name and hash, as far as `root` allows.
void decode_scenario_object(const JsonValue& root, ScenarioFile& file, Findings& findings);

}  // namespace keycost
