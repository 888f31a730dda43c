// Runs the small scenario that a question is about.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "src/execute.hpp"

namespace keycost {

using ScenarioJson = nlohmann::ordered_json;

/// {"columns": [{"name": "id", …}], "primary_key": ["id"]}: a table of one column, which is its key.
ScenarioJson one_key_table(const ScenarioJson& type, const ScenarioJson& values);

/// {"do": "insert", "rows": N, "name": NAME}, and a checkpoint.
ScenarioJson insert_step(std::uint64_t rows, const std::string& name);
ScenarioJson checkpoint_step();

/// A scenario of one table, called "t".
ScenarioJson scenario_of(const std::string& engine, const ScenarioJson& table, std::uint64_t seed,
                         const ScenarioJson& steps);

/// Decodes and runs it: nothing that a scenario file could not say.
ScenarioResult simulated(const ScenarioJson& scenario, bool keep_pages = false);

/// Of the first table. The step must be there.
const StepResult& step_called(const ScenarioResult& result, const std::string& step, std::size_t table = 0);

/// State of the first table's index at the end of a step. The index must be there.
const IndexState& index_called(const StepResult& step, const std::string& index);

}  // namespace keycost
