// Walks a scenario's steps for one table, whatever the engine: what is reported, what is summed, what rounds
// are listed. The engine says what a step does, what it costs and what the table looks like then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/result.hpp"
#include "sim/scenario.hpp"

namespace keycost {

class StepRunner {
 public:
  StepRunner(const StepRunner&) = delete;
  StepRunner& operator=(const StepRunner&) = delete;
  virtual ~StepRunner() = default;

  void execute(const std::vector<Step>& steps);

 protected:
  /// `table` is one of the scenario's.
  StepRunner(const Scenario& scenario, const TableDefinition& table);

  /// In Scenario::tables.
  std::size_t table_position() const { return table_position_; }
  TableResult take_result() { return std::move(result_); }

  /// Throws RowRefused if a step that asked for `asked` rows got `done`, after `before` of earlier steps.
  static void check_rows_were_left(std::uint64_t before, std::uint64_t done, std::uint64_t asked);

 private:
  /// Does the step, which is no repeat. Returns what it cost.
  virtual StepResult perform(const Step& step) = 0;
  /// Adds what the table looks like now.
  virtual void set_state(StepResult& result) const = 0;
  /// The state of a step that has run several times is that of its last execution.
  virtual void keep_state(StepResult& sum, const StepResult& last) const = 0;

  StepResult execute(const Step& step);
  StepResult execute_repeat(const Step& step, const RepeatStep& repeat);
  void record(const Step& step, StepResult execution);

  TableResult result_;
  std::size_t table_position_ = 0;
  std::map<const Step*, std::size_t> positions_;  ///< looked up only, never walked
  std::vector<bool> has_rounds_;
};

}  // namespace keycost
