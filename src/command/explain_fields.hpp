// The parts of `keycost explain` that are not declared in tables of their own.
#pragma once

#include <vector>

#include "src/command/explain_entries.hpp"

namespace keycost {

/// WAL record types: which quantities each has.
void add_record_types(std::vector<ExplainEntry>& entries);

/// Every field that the JSON Schema of scenarios describes, by its name.
void add_scenario_fields(std::vector<ExplainEntry>& entries);

}  // namespace keycost
