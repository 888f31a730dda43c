// The "expect" of a scenario: expressions over its results, each with one bound.
#pragma once

#include <vector>

#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

/// `file` must have its tables, steps, replicates and source: names are looked up in them, and the source
/// stands for that of stated values that name none.
std::vector<Expectation> decode_expectations(const JsonValue& expect, const ScenarioFile& file,
                                             Findings& findings);

}  // namespace keycost
