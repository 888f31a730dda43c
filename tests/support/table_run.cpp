#include "tests/support/table_run.hpp"

#include <algorithm>
#include <cstring>

namespace keycost::test {

std::size_t GivenRows::next(std::size_t rows_max, std::vector<ColumnBatch>& columns) {
  const std::size_t rows = std::min(rows_max, columns_[0].rows() - next_row_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns[i].clear();
    for (std::size_t row = next_row_; row < next_row_ + rows; ++row) {
      columns_[i].is_null(row) ? columns[i].append_null() : columns[i].append(columns_[i].value(row));
    }
  }
  next_row_ += rows;
  return rows;
}

ColumnDefinition column(std::string name, SqlType type, std::string stream, Options options) {
  return {std::move(name), type, false, StreamReference{std::move(stream), std::move(options)}};
}

ColumnDefinition column(std::string name, SqlType type) {
  return {std::move(name), type, false, std::nullopt};
}

Options option(std::string name, OptionValue value) {
  Options options;
  options.set(std::move(name), std::move(value));
  return options;
}

TableDefinition table(std::vector<ColumnDefinition> columns) {
  TableDefinition table;
  table.name = "t";
  table.columns = std::move(columns);
  table.indexes.push_back({"t_pkey", {{0}}, true, true, {}});
  table.rows_from_file = !table.columns[0].values.has_value();
  return table;
}

Step insert(std::uint64_t rows, std::string name) {
  return {std::move(name), InsertStep{rows, 0, false}};
}
Step checkpoint() {
  return {"", CheckpointStep{}};
}
Step repeat(std::uint64_t times, std::vector<Step> steps, std::string name) {
  return {std::move(name), RepeatStep{times, std::move(steps)}};
}

ColumnBatch integers(SqlType type, const std::vector<std::int64_t>& values) {
  ColumnBatch batch(type);
  const auto width = static_cast<std::size_t>(describe(type).size_bytes);
  for (const std::int64_t value : values) std::memcpy(batch.extend(1), &value, width);
  return batch;
}

namespace {

TableRun run_with(const TableDefinition& table, std::vector<Step> steps, RowSource& rows, std::uint64_t seed,
                  Options settings, postgresql::Observer* observer) {
  Scenario scenario;
  scenario.engine = "postgresql-18";
  scenario.seed = seed;
  scenario.settings = std::move(settings);
  scenario.tables = {table};
  scenario.steps = std::move(steps);
  RunOptions options;
  options.keep_pages = true;
  options.keep_page_images = true;
  options.postgresql_observer = observer;
  return find_engine(scenario.engine)->run(scenario, table, rows, options);
}

}  // namespace

TableRun run(const TableDefinition& table, std::vector<Step> steps, std::uint64_t seed, Options settings,
             postgresql::Observer* observer) {
  const auto rows = make_stream_rows(table, seed);
  return run_with(table, std::move(steps), *rows, seed, std::move(settings), observer);
}

TableRun run(const TableDefinition& table, std::vector<Step> steps, std::vector<ColumnBatch> rows,
             Options settings, postgresql::Observer* observer) {
  GivenRows source(std::move(rows));
  return run_with(table, std::move(steps), source, 1, std::move(settings), observer);
}

WalTypeUsage wal_type(const StepResult& step, const std::string& type) {
  for (const WalTypeUsage& usage : step.wal.by_type) {
    if (usage.type == type) return usage;
  }
  return {};
}

}  // namespace keycost::test
