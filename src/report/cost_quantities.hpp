// What a step costs a row and a day, and which relation caused how much of it, as a report for people shows
// it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/report/quantities.hpp"
#include "src/report/step_columns.hpp"

namespace keycost {

/// The costs a row and, where the scenario tells a rate, a day.
std::vector<QuantityTable::Row> rate_rows(const MetricSet& metrics, std::span<const StepColumn> columns);

/// Who caused it: a row for each cost and each relation that has a part in it. No rows where the engine does
/// not tell.
QuantityTable costs_by_relation(const Scenario& scenario, const MetricSet& metrics,
                                std::span<const StepColumn> columns, const std::string& step);

}  // namespace keycost
