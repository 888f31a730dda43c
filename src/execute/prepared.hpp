// execute() with somebody who sees each table's run before it begins: to hang an observer on it.
#pragma once

#include <cstddef>
#include <functional>

#include "sim/engine.hpp"
#include "src/execute.hpp"

namespace keycost {

/// Called before a table (its position in Scenario::tables) is run from the first seed, by the thread that
/// runs it.
using PrepareTable = std::function<void(std::size_t table, RunOptions& options)>;

ScenarioResult execute_prepared(const ScenarioFile& scenario, const ExecuteOptions& options,
                                const PrepareTable& prepare);

}  // namespace keycost
