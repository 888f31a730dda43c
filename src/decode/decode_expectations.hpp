// The "expect" of a scenario: expressions over its results, each with one bound.
#pragma once

#include <vector>

#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

/// `scenario` must have its tables and steps: names are looked up in them. `scenario_source` stands for the
/// source of stated values that name none.
std::vector<Expectation> decode_expectations(const JsonValue& expect, const Scenario& scenario,
                                             const std::string& scenario_source, Findings& findings);

}  // namespace keycost
