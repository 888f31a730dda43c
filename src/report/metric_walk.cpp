#include "src/report/metric_walk.hpp"

#include <fmt/format.h>

namespace keycost {

void visit_metrics(const MetricSet& metrics, const StepResult& step, const MetricVisitor& visit) {
  for (const StepMetric& metric : metrics.step) visit(std::string(metric.path), metric, metric.read(step));
  for (const WalTypeUsage& usage : step.wal.by_type) {
    for (const WalTypeMetric& metric : metrics.wal_type) {
      visit(fmt::format("wal.by_type.{}.{}", usage.type, metric.path), metric, metric.read(usage));
    }
  }
  for (const auto& [name, index] : step.indexes) {
    for (const IndexMetric& metric : metrics.index) {
      visit(fmt::format("indexes.{}.{}", name, metric.path), metric, metric.read(index));
    }
  }
}

}  // namespace keycost
