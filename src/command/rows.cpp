// keycost rows: the rows of one table as CSV, in insertion order.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/print_batches.hpp"
#include "src/command/scenario_run.hpp"
#include "src/execute/interrupt.hpp"
#include "src/nearest_name.hpp"
#include "src/report/csv_field.hpp"
#include "src/report/output_files.hpp"
#include "src/rows_file.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct RowsArguments {
  std::string scenario;
  std::string table;
  std::optional<std::string> count;
  std::optional<std::string> seed;
};

std::size_t find_table(const ScenarioFile& file, const std::string& name) {
  std::vector<std::string_view> known;
  for (const TableDefinition& table : file.scenario.tables) known.push_back(table.name);
  const auto found = std::ranges::find(known, name);
  if (found == known.end()) {
    throw UsageError(
        fmt::format("{} (in {})", unknown_name("table", name, known), path_in_quotes(file.path)));
  }
  return static_cast<std::size_t>(found - known.begin());
}

std::string header_line(const TableDefinition& table) {
  std::string line;
  for (const ColumnDefinition& column : table.columns)
    line += (line.empty() ? "" : ",") + csv_field(column.name);
  return line + "\n";
}

/// One field as `COPY … (FORMAT csv)` writes it: NULL is empty, an empty text is "".
void append_value(std::string& text, const ColumnBatch& column, std::size_t row) {
  if (column.is_null(row)) return;
  const std::string value = print_value(column.type(), column.value(row));
  text += value.empty() ? "\"\"" : csv_field(value);
}

void print_rows(RowSource& rows, const TableDefinition& table, std::uint64_t count) {
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& column : table.columns) columns.emplace_back(column.type);
  print_batches(rows, columns, count,
                [](std::string& text, const std::vector<ColumnBatch>& values, std::size_t row) {
                  for (std::size_t column = 0; column < values.size(); ++column) {
                    if (column > 0) text += ',';
                    append_value(text, values[column], row);
                  }
                });
}

/// More rows than the scenario asks for may be more than a stream has.
void require_enough_values(const Scenario& scenario, std::size_t table, std::uint64_t seed,
                           std::uint64_t count) {
  const StreamLimit limit = stream_limit(scenario, table, seed);
  if (count <= limit.rows_max) return;
  throw UsageError(fmt::format("-n: column {} has values for {} rows only",
                               in_quotes(scenario.tables[table].columns[limit.column].name), limit.rows_max));
}

ExitStatus print_table(const RowsArguments& arguments) {
  if (arguments.table.empty()) throw UsageError("rows: takes a SCENARIO and the name of a table");
  const std::optional<std::uint64_t> count = read_optional_number("-n", arguments.count);
  const std::optional<std::uint64_t> seed = read_optional_seed(arguments.seed);
  const ScenarioFile file = load_scenario(arguments.scenario);
  const std::size_t position = find_table(file, arguments.table);
  const TableDefinition& table = file.scenario.tables[position];
  const std::uint64_t rows_count = count.value_or(rows_asked_for(file.scenario.steps));
  std::unique_ptr<RowSource> rows;
  const auto rows_file = std::ranges::find(file.rows_files, position, &RowsFile::table);
  if (rows_file != file.rows_files.end()) {
    rows = open_rows_file(rows_file->path, table);
  } else {
    const std::uint64_t used_seed = seed.value_or(file.scenario.seed);
    require_enough_values(file.scenario, position, used_seed, rows_count);
    rows = make_stream_rows(file.scenario, position, used_seed);
  }
  write_standard_output(header_line(table));
  print_rows(*rows, table, rows_count);
  return ExitStatus::held;
}

CommandAction declare_rows(CLI::App& app) {
  const auto arguments = std::make_shared<RowsArguments>();
  app.add_option("SCENARIO", arguments->scenario, "a scenario file");
  app.add_option("TABLE", arguments->table, "the name of one of its tables");
  app.add_option("-n", arguments->count, "how many rows; by default as many as the steps insert")
      ->type_name("N");
  app.add_option("--seed", arguments->seed, "instead of the scenario's seed")->type_name("N");
  return [arguments] { return print_table(*arguments); };
}

}  // namespace

const Command rows_command{
    "rows", "print a table's rows as CSV, in insertion order",
    "Values are as the database prints them, identity values included; NULL is an empty field, an empty text "
    "\"\".\n"
    "The output can be fed to a real server (COPY … FROM … (FORMAT csv, HEADER)) or back into a scenario.\n\n"
    "Example: keycost rows scenarios/eight-kilobytes/second-million.json v7 -n 10",
    declare_rows};

}  // namespace keycost
