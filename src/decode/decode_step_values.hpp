// The "values" of a step that inserts: columns that take other streams from then on.
#pragma once

#include <vector>

#include "sim/scenario.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

/// Empty if the step has none. Each member is a column's name, for every table that has such a column, or
/// "TABLE.COLUMN".
StepValues decode_step_values(const JsonValue& step, const std::vector<TableDefinition>& tables,
                              Findings& findings);

}  // namespace keycost
