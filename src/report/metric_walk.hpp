// Every quantity of a step's result, by its full path, in the order of sim/metrics.hpp.
#pragma once

#include <functional>
#include <string>

#include "sim/metrics.hpp"

namespace keycost {

/// `path` is what expectations use below the step: "wal.bytes", "wal.by_type.Heap/INSERT.count",
/// "indexes.v4_pkey.leaf_pages".
using MetricVisitor =
    std::function<void(const std::string& path, const Metric& metric, const MetricValue& value)>;

/// Visits the step as a whole; its rounds are steps of their own, in `step.each`.
void visit_metrics(const StepResult& step, const MetricVisitor& visit);

}  // namespace keycost
