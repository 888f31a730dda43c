#include "src/report/cost_quantities.hpp"

#include <fmt/format.h>

#include "src/report/labels.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

std::string cost_text(const CostMetric& metric, const Cost& cost, CostView view, const StepResult& step) {
  const MetricValue value = read_cost(metric, cost, view, step);
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr) return quantity_text(value, metric.unit);
  if (view == CostView::per_row)
    return metric.unit == Unit::bytes ? fmt::format("{:.2f} bytes", *number) : fmt::format("{:.4f}", *number);
  return quantity_text(static_cast<std::uint64_t>(*number + 0.5), metric.unit);
}

bool has_rate(std::span<const StepColumn> columns) {
  return std::ranges::any_of(columns, [](const StepColumn& column) {
    return column.step != nullptr && column.step->rows_per_second > 0;
  });
}

class CostRows {
 public:
  CostRows(const Scenario& scenario, std::span<const StepColumn> columns)
      : scenario_(scenario), columns_(columns) {}

  /// Those of the relation called so, in every table.
  void add(const CostMetric& metric, const ReportLabel& label, CostView view, const std::string& title) {
    const char* words = view == CostView::per_day ? " a day" : "";
    QuantityTable::Row row{fmt::format("{}{}, {}", label.words, words, title), {}};
    bool has_any = false;
    for (const StepColumn& column : columns_) {
      const Cost* cost = find(column, title);
      has_any = has_any || (cost != nullptr && metric.read(*cost) > 0);
      row.cells.push_back(cost == nullptr ? absent : cost_text(metric, *cost, view, *column.step));
    }
    if (has_any) rows.push_back(std::move(row));
  }

  /// In the order in which the tables have them, each once.
  std::vector<std::string> titles() const {
    std::vector<std::string> titles;
    for (const StepColumn& column : columns_) {
      if (column.step == nullptr) continue;
      for (const auto& [name, cost] : column.step->by_relation) {
        std::string title = relation_title(scenario_, *column.table, name);
        if (std::ranges::find(titles, title) == titles.end()) titles.push_back(std::move(title));
      }
    }
    return titles;
  }

  std::vector<QuantityTable::Row> rows;

 private:
  const Cost* find(const StepColumn& column, const std::string& title) const {
    if (column.step == nullptr) return nullptr;
    for (const auto& [name, cost] : column.step->by_relation) {
      if (relation_title(scenario_, *column.table, name) == title) return &cost;
    }
    return nullptr;
  }

  const Scenario& scenario_;
  std::span<const StepColumn> columns_;
};

}  // namespace

std::vector<QuantityTable::Row> rate_rows(const MetricSet& metrics, std::span<const StepColumn> columns) {
  std::vector<QuantityTable::Row> rows;
  for (const CostViewDescription& view : cost_views()) {
    if (view.view == CostView::per_day && !has_rate(columns)) continue;
    for (const ReportLabel& label : cost_labels()) {
      const CostMetric* metric = find_metric(metrics.cost, label.metric);
      if (metric == nullptr) continue;
      QuantityTable::Row row{fmt::format("{} {}", label.words, view.words), {}};
      for (const StepColumn& column : columns) {
        row.cells.push_back(column.step == nullptr
                                ? absent
                                : cost_text(*metric, column.step->cost(), view.view, *column.step));
      }
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

QuantityTable costs_by_relation(const Scenario& scenario, const MetricSet& metrics,
                                std::span<const StepColumn> columns, const std::string& step) {
  CostRows costs(scenario, columns);
  const std::vector<std::string> titles = costs.titles();
  for (const CostView view : {CostView::whole, CostView::per_day}) {
    if (view == CostView::per_day && !has_rate(columns)) continue;
    for (const ReportLabel& label : cost_labels()) {
      const CostMetric* metric = find_metric(metrics.cost, label.metric);
      if (metric == nullptr) continue;
      for (const std::string& title : titles) costs.add(*metric, label, view, title);
    }
  }
  QuantityTable table{step + " by relation", {}, std::move(costs.rows)};
  for (const StepColumn& column : columns) table.columns.push_back(column.table->name);
  return table;
}

}  // namespace keycost
