#include "src/report/metric_walk.hpp"

#include <cmath>

#include <fmt/format.h>

namespace keycost {

namespace {

template <class Metrics, class Subject>
void visit_all(const std::string& prefix, const Metrics& metrics, const Subject& subject,
               const MetricVisitor& visit) {
  for (const auto& metric : metrics) {
    const MetricValue value = metric.read(subject);
    if (metric.only_where_known && std::holds_alternative<std::monostate>(value)) continue;
    visit(fmt::format("{}{}", prefix, metric.path), std::string(unit_name(metric.unit)), value);
  }
}

void visit_views(const MetricSet& metrics, const StepResult& step, const MetricVisitor& visit) {
  for (const CostViewDescription& view : cost_views()) {
    if (view.view == CostView::per_day && step.rows_per_second == 0) continue;
    for (const CostMetric& metric : metrics.cost) {
      visit(fmt::format("{}.{}", view.name, metric.path),
            fmt::format("{} {}", unit_name(metric.unit), view.words),
            read_cost(metric, step.cost(), view.view, step));
    }
  }
}

}  // namespace

std::optional<double> number_of(const MetricValue& value) {
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*count);
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || std::isnan(*number)) return std::nullopt;
  return *number;
}

void visit_metrics(const MetricSet& metrics, const StepResult& step, const MetricVisitor& visit) {
  visit_all("", metrics.step, step, visit);
  visit_views(metrics, step, visit);
  for (const WalTypeUsage& usage : step.wal.by_type) {
    visit_all(fmt::format("wal.by_type.{}.", usage.type), metrics.wal_type, usage, visit);
  }
  for (const auto& [name, index] : step.indexes) {
    visit_all(fmt::format("indexes.{}.", name), metrics.index, index, visit);
  }
  for (const auto& [name, cost] : step.by_relation) {
    visit_all(fmt::format("by_relation.{}.", name), metrics.cost, cost, visit);
  }
}

}  // namespace keycost
