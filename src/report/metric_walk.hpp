// Every quantity of a step's result, by its full path, in the order of the engine's metrics.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/metrics.hpp"

namespace keycost {

/// `path` is what expectations use below the step: "wal.bytes", "wal.by_type.Heap/INSERT.count",
/// "indexes.v4_pkey.leaf_pages".
using MetricVisitor =
    std::function<void(const std::string& path, const std::string& unit, const MetricValue& value)>;

/// Nothing if there is no number: nothing was measured, or the mean of nothing.
std::optional<double> number_of(const MetricValue& value);

/// Visits the step of an engine whose results hold `metrics`, as a whole; its rounds are steps of their own,
/// in `step.each`.
void visit_metrics(const MetricSet& metrics, const StepResult& step, const MetricVisitor& visit);

}  // namespace keycost
