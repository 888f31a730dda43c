#include "sim/expected_run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "sim/engine.hpp"
#include "sim/step_runner.hpp"
#include "sim/streams/key_stream.hpp"
#include "sim/theory/random_key_tree.hpp"

namespace keycost {

namespace {

/// Hundredths: what is left out is below what anybody reads, and below what two machines could differ in.
double to_hundredths(double number) {
  return std::round(number * 100.0) / 100.0;
}

ExpectedLeaves expectation_of(theory::RandomKeyTree& tree) {
  const double pages = tree.leaves();
  const double deviation = tree.standard_deviation();
  return {to_hundredths(pages), to_hundredths(deviation), to_hundredths(tree.fill(pages)),
          to_hundredths(tree.fill_per_leaf(pages) * deviation)};
}

bool may_leave_out_rows(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return may_leave_out_rows(repeat->steps);
    const auto* insert = std::get_if<InsertStep>(&step.action);
    return insert != nullptr && (insert->on_conflict || insert->rollback_every != 0);
  });
}

std::vector<ColumnBatch> first_row_of(const TableDefinition& table) {
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& definition : table.columns) columns.emplace_back(definition.type);
  make_stream_rows(table, 1)->next(1, columns);
  return columns;
}

/// Nothing where the theory has no say.
std::unique_ptr<theory::RandomKeyTree> tree_of(const Scenario& scenario, const TableDefinition& table,
                                               const IndexDefinition& index) {
  const EngineDescription* engine = find_engine(scenario.engine);
  const std::size_t column = index.columns.front().column;
  const std::optional<StreamReference>& values = table.columns[column].values;
  if (engine->random_key_tree == nullptr || table.rows_from_file || !values) return nullptr;
  const StreamDescription* stream = find_key_stream(values->stream);
  if (stream->independent_draws == nullptr) return nullptr;
  // Among N draws N²/2 pairs may be the same: less than one pair is expected to be.
  const auto rows = static_cast<double>(rows_asked_for(scenario.steps));
  if (rows * rows / 2 >= stream->independent_draws(values->options)) return nullptr;
  return engine->random_key_tree(scenario, table, index, first_row_of(table));
}

/// An index on its way through the steps.
struct ExpectedIndex {
  std::string name;
  std::size_t first_column = 0;
  std::unique_ptr<theory::RandomKeyTree> tree;  ///< nullptr where there is no expectation
};

class ExpectedRun : public StepRunner {
 public:
  ExpectedRun(const Scenario& scenario, const TableDefinition& table)
      : StepRunner(scenario, table), scenario_(scenario), table_(table) {
    for (const IndexDefinition& index : table.indexes) add_index(index);
  }

  using StepRunner::take_result;

 private:
  StepResult perform(const Step& step) override {
    StepResult cost;
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      switch_streams(insert->values);
      cost.rows = insert->rows;
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      switch_streams(copy->values);
      cost.rows = copy->rows;
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      add_index(create->indexes[table_position()]);
      load(indexes_.back());
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      for (ExpectedIndex& index : indexes_) load(index);
    }
    rows_ += cost.rows;
    return cost;
  }

  void add_index(const IndexDefinition& index) {
    indexes_.push_back({index.name, index.columns.front().column, tree_of(scenario_, table_, index)});
    const auto is_first_column = [&](std::size_t column) { return column == indexes_.back().first_column; };
    if (std::any_of(switched_.begin(), switched_.end(), is_first_column)) indexes_.back().tree.reset();
  }

  /// The index is built of all rows there are.
  void load(ExpectedIndex& index) const {
    if (index.tree && rows_ > 0) index.tree->build(static_cast<double>(rows_));
  }

  void switch_streams(const StepValues& values) {
    if (values.empty()) return;
    for (const ColumnSwitch& change : values[table_position()]) {
      switched_.push_back(change.column);
      for (ExpectedIndex& index : indexes_) {
        if (index.first_column == change.column) index.tree.reset();
      }
    }
  }

  void set_state(StepResult& result) const override {
    result.indexes.clear();
    for (ExpectedIndex& index : indexes_) {
      IndexState state;
      state.expected = expectation(index);
      result.indexes.emplace_back(index.name, state);
    }
  }

  std::optional<ExpectedLeaves> expectation(ExpectedIndex& index) const {
    if (!index.tree || rows_ == 0) return std::nullopt;
    index.tree->advance_to(static_cast<double>(rows_));
    return expectation_of(*index.tree);
  }

  void keep_state(StepResult& sum, const StepResult& last) const override { sum.indexes = last.indexes; }

  const Scenario& scenario_;
  const TableDefinition& table_;
  mutable std::vector<ExpectedIndex> indexes_;  ///< trees grow when somebody asks for them
  std::vector<std::size_t> switched_;           ///< columns
  std::uint64_t rows_ = 0;
};

void copy_expected(const StepResult& from, StepResult& to) {
  for (auto& [name, state] : to.indexes) {
    for (const auto& [expected_name, expected] : from.indexes) {
      if (expected_name == name) state.expected = expected.expected;
    }
  }
  for (std::size_t round = 0; round < to.each.size() && round < from.each.size(); ++round)
    copy_expected(from.each[round], to.each[round]);
}

bool has_expectation(const Scenario& scenario, std::size_t table) {
  if (may_leave_out_rows(scenario.steps)) return false;
  const TableDefinition& definition = scenario.tables[table];
  std::vector<const IndexDefinition*> indexes;
  for (const IndexDefinition& index : definition.indexes) indexes.push_back(&index);
  for (const Step& step : scenario.steps) {
    if (const auto* create = std::get_if<CreateIndexStep>(&step.action))
      indexes.push_back(&create->indexes[table]);
  }
  return std::any_of(indexes.begin(), indexes.end(), [&](const IndexDefinition* index) {
    return tree_of(scenario, definition, *index) != nullptr;
  });
}

}  // namespace

std::optional<TableResult> expected_leaves(const Scenario& scenario, std::size_t table) {
  if (!has_expectation(scenario, table)) return std::nullopt;
  ExpectedRun run(scenario, scenario.tables[table]);
  run.execute(scenario.steps);
  return run.take_result();
}

void set_expected_leaves(const TableResult& expected, TableResult& result) {
  for (std::size_t step = 0; step < result.steps.size() && step < expected.steps.size(); ++step)
    copy_expected(expected.steps[step], result.steps[step]);
}

}  // namespace keycost
