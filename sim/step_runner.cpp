#include "sim/step_runner.hpp"

#include <string>
#include <utility>
#include <variant>

#include "sim/error.hpp"
#include "sim/reported_steps.hpp"
#include "sim/step_sums.hpp"

namespace keycost {

StepRunner::StepRunner(const Scenario& scenario, const TableDefinition& table) {
  while (table_position_ < scenario.tables.size() && scenario.tables[table_position_].name != table.name)
    ++table_position_;
  for (const ReportedStep& reported : reported_steps(scenario.steps)) {
    positions_.emplace(reported.step, result_.steps.size());
    result_.steps.emplace_back().name = reported.name;
    has_rounds_.push_back(reported.rounds > 0);
  }
  result_.name = table.name;
}

void StepRunner::execute(const std::vector<Step>& steps) {
  for (const Step& step : steps) execute(step);
}

// Returns what the step's inserts cost together: whatever else is done between them is nobody's statement.
StepResult StepRunner::execute(const Step& step) {
  if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return execute_repeat(step, *repeat);
  StepResult cost = perform(step);
  if (positions_.count(&step) != 0) {
    StepResult reported = cost;
    set_state(reported);
    record(step, std::move(reported));
  }
  const bool inserts =
      std::holds_alternative<InsertStep>(step.action) || std::holds_alternative<CopyStep>(step.action);
  return inserts ? cost : StepResult{};
}

StepResult StepRunner::execute_repeat(const Step& step, const RepeatStep& repeat) {
  StepResult cost;
  for (std::uint64_t round = 0; round < repeat.times; ++round) {
    StepResult of_round;
    for (const Step& inner : repeat.steps) add_step(of_round, execute(inner));
    set_state(of_round);
    add_step(cost, of_round);
    record(step, std::move(of_round));
  }
  return cost;
}

// One execution of a reported step: added to its sum and, if it has rounds, listed.
void StepRunner::record(const Step& step, StepResult execution) {
  const auto position = positions_.find(&step);
  if (position == positions_.end()) return;
  StepResult& sum = result_.steps[position->second];
  add_step(sum, execution);
  keep_state(sum, execution);
  if (has_rounds_[position->second]) sum.each.push_back(std::move(execution));
}

void StepRunner::check_rows_were_left(std::uint64_t before, std::uint64_t done, std::uint64_t asked) {
  if (asked == all_remaining_rows || done == asked) return;
  throw RowRefused(before + done + 1, "",
                   "the rows end after " + std::to_string(before + done) + ", but the steps ask for more");
}

}  // namespace keycost
