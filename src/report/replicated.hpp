// One step of one table as all replicates saw it: every quantity with its spread over the seeds.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/metrics.hpp"
#include "src/execute.hpp"
#include "src/replicates.hpp"

namespace keycost {

struct ReplicatedMetric {
  const Metric* metric = nullptr;
  MetricScope scope = MetricScope::step;
  std::string detail;            ///< the record type or the index
  std::optional<Spread> spread;  ///< nothing if some replicate has no value (0/0)
};

using ReplicatedVisitor = std::function<void(const ReplicatedMetric& metric)>;

/// Every quantity of `steps`, which are one step, or one of its rounds, in each replicate; in the order of
/// the engine's metrics, without those that are there `only_where_known`. A record type that occurred with some seeds only counts 0 with the others.
void visit_replicated(const MetricSet& metrics, const std::vector<const StepResult*>& steps,
                      const ReplicatedVisitor& visit);

/// The spread of one quantity, which `read` gives of each; nothing if one of them has no value.
std::optional<Spread> spread_over(const std::vector<const StepResult*>& steps,
                                  const std::function<MetricValue(const StepResult& step)>& read);

/// The step at `step` of the table at `table`, in each replicate.
std::vector<const StepResult*> replicated_step(const ScenarioResult& result, std::size_t table,
                                               std::size_t step);

/// Round `round` of a repeat.
std::vector<const StepResult*> replicated_round(const std::vector<const StepResult*>& steps,
                                                std::size_t round);

}  // namespace keycost
