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
                [&](const std::string& path, const Metric& metric, const MetricValue& value) {
                  text += fmt::format("{},{},{},{},{},{}\n", start, csv_field(step), round, csv_field(path),
                                      unit_name(metric.unit), value_field(value));
                });
}

}  // namespace

/// `round` is the index of `each`, from 0; empty for the step as a whole.
std::string write_csv_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string text = "scenario,engine,seed,table,step,round,metric,unit,value\n";
  for (const ScenarioReport& report : reports) {
    if (report.result.tables.empty()) continue;
    const MetricSet& metrics = metrics_of(report.result.engine);
    for (const TableResult& table : report.result.tables) {
      const std::string start =
          fmt::format("{},{},{},{}", csv_field(report.name()), csv_field(report.result.engine),
                      report.result.seed, csv_field(table.name));
      for (const StepResult& step : table.steps) {
        add_step(text, metrics, start, step.name, "", step);
        for (std::size_t round = 0; round < step.each.size(); ++round) {
          add_step(text, metrics, start, step.name, fmt::format("{}", round), step.each[round]);
        }
      }
    }
  }
  return text;
}

}  // namespace keycost
