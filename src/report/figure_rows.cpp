#include "src/report/figure_rows.hpp"

#include <algorithm>

#include "sim/engine.hpp"
#include "src/report/metric_walk.hpp"
#include "src/report/quantities.hpp"
#include "src/report/step_columns.hpp"

namespace keycost {

namespace {

// Engines differ in what tells how well an index is filled: PostgreSQL's pgstatindex gives a density,
// InnoDB's statistics give the pages that are reserved.
constexpr std::string_view density = "avg_leaf_density";
constexpr std::string_view reserved = "size";

/// From the record types, which alone tell images from records; they include commits.
LogBar log_bar(const MetricSet& metrics, const StepResult& step) {
  LogBar bar;
  if (metrics.wal_type.empty()) {
    bar.records_bytes = step.redo.bytes;
    return bar;
  }
  for (const WalTypeUsage& usage : step.wal.by_type) {
    bar.records_bytes += usage.record_size;
    bar.images_bytes += usage.fpi_size;
    bar.images += usage.fpi;
  }
  return bar;
}

FigureTable table_of(const ScenarioReport& report, const MetricSet& metrics, const IndexMetric* index_metric,
                     const std::string& table, const StepResult& step) {
  FigureTable shown{table, log_bar(metrics, step), {}};
  if (index_metric == nullptr) return shown;
  for (const auto& [name, index] : step.indexes) {
    const MetricValue value = index_metric->read(index);
    shown.indexes.push_back({index_title(report.scenario->scenario, table, name), number_of(value),
                             quantity_text(value, index_metric->unit)});
  }
  return shown;
}

}  // namespace

Figure figure_of(const ScenarioReport& report) {
  const MetricSet& metrics = metrics_of(report.result.engine);
  Figure figure;
  const IndexMetric* index_metric = find_metric(metrics.index, density);
  figure.index_is_percent = index_metric != nullptr;
  if (index_metric == nullptr) index_metric = find_metric(metrics.index, reserved);
  figure.has_images = !metrics.wal_type.empty();
  figure.log_name = figure.has_images ? "WAL" : "redo log";
  figure.log_title = figure.has_images ? "WAL written in the step, commits included"
                                       : "redo log written in the step (estimate)";
  figure.index_name = figure.index_is_percent ? "average leaf density" : "size with reserved pages";
  figure.index_unit = figure.index_is_percent ? "%" : "pages";
  for (const TableResult& table : report.result.tables) {
    for (const StepResult& step : table.steps) {
      auto shown = std::ranges::find(figure.steps, step.name, &FigureStep::step);
      if (shown == figure.steps.end()) shown = figure.steps.insert(figure.steps.end(), {step.name, {}});
      shown->tables.push_back(table_of(report, metrics, index_metric, table.name, step));
    }
  }
  return figure;
}

}  // namespace keycost
