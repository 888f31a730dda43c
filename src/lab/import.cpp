#include "src/lab/import.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "src/decimal.hpp"
#include "src/execute/file_problem.hpp"
#include "src/lab/printed_rows.hpp"
#include "src/problem.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view waldump_heading = "WAL statistics between ";
constexpr std::string_view known_origins =
    "pg_waldump --stats, pg_waldump --stats=record, pg_get_wal_stats(), pgstatindex() and pg_stat_wal";

[[noreturn]] void fail(const std::string& path, std::string message) {
  throw InputOutputFailed(file_problem(path, std::move(message)));
}

double number_in(const std::string& path, const PrintedRow& row, std::string_view column) {
  const std::string* text = row.find(column);
  if (text == nullptr) fail(path, fmt::format("has no column {}", in_quotes(column)));
  const std::optional<double> number = parse_decimal(*text);
  if (!number)
    fail(path,
         fmt::format("has {} in column {}, where a number should be", in_quotes(*text), in_quotes(column)));
  return *number;
}

constexpr std::array<std::string_view, 4> wal_columns{"count", "record_size", "fpi_size", "combined_size"};

void add_type(ImportedFigures& imported, const std::string& type, const std::array<double, 4>& values) {
  for (std::size_t column = 0; column < values.size(); ++column)
    imported.figures.emplace_back(fmt::format("wal.by_type.{}.{}", type, wal_columns[column]),
                                  values[column]);
}

