#include "src/report/replicated.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "src/report/metric_walk.hpp"

namespace keycost {

namespace {

std::set<std::string> record_types(const std::vector<const StepResult*>& steps) {
  std::set<std::string> types;
  for (const StepResult* step : steps) {
    for (const WalTypeUsage& usage : step->wal.by_type) types.insert(usage.type);
  }
  return types;
}

WalTypeUsage usage_of(const StepResult& step, const std::string& type) {
  const auto found = std::ranges::find(step.wal.by_type, type, &WalTypeUsage::type);
  return found == step.wal.by_type.end() ? WalTypeUsage{type} : *found;
}

}  // namespace

std::optional<Spread> spread_over(const std::vector<const StepResult*>& steps,
                                  const std::function<MetricValue(const StepResult& step)>& read) {
  std::vector<double> values;
  for (const StepResult* step : steps) {
    const std::optional<double> number = number_of(read(*step));
    if (!number) return std::nullopt;
    values.push_back(*number);
  }
  return spread_of(values);
}

void visit_replicated(const MetricSet& metrics, const std::vector<const StepResult*>& steps,
                      const ReplicatedVisitor& visit) {
  for (const StepMetric& metric : metrics.step) {
    if (metric.only_where_known) continue;
    visit({&metric, MetricScope::step, "", spread_over(steps, metric.read)});
  }
  for (const std::string& type : record_types(steps)) {
    for (const WalTypeMetric& metric : metrics.wal_type) {
      const auto read = [&](const StepResult& step) { return metric.read(usage_of(step, type)); };
      visit({&metric, MetricScope::wal_type, type, spread_over(steps, read)});
    }
  }
  // The indexes are those of the table, whatever the seed.
  for (std::size_t index = 0; index < steps.front()->indexes.size(); ++index) {
    for (const IndexMetric& metric : metrics.index) {
      if (metric.only_where_known) continue;
      const auto read = [&](const StepResult& step) { return metric.read(step.indexes[index].second); };
      visit({&metric, MetricScope::index, steps.front()->indexes[index].first, spread_over(steps, read)});
    }
  }
}

std::vector<const StepResult*> replicated_step(const ScenarioResult& result, std::size_t table,
                                               std::size_t step) {
  std::vector<const StepResult*> steps;
  for (const Replicate& replicate : result.replicates) steps.push_back(&replicate.tables[table].steps[step]);
  return steps;
}

std::vector<const StepResult*> replicated_round(const std::vector<const StepResult*>& steps,
                                                std::size_t round) {
  std::vector<const StepResult*> rounds;
  for (const StepResult* step : steps) rounds.push_back(&step->each[round]);
  return rounds;
}

}  // namespace keycost
