#include "sim/innodb/run.hpp"

#include <map>

#include "sim/error.hpp"
#include "sim/innodb/server.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/reported_steps.hpp"
#include "sim/step_sums.hpp"

namespace keycost::innodb {

namespace {

using Indexes = std::vector<std::pair<std::string, IndexState>>;

SplitCounts splits_of(const Indexes& indexes, const std::string& name) {
  for (const auto& [other, state] : indexes) {
    if (other == name) return state.splits;
  }
  return {};
}

/// Of each index, nothing but the splits since `before`.
Indexes splits_between(const Indexes& before, const Indexes& after) {
  Indexes counts;
  for (const auto& [name, state] : after) {
    const SplitCounts old = splits_of(before, name);
    counts.emplace_back(name, IndexState{});
    counts.back().second.splits = {state.splits.right - old.right, state.splits.left - old.left,
                                   state.splits.middle - old.middle};
  }
  return counts;
}

Indexes with_splits(Indexes states, const Indexes& counts) {
  for (auto& [name, state] : states) state.splits = splits_of(counts, name);
  return states;
}

bool inserts_rows(const Step& step) {
  return std::holds_alternative<InsertStep>(step.action) || std::holds_alternative<CopyStep>(step.action);
}

class Run {
 public:
  Run(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table, RowSource& rows,
      const RunOptions& options)
      : server_(rules, read_settings(scenario.settings), table), rows_(rows), options_(options) {
    while (table_position_ < scenario.tables.size() && scenario.tables[table_position_].name != table.name)
      ++table_position_;
    for (const ReportedStep& reported : reported_steps(scenario.steps)) {
      positions_.emplace(reported.step, result_.steps.size());
      result_.steps.emplace_back().name = reported.name;
      has_rounds_.push_back(reported.rounds > 0);
    }
    result_.name = table.name;
  }

  void execute(const std::vector<Step>& steps) {
    for (const Step& step : steps) execute(step);
  }

  TableRun finish() {
    server_.check();
    TableRun run{std::move(result_), {}};
    if (options_.keep_pages) run.pages = server_.pages();
    return run;
  }

 private:
  // Returns what the step's inserts cost together: whatever else is done between them is nobody's statement.
  StepResult execute(const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return execute_repeat(step, *repeat);
    StepResult cost = measure([&] { perform(step); });
    if (!inserts_rows(step)) cost.redo = {};  // a sorted build's log is not modelled
    if (positions_.count(&step) != 0) {
      StepResult reported = cost;
      set_state(reported);
      record(step, std::move(reported));
    }
    return inserts_rows(step) ? cost : StepResult{};
  }

  StepResult execute_repeat(const Step& step, const RepeatStep& repeat) {
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

  void perform(const Step& step) {
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      this->insert(insert->rows, insert->commit_every);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      this->insert(copy->rows, 0);
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      server_.create_index(create->indexes[table_position_], options_);
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      server_.rebuild(options_);
    }
  }

  void insert(std::uint64_t rows, std::uint64_t commit_every) {
    const std::uint64_t before = server_.rows();
    check_rows_were_left(before, server_.insert(rows_, rows, commit_every, options_), rows);
  }

  void check_rows_were_left(std::uint64_t before, std::uint64_t done, std::uint64_t asked) const {
    if (asked == all_remaining_rows || done == asked) return;
    throw RowRefused(before + done + 1, "",
                     "the rows end after " + std::to_string(before + done) + ", but the steps ask for more");
  }

  template <class Action>
  StepResult measure(Action action) {
    const std::uint64_t rows_before = server_.rows();
    const std::uint64_t redo_before = server_.redo_usage().bytes;
    const Indexes before = server_.index_states();
    action();
    StepResult cost;
    cost.rows = server_.rows() - rows_before;
    cost.redo.bytes = server_.redo_usage().bytes - redo_before;
    cost.indexes = splits_between(before, server_.index_states());
    return cost;
  }

  /// States as they are now, but for the splits, which are those that the step counted.
  void set_state(StepResult& result) const {
    result.file = server_.file_state();
    result.indexes = with_splits(server_.index_states(), result.indexes);
  }

  /// One execution of a reported step: added to its sum and, if it has rounds, listed.
  void record(const Step& step, StepResult execution) {
    const auto position = positions_.find(&step);
    if (position == positions_.end()) return;
    StepResult& sum = result_.steps[position->second];
    add_step(sum, execution);
    sum.file = execution.file;
    sum.indexes = with_splits(execution.indexes, sum.indexes);
    if (has_rounds_[position->second]) sum.each.push_back(std::move(execution));
  }

  Server server_;
  RowSource& rows_;
  const RunOptions& options_;
  TableResult result_;
  std::size_t table_position_ = 0;                ///< in the scenario
  std::map<const Step*, std::size_t> positions_;  ///< looked up only, never walked
  std::vector<bool> has_rounds_;
};

}  // namespace

TableRun run_table(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                   RowSource& rows, const RunOptions& options) {
  Run run(rules, scenario, table, rows, options);
  run.execute(scenario.steps);
  return run.finish();
}

}  // namespace keycost::innodb
