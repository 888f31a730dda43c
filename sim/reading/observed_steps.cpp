#include "sim/reading/observed_steps.hpp"

#include <algorithm>
#include <utility>

#include "sim/error.hpp"
#include "sim/step_runner.hpp"

namespace keycost::reading {

namespace {

/// Walks the steps once more, with what was seen in the place of what they do.
class Replay : public StepRunner {
 public:
  Replay(const Scenario& scenario, const TableDefinition& table, std::vector<StepResult> executions)
      : StepRunner(scenario, table), executions_(std::move(executions)) {}

  using StepRunner::take_result;

 private:
  StepResult perform(const Step&) override {
    require(next_ < executions_.size(), "an observer is told of the end of every step");
    return std::move(executions_[next_++]);
  }
  void set_state(StepResult&) const override {}
  void keep_state(StepResult&, const StepResult&) const override {}

  std::vector<StepResult> executions_;
  std::size_t next_ = 0;
};

void copy_observed(const StepResult& from, StepResult& to) {
  to.reading = from.reading;
  for (const auto& [name, seen] : from.indexes) {
    for (auto& [index, state] : to.indexes) {
      if (index == name) state.hot_page = seen.hot_page;
    }
  }
  for (std::size_t round = 0; round < to.each.size() && round < from.each.size(); ++round)
    copy_observed(from.each[round], to.each[round]);
}

}  // namespace

bool has_read_step(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return has_read_step(repeat->steps);
    return std::holds_alternative<ReadStep>(step.action);
  });
}

bool asks_for_more(const Scenario& scenario) {
  return scenario.concurrent_writers > 0 || has_read_step(scenario.steps);
}

void set_observed(const Scenario& scenario, const TableDefinition& table, std::vector<StepResult> executions,
                  TableResult& result) {
  Replay replay(scenario, table, std::move(executions));
  replay.execute(scenario.steps);
  const TableResult observed = replay.take_result();
  for (std::size_t step = 0; step < result.steps.size() && step < observed.steps.size(); ++step)
    copy_observed(observed.steps[step], result.steps[step]);
}

}  // namespace keycost::reading
