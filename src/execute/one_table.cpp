#include "src/execute/one_table.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "src/execute/file_problem.hpp"
#include "src/execute/interrupt.hpp"
#include "src/rows_file.hpp"

namespace keycost {

namespace {

/// Looks for an interrupt before every batch: a pipe may keep us waiting for rows.
class InterruptibleRows : public RowSource {
 public:
  explicit InterruptibleRows(RowSource& rows) : rows_(rows) {}

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    stop_if_interrupted();
    const std::size_t count = rows_.next(rows_max, columns);
    stop_if_interrupted();
    return count;
  }

 private:
  RowSource& rows_;
};

std::string column_prefix(const RowRefused& refused) {
  return refused.column().empty() ? "" : fmt::format("column \"{}\": ", refused.column());
}

std::string row_words(const RowRefused& refused) {
  return refused.row_number() == 0 ? "" : fmt::format(", row {}", refused.row_number());
}

/// Rows that a key stream made are the scenario's fault.
[[noreturn]] void refuse_stream_row(const ScenarioFile& file, const TableDefinition& table,
                                    const RowRefused& refused) {
  throw ScenarioInvalid(
      {file_problem(file.path, fmt::format("table \"{}\"{}: {}{}", table.name, row_words(refused),
                                           column_prefix(refused), refused.what()))});
}

/// Rows that came from a file are the file's fault, and have a line there.
[[noreturn]] void refuse_file_row(const RowsFile& rows_file, const RowsFileSource& rows,
                                  const RowRefused& refused) {
  const std::uint64_t line = refused.row_number() == 0 ? 0 : rows.line_of_row(refused.row_number());
  const std::string row =
      line == 0 && refused.row_number() != 0 ? fmt::format("row {}: ", refused.row_number()) : "";
  Problem problem = file_problem(rows_file.path, row + column_prefix(refused) + refused.what());
  problem.position.line = line;
  throw InputOutputFailed(std::move(problem));
}

TableRun run_with_rows(const ScenarioFile& file, const Scenario& scenario, std::size_t position,
                       const RunOptions& options) {
  const EngineDescription* engine = find_engine(scenario.engine);
  require(engine != nullptr, "an engine's name is checked when a scenario is decoded");
  const TableDefinition& table = scenario.tables[position];
  const auto rows_file = std::ranges::find(file.rows_files, position, &RowsFile::table);
  if (rows_file != file.rows_files.end()) {
    const std::unique_ptr<RowsFileSource> rows = open_rows_file(rows_file->path, table);
    InterruptibleRows interruptible(*rows);
    try {
      return engine->run(scenario, table, interruptible, options);
    } catch (const RowRefused& refused) {
      refuse_file_row(*rows_file, *rows, refused);
    }
  }
  const std::unique_ptr<RowSource> rows = make_stream_rows(scenario, position, scenario.seed);
  try {
    return engine->run(scenario, table, *rows, options);
  } catch (const RowRefused& refused) {
    refuse_stream_row(file, table, refused);
  }
}

}  // namespace

TableRun run_one_table(const ScenarioFile& file, const Scenario& scenario, std::size_t table,
                       const RunOptions& options) {
  try {
    return run_with_rows(file, scenario, table, options);
  } catch (const NotModelled& refused) {
    throw ScenarioInvalid({file_problem(
        file.path, fmt::format("table \"{}\": {}", scenario.tables[table].name, refused.what()))});
  }
}

}  // namespace keycost
