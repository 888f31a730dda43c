// The quantities that a report for people shows for a step: which, in which order, under which words, in
// which units.
#pragma once

#include <string>
#include <vector>

#include "sim/metrics.hpp"
#include "src/replicates.hpp"
#include "src/report/report.hpp"

namespace keycost {

/// One table of a report: a column for each simulated table, a row for each quantity.
struct QuantityTable {
  std::string step;
  std::vector<std::string> columns;  ///< the tables' names
  struct Row {
    std::string label;
    std::vector<std::string> cells;  ///< one a column; "–" where a table has no such quantity
  };
  std::vector<Row> rows;
};

/// One for each reported step, in order; with replicates, a second one behind it of what depends on the seed.
std::vector<QuantityTable> quantity_tables(const ScenarioReport& report);

/// "4,836 ± 56", "550.60 ± 0.14 MB": mean and standard deviation; where all seeds agree, the value.
std::string spread_text(const Spread& spread, Unit unit);

/// "21 MB", "72,753", "71.57 %": as the five documents write them. "–" for a percentage of nothing.
std::string quantity_text(const MetricValue& value, Unit unit);

}  // namespace keycost
