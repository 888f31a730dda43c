#include "sim/expected_run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "sim/engine.hpp"
#include "sim/step_runner.hpp"
#include "sim/streams/key_stream.hpp"
#include "sim/theory/leaf_count_spread.hpp"

namespace keycost {

namespace {

/// Hundredths: what is left out is below what anybody reads, and below what two machines could differ in.
double to_hundredths(double number) {
  return std::round(number * 100.0) / 100.0;
}

ExpectedLeaves expectation_of(const theory::PostgresqlLeaf& leaf, theory::LeafCountSpread& tree) {
  const double pages = tree.leaves();
  const double deviation = tree.standard_deviation();
  // −d(density)/d(leaves)
  const double density_a_leaf =
      100.0 *
      (static_cast<double>(leaf.bytes.entry) * tree.keys() - static_cast<double>(leaf.bytes.high_key)) /
      (static_cast<double>(leaf.bytes.usable) * pages * pages);
  return {to_hundredths(pages), to_hundredths(deviation),
          to_hundredths(leaf.density_percent(tree.keys(), pages)), to_hundredths(density_a_leaf * deviation)};
}

bool may_leave_out_rows(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return may_leave_out_rows(repeat->steps);
    const auto* insert = std::get_if<InsertStep>(&step.action);
    return insert != nullptr && (insert->on_conflict || insert->rollback_every != 0);
  });
}

/// The bytes of a value of the column; all its values are of one width.
std::size_t value_bytes(const TableDefinition& table, std::size_t column) {
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& definition : table.columns) columns.emplace_back(definition.type);
  make_stream_rows(table, 1)->next(1, columns);
  return columns[column].value(0).size();
}

/// Nothing where the theory has no say.
std::optional<theory::PostgresqlLeaf> leaf_of(const Scenario& scenario, const TableDefinition& table,
                                              const IndexDefinition& index) {
  const EngineDescription* engine = find_engine(scenario.engine);
  const std::size_t column = index.columns.front().column;
  const std::optional<StreamReference>& values = table.columns[column].values;
  if (engine->random_key_leaf == nullptr || table.rows_from_file || !values) return std::nullopt;
  const StreamDescription* stream = find_key_stream(values->stream);
  if (stream->independent_draws == nullptr) return std::nullopt;
  // Among N draws N²/2 pairs may be the same: less than one pair is expected to be.
  const auto rows = static_cast<double>(rows_asked_for(scenario.steps));
  if (rows * rows / 2 >= stream->independent_draws(values->options)) return std::nullopt;
  return engine->random_key_leaf(table, index, value_bytes(table, column));
}

/// An index on its way through the steps.
struct ExpectedIndex {
  std::string name;
  std::size_t first_column = 0;
  std::optional<theory::PostgresqlLeaf> leaf;
  std::unique_ptr<theory::LeafCountSpread> tree;  ///< nullptr before the first row
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
    indexes_.push_back(
        {index.name, index.columns.front().column, leaf_of(scenario_, table_, index), nullptr});
    const auto is_first_column = [&](std::size_t column) { return column == indexes_.back().first_column; };
    if (std::any_of(switched_.begin(), switched_.end(), is_first_column)) indexes_.back().leaf.reset();
  }

  /// The index is built of all rows there are.
  void load(ExpectedIndex& index) const {
    index.tree.reset();
    if (!index.leaf || rows_ == 0) return;
    index.tree = std::make_unique<theory::LeafCountSpread>(
        index.leaf->rules, theory::bulk_loaded(*index.leaf, static_cast<double>(rows_)));
  }

  void switch_streams(const StepValues& values) {
    if (values.empty()) return;
    for (const ColumnSwitch& change : values[table_position()]) {
      switched_.push_back(change.column);
      for (ExpectedIndex& index : indexes_) {
        if (index.first_column == change.column) index.leaf.reset();
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
    if (!index.leaf || rows_ == 0) return std::nullopt;
    if (!index.tree) index.tree = std::make_unique<theory::LeafCountSpread>(index.leaf->rules);
    index.tree->advance_to(static_cast<double>(rows_));
    return expectation_of(*index.leaf, *index.tree);
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
    return leaf_of(scenario, definition, *index).has_value();
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
