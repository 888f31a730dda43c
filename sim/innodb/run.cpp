#include "sim/innodb/run.hpp"

#include <algorithm>

#include "sim/innodb/fast/condensed_table.hpp"
#include "sim/innodb/fast/record_groups.hpp"
#include "sim/innodb/fast/run.hpp"
#include "sim/innodb/observer.hpp"
#include "sim/innodb/server.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/reading/innodb_watch.hpp"
#include "sim/reading/observed_steps.hpp"
#include "sim/step_runner.hpp"
#include "sim/step_sums.hpp"

namespace keycost::innodb {

namespace {

using Indexes = std::vector<std::pair<std::string, IndexState>>;
using RelationCosts = std::vector<std::pair<std::string, Cost>>;

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

/// Relations that there were not before have paid nothing then.
RelationCosts costs_between(const RelationCosts& before, const RelationCosts& after) {
  RelationCosts costs;
  for (const auto& [name, spent] : after) {
    const auto old = std::find_if(before.begin(), before.end(),
                                  [&name = name](const auto& relation) { return relation.first == name; });
    costs.emplace_back(name, old == before.end() ? spent : spent - old->second);
  }
  return costs;
}

Indexes with_splits(Indexes states, const Indexes& counts) {
  for (auto& [name, state] : states) state.splits = splits_of(counts, name);
  return states;
}

class Run : public StepRunner {
 public:
  Run(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table, RowSource& rows,
      const RunOptions& options)
      : StepRunner(scenario, table),
        server_(rules, read_settings(rules, scenario.settings), table, scenario.rows_per_second,
                options.innodb_observer),
        rows_(rows),
        options_(options) {}

  /// `key_is_short`: only the first 8 bytes of primary keys are looked at.
  void condense(const fast::KeySource& source, bool key_is_short) {
    server_.condense_leaves(source.open_keys, source.rows, key_is_short);
  }

  TableRun finish() {
    if (options_.innodb_observer != nullptr) options_.innodb_observer->run_ends();
    server_.check();
    TableRun run{take_result(), {}};
    if (options_.keep_pages) run.pages = server_.pages();
    return run;
  }

 private:
  StepResult perform(const Step& step) override {
    Observer* const observer = options_.innodb_observer;
    if (observer != nullptr) observer->step_begins(step);
    StepResult cost = measure([&] { act(step); });
    if (observer != nullptr) observer->step_ends(step);
    return cost;
  }

  void act(const Step& step) {
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      this->insert(insert->rows, insert->commit_every);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      this->insert(copy->rows, 0);
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      server_.create_index(create->indexes[table_position()], options_);
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      server_.rebuild(options_);
    } else if (std::holds_alternative<CheckpointStep>(step.action)) {
      server_.checkpoint();
    } else if (std::holds_alternative<RestartStep>(step.action)) {
      server_.restart();
    } else if (std::holds_alternative<PrewarmStep>(step.action)) {
      server_.prewarm();
    }
  }

  void insert(std::uint64_t rows, std::uint64_t commit_every) {
    const std::uint64_t before = server_.rows();
    check_rows_were_left(before, server_.insert(rows_, rows, commit_every, options_), rows);
  }

  template <class Action>
  StepResult measure(Action action) {
    const std::uint64_t rows_before = server_.rows();
    const Cost before_cost = server_.spent();
    const auto relations_before = server_.costs_by_relation();
    const Indexes before = server_.index_states();
    action();
    StepResult cost;
    cost.rows = server_.rows() - rows_before;
    const Cost step_cost = server_.spent() - before_cost;
    cost.redo = step_cost.redo;
    cost.buffers = step_cost.buffers;
    cost.by_relation = costs_between(relations_before, server_.costs_by_relation());
    cost.indexes = splits_between(before, server_.index_states());
    return cost;
  }

  /// States as they are now, but for the splits, which are those that the step counted.
  void set_state(StepResult& result) const override {
    result.file = server_.file_state();
    result.indexes = with_splits(server_.index_states(), result.indexes);
  }

  void keep_state(StepResult& sum, const StepResult& last) const override {
    sum.file = last.file;
    sum.indexes = with_splits(last.indexes, sum.indexes);
  }

  Server server_;
  RowSource& rows_;
  const RunOptions& options_;
};

std::optional<TableRun> try_condensed(const ServerRules& rules, const Scenario& scenario,
                                      const TableDefinition& table, const fast::KeySource& source,
                                      const RunOptions& options, bool key_is_short) {
  try {
    const auto rows = source.open_rows();
    Run run(rules, scenario, table, *rows, options);
    run.condense(source, key_is_short);
    run.execute(scenario.steps);
    return run.finish();
  } catch (const fast::KeysEqual&) {
  } catch (const keycost::fast::KeysNotShort&) {
  } catch (const fast::NotCondensed&) {
  }
  return std::nullopt;
}

std::optional<TableRun> try_condensed(const ServerRules& rules, const Scenario& scenario,
                                      const TableDefinition& table, const fast::KeySource& source,
                                      const RunOptions& options) {
  if (fast::may_be_short(source, table)) {
    if (auto run = try_condensed(rules, scenario, table, source, options, true)) return run;
  }
  return try_condensed(rules, scenario, table, source, options, false);
}

TableRun run_every_page(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                        RowSource& rows, const RunOptions& options) {
  reading::InnodbWatch watch(scenario, options.innodb_observer);
  const bool is_watched = reading::asks_for_more(scenario);
  RunOptions watched = options;
  if (is_watched) watched.innodb_observer = &watch;
  Run run(rules, scenario, table, rows, watched);
  run.execute(scenario.steps);
  TableRun finished = run.finish();
  if (is_watched) reading::set_observed(scenario, table, watch.take_executions(), finished.result);
  return finished;
}

}  // namespace

std::optional<TableRun> try_condensed(const ServerRules& rules, const Scenario& scenario,
                                      const TableDefinition& table, const RunOptions& options) {
  if (fast::obstacle(rules, scenario, table, options) || fast::needs_rows(table)) return std::nullopt;
  return try_condensed(rules, scenario, table, fast::stream_source(scenario, table), options);
}

std::optional<TableRun> try_condensed(const ServerRules& rules, const Scenario& scenario,
                                      const TableDefinition& table, const keycost::fast::RememberedRows& rows,
                                      const RunOptions& options) {
  const std::uint64_t asked = rows_asked_for(scenario.steps);
  if (asked != all_remaining_rows && rows.rows() < asked) return std::nullopt;
  if (!fast::may_fit_pool(rules, scenario, table, rows.rows())) return std::nullopt;
  return try_condensed(rules, scenario, table, fast::given_source(rows, table), options);
}

TableRun run_table(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                   RowSource& rows, const RunOptions& options) {
  if (fast::obstacle(rules, scenario, table, options))
    return run_every_page(rules, scenario, table, rows, options);
  if (!fast::needs_rows(table)) {
    if (auto run = try_condensed(rules, scenario, table, options)) return std::move(*run);
    return run_every_page(rules, scenario, table, rows, options);
  }
  const keycost::fast::RememberedRows remembered(table, rows, rows_asked_for(scenario.steps), options);
  if (auto run = try_condensed(rules, scenario, table, remembered, options)) return std::move(*run);
  return run_every_page(rules, scenario, table, *remembered.again(), options);
}

}  // namespace keycost::innodb
