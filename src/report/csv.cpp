// One line a quantity, for spreadsheets, data frames and SQL. Columns are found by name: the header line is
// part of the format, the order of lines is not.
#include <cmath>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/report/csv_field.hpp"
#include "src/report/kinds.hpp"
#include "src/report/metric_walk.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

/// Empty where there is no value.
std::string value_field(const MetricValue& value) {
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return fmt::format("{}", *count);
  const auto* number = std::get_if<double>(&value);
  return number == nullptr || std::isnan(*number) ? "" : full_precision(*number);
}

void add_step(std::string& text, const MetricSet& metrics, const std::string& start, const std::string& step,
              const std::string& round, const StepResult& result) {
  visit_metrics(metrics, result,
                [&](const std::string& path, const std::string& unit, const MetricValue& value) {
                  text += fmt::format("{},{},{},{},{},{}\n", start, csv_field(step), round, csv_field(path),
                                      unit, value_field(value));
                });
}

/// `round` is the index of `each`, from 0; empty for the step as a whole.
void add_tables(std::string& text, const ScenarioReport& report, std::uint64_t seed,
                const std::vector<TableResult>& tables) {
  const MetricSet& metrics = metrics_of(report.result.engine);
  for (const TableResult& table : tables) {
    const std::string start = fmt::format("{},{},{},{}", csv_field(report.name()),
                                          csv_field(report.result.engine), seed, csv_field(table.name));
    for (const StepResult& step : table.steps) {
      add_step(text, metrics, start, step.name, "", step);
      for (std::size_t round = 0; round < step.each.size(); ++round)
        add_step(text, metrics, start, step.name, fmt::format("{}", round), step.each[round]);
    }
  }
}

}  // namespace

std::string write_csv_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string text = "scenario,engine,seed,table,step,round,metric,unit,value\n";
  for (const ScenarioReport& report : reports) {
    if (report.result.tables.empty()) continue;
    for (const Replicate& replicate : report.result.replicates)
      add_tables(text, report, replicate.seed, replicate.tables);
    if (report.result.replicates.empty()) add_tables(text, report, report.result.seed, report.result.tables);
  }
  return text;
}

}  // namespace keycost
