#include "src/quiz/simulated.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

ScenarioJson one_key_table(const ScenarioJson& type, const ScenarioJson& values) {
  return {{"columns", ScenarioJson::array({{{"name", "id"}, {"type", type}, {"values", values}}})},
          {"primary_key", ScenarioJson::array({"id"})}};
}

ScenarioJson insert_step(std::uint64_t rows, const std::string& name) {
  return {{"do", "insert"}, {"rows", rows}, {"name", name}};
}

ScenarioJson checkpoint_step() {
  return {{"do", "checkpoint"}};
}

ScenarioJson scenario_of(const std::string& engine, const ScenarioJson& table, std::uint64_t seed,
                         const ScenarioJson& steps) {
  return {{"engine", engine}, {"seed", seed}, {"tables", {{"t", table}}}, {"steps", steps}};
}

ScenarioResult simulated(const ScenarioJson& scenario, bool keep_pages) {
  ExecuteOptions options;
  options.keep_pages = keep_pages;
  return execute(decode_scenario("quiz.json", scenario.dump()), options);
}

const StepResult& step_called(const ScenarioResult& result, const std::string& step, std::size_t table) {
  const std::vector<StepResult>& steps = result.tables.at(table).steps;
  const auto found = std::ranges::find(steps, step, &StepResult::name);
  if (found == steps.end()) throw InvariantBroken("a quiz's scenario lacks the step " + step);
  return *found;
}

const IndexState& index_called(const StepResult& step, const std::string& index) {
  const auto found = std::ranges::find(step.indexes, index, &std::pair<std::string, IndexState>::first);
  if (found == step.indexes.end()) throw InvariantBroken("a quiz's scenario lacks the index " + index);
  return found->second;
}

}  // namespace keycost