/// "Heap/INSERT          12 ( 3.00)     700 ( 5.00)    0 ( 0.00)    700 ( 5.00)": a name, then four numbers
/// each with its share. Source: src/bin/pg_waldump/pg_waldump.c, XLogDumpStatsRow.
bool read_waldump_line(std::string_view line, std::string& type, std::array<double, 4>& values) {
  std::vector<std::string> words(1);
  bool in_share = false;
  for (const char character : line) {
    if (character == '(') in_share = true;
    if (!in_share && character != ' ' && character != '\t' && character != '\r') {
      words.back() += character;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
    if (character == ')') in_share = false;
  }
  if (words.back().empty()) words.pop_back();
  if (words.size() != 5) return false;
  for (std::size_t column = 0; column < values.size(); ++column) {
    const std::optional<double> number = parse_decimal(words[column + 1]);
    if (!number) return false;
    values[column] = *number;
  }
  type = words[0];
  return true;
}

ImportedFigures read_waldump(const std::string& path, std::string_view text) {
  ImportedFigures imported;
  imported.origin = "pg_waldump --stats";
  imported.by_resource_manager = true;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string type;
    std::array<double, 4> values{};
    const bool is_figures = read_waldump_line(text.substr(0, end), type, values);
    if (is_figures && type != "Total" && values[0] > 0) {
      add_type(imported, type, values);
      if (type.find('/') != std::string::npos) imported.by_resource_manager = false;
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (!imported.by_resource_manager) imported.origin = "pg_waldump --stats=record";
  if (imported.figures.empty()) fail(path, "has no line of figures below pg_waldump's heading");
  return imported;
}

ImportedFigures read_wal_stats(const std::string& path, const std::vector<PrintedRow>& rows) {
  ImportedFigures imported;
  imported.origin = "pg_get_wal_stats";
  imported.by_resource_manager = true;
  for (const PrintedRow& row : rows) {
    const std::string* type = row.find("resource_manager/record_type");
    if (type == nullptr) continue;
    std::array<double, 4> values{};
    for (std::size_t column = 0; column < values.size(); ++column)
      values[column] = number_in(path, row, wal_columns[column]);
    if (values[0] == 0) continue;
    add_type(imported, *type, values);
    if (type->find('/') != std::string::npos) imported.by_resource_manager = false;
  }
  return imported;
}

ImportedFigures read_statindex(const std::string& path, const std::vector<PrintedRow>& rows) {
  if (rows.size() != 1)
    fail(path, "has several rows of pgstatindex; one index at a time can be put beside another");
  ImportedFigures imported;
  imported.origin = "pgstatindex";
  imported.is_index = true;
  for (const auto& [column, value] : rows[0].fields)
    if (column != "version" && value != "NaN")
      imported.figures.emplace_back(column, number_in(path, rows[0], column));
  return imported;
}

ImportedFigures read_stat_wal(const std::string& path, const std::vector<PrintedRow>& rows) {
  if (rows.size() > 2) fail(path, "has more than two rows of pg_stat_wal; a before and an after are wanted");
  ImportedFigures imported;
  imported.origin = "pg_stat_wal";
  for (const std::string_view column : {"wal_records", "wal_fpi", "wal_bytes"}) {
    const double last = number_in(path, rows.back(), column);
    const double first = rows.size() == 2 ? number_in(path, rows.front(), column) : 0;
    imported.figures.emplace_back(fmt::format("pg_stat_wal.{}", column), last - first);
  }
  return imported;
}

/// pg_stat_wal counts commits too.
std::map<std::string, double> simulated_stat_wal(const std::map<std::string, double>& figures) {
  std::map<std::string, double> sums{
      {"pg_stat_wal.wal_records", 0}, {"pg_stat_wal.wal_fpi", 0}, {"pg_stat_wal.wal_bytes", 0}};
  for (const auto& [metric, value] : figures) {
    if (!metric.starts_with("wal.by_type.")) continue;
    if (metric.ends_with(".count")) sums["pg_stat_wal.wal_records"] += value;
    if (metric.ends_with(".fpi")) sums["pg_stat_wal.wal_fpi"] += value;
    if (metric.ends_with(".combined_size")) sums["pg_stat_wal.wal_bytes"] += value;
  }
  return sums;
}

/// Record types' figures summed over their resource manager: "wal.by_type.Heap.count".
std::map<std::string, double> by_manager(const std::map<std::string, double>& figures) {
  std::map<std::string, double> sums;
  for (const auto& [metric, value] : figures) {
    const std::size_t slash = metric.find('/');
    if (!metric.starts_with("wal.by_type.") || slash == std::string::npos) continue;
    sums[metric.substr(0, slash) + metric.substr(metric.rfind('.'))] += value;
  }
  return sums;
}

/// Whether the tool would have told this figure had it been there.
bool is_told(const ImportedFigures& imported, const std::string& metric) {
  if (imported.is_index || !metric.starts_with("wal.by_type.")) return false;
  return std::ranges::any_of(
      wal_columns, [&](std::string_view column) { return metric.ends_with(fmt::format(".{}", column)); });
}

}  // namespace

ImportedFigures read_server_figures(const std::string& path, std::string_view text) {
  const bool is_waldump = text.find(waldump_heading) != std::string_view::npos ||
                          (text.starts_with("Type ") && text.find("Record size") != std::string_view::npos);
  if (is_waldump) return read_waldump(path, text);
  const std::vector<PrintedRow> rows = read_printed_rows(text);
  if (!rows.empty()) {
    if (rows[0].find("resource_manager/record_type") != nullptr) return read_wal_stats(path, rows);
    if (rows[0].find("avg_leaf_density") != nullptr) return read_statindex(path, rows);
    if (rows[0].find("wal_records") != nullptr) return read_stat_wal(path, rows);
  }
  fail(path,
       fmt::format("is none of what can be read: the output of {}, as psql prints it with its column names",
                   known_origins));
}

LabOutput put_beside(const ImportedFigures& imported, const LabPlan& plan, const ImportRequest& request) {
  std::map<std::string, double> simulated;
  for (const LabFigure& figure : plan.tables.front().figures)
    if (figure.step == request.step) simulated[figure.metric] = figure.value;
  if (imported.by_resource_manager) simulated = by_manager(simulated);
  if (imported.origin == "pg_stat_wal") simulated = simulated_stat_wal(simulated);

  LabOutput output;
  output.is_complete = true;
  output.about.push_back({"scenario", "", plan.file.name});
  output.about.push_back({"engine", "", plan.file.scenario.engine});
  const auto add = [&](const std::string& metric, std::optional<double> real) {
    LabLine line;
    line.table = request.table;
    line.step = request.step;
    line.metric = metric;
    line.real = real;
    const auto found = simulated.find(metric);
    if (found != simulated.end()) {
      line.simulated = found->second;
      simulated.erase(found);
    }
    output.lines.push_back(std::move(line));
  };
  for (const auto& [metric, value] : imported.figures)
    add(imported.is_index ? fmt::format("indexes.{}.{}", request.index, metric) : metric, value);
  const std::map<std::string, double> rest = simulated;
  for (const auto& [metric, value] : rest)
    if (value != 0 && is_told(imported, metric)) add(metric, 0);
  return output;
}

}  // namespace keycost
