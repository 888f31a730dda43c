#include "sim/postgresql/run.hpp"

#include <map>

#include "sim/error.hpp"
#include "sim/postgresql/server.hpp"
#include "sim/postgresql/settings.hpp"
#include "sim/reported_steps.hpp"
#include "sim/step_sums.hpp"

namespace keycost::postgresql {

namespace {

class Run {
 public:
  Run(const Scenario& scenario, const TableDefinition& table, RowSource& rows, const RunOptions& options)
      : server_(read_settings(scenario.settings), table, scenario.rows_per_second), rows_(rows), options_(options) {
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
    if (options_.keep_pages || options_.keep_page_images) run.pages = server_.pages(options_);
    if (options_.keep_pages) run.buffers = server_.buffers();
    return run;
  }

 private:
  // Returns what the step's inserts cost together: whatever else is done between them is nobody's statement.
  StepResult execute(const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return execute_repeat(step, *repeat);
    StepResult cost = measure([&] { perform(step); });
    if (positions_.count(&step) != 0) {
      StepResult reported = cost;
      set_state(reported);
      record(step, std::move(reported));
    }
    const bool inserts =
        std::holds_alternative<InsertStep>(step.action) || std::holds_alternative<CopyStep>(step.action);
    return inserts ? cost : StepResult{};
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
      const std::uint64_t before = server_.totals().rows;
      check_rows_were_left(before, server_.insert(rows_, *insert, options_), insert->rows);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      const std::uint64_t before = server_.totals().rows;
      check_rows_were_left(before, server_.copy(rows_, copy->rows, options_), copy->rows);
    } else if (std::holds_alternative<CheckpointStep>(step.action)) {
      server_.checkpoint();
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      server_.create_index(create->indexes[table_position_], options_);
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      server_.rebuild(options_);
    } else if (const auto* restart = std::get_if<RestartStep>(&step.action)) {
      server_.restart(*restart);
    } else if (std::holds_alternative<PrewarmStep>(step.action)) {
      server_.prewarm();
    }
  }

  void check_rows_were_left(std::uint64_t before, std::uint64_t done, std::uint64_t asked) const {
    if (asked == all_remaining_rows || done == asked) return;
    throw RowRefused(before + done + 1, "",
                     "the rows end after " + std::to_string(before + done) + ", but the steps ask for more");
  }

  template <class Action>
  StepResult measure(Action action) {
    const Server::Totals before = server_.totals();
    action();
    const Server::Totals after = server_.totals();
    StepResult cost;
    cost.conflicts = after.conflicts - before.conflicts;
    cost.rolled_back = after.rolled_back - before.rolled_back;
    cost.rows = after.rows - before.rows - cost.conflicts - cost.rolled_back;
    cost.wal = wal_usage_between(before.wal, after.wal);
    cost.buffers = (Cost{{}, {}, after.buffers} - Cost{{}, {}, before.buffers}).buffers;
    cost.checkpointer = {
        .num_timed = after.checkpointer.num_timed - before.checkpointer.num_timed,
        .num_requested = after.checkpointer.num_requested - before.checkpointer.num_requested,
        .buffers_written = after.checkpointer.buffers_written - before.checkpointer.buffers_written};
    for (const auto& [name, spent] : after.by_relation)
      cost.by_relation.emplace_back(name, spent - spent_before(before, name));
    return cost;
  }

  static Cost spent_before(const Server::Totals& before, const std::string& relation) {
    for (const auto& [name, cost] : before.by_relation) {
      if (name == relation) return cost;
    }
    return {};  // it has been created since
  }

  void set_state(StepResult& result) const {
    result.heap = server_.heap_state();
    result.indexes = server_.index_states();
  }

  /// One execution of a reported step: added to its sum and, if it has rounds, listed.
  void record(const Step& step, StepResult execution) {
    const auto position = positions_.find(&step);
    if (position == positions_.end()) return;
    StepResult& sum = result_.steps[position->second];
    add_step(sum, execution);
    sum.heap = execution.heap;
    sum.indexes = execution.indexes;
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

TableRun run_table(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                   const RunOptions& options) {
  Run run(scenario, table, rows, options);
  run.execute(scenario.steps);
  return run.finish();
}

}  // namespace keycost::postgresql
