// What an observer has seen of each step that ran, put where a result holds it.
#pragma once

#include <vector>

#include "sim/result.hpp"
#include "sim/scenario.hpp"

namespace keycost::reading {

/// Whether a scenario asks for anything that only an observer knows: where writers meet, what a read touches.
bool asks_for_more(const Scenario& scenario);
bool has_read_step(const std::vector<Step>& steps);

/// `executions`: of every step that ran, in the order in which they ended, nothing but IndexState::hot_page
/// and StepResult::reading. They are summed as the steps' own results are, and put into `result`.
void set_observed(const Scenario& scenario, const TableDefinition& table, std::vector<StepResult> executions,
                  TableResult& result);

}  // namespace keycost::reading
