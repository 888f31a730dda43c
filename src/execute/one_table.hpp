// One table of a scenario, run with its rows opened and its errors told in the scenario's terms.
#pragma once

#include "sim/engine.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

/// `scenario` is `file`'s, perhaps under another seed; `table` is a position in its tables. Throws
/// ScenarioInvalid or InputOutputFailed for rows that cannot be inserted, and Interrupted on a signal.
TableRun run_one_table(const ScenarioFile& file, const Scenario& scenario, std::size_t table,
                       const RunOptions& options);

}  // namespace keycost
