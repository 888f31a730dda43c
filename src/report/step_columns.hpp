// What the tables of a report for people are made from: a column for each simulated table, and the words by
// which its indexes and other relations are called across tables.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result.hpp"
#include "sim/scenario.hpp"

namespace keycost {

/// What stands where a table has no such quantity.
inline constexpr const char* absent = "–";

/// A step of one table: a column of the report.
struct StepColumn {
  const TableResult* table;
  const StepResult* step;  ///< nullptr if the table has no such step
  std::vector<const StepResult*>
      replicates;  ///< the same from every seed; empty: values, not spreads, are shown
};

/// What people call an index across tables: "primary key", or its name without the table's: "index code_key".
/// The whole name where the table has another index of the short one.
std::string index_title(const Scenario& scenario, const std::string& table_name, const std::string& index);

/// The same for a name of StepResult::by_relation: "heap", "primary key", "sequence of id".
std::string relation_title(const Scenario& scenario, const TableResult& table, const std::string& relation);

/// The metric of that path, or nullptr.
template <class Metrics>
auto find_metric(const Metrics& metrics, std::string_view path) {
  const auto found = std::ranges::find(metrics, path, [](const auto& metric) { return metric.path; });
  return found == metrics.end() ? nullptr : &*found;
}

}  // namespace keycost
