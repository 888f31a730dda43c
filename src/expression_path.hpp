// Result paths in expressions: TABLE.STEP[.each[n]].METRIC, looked up in what a scenario will report.
#pragma once

#include <string_view>
#include <vector>

#include "sim/engine.hpp"
#include "sim/reported_steps.hpp"
#include "sim/scenario.hpp"
#include "src/expression.hpp"
#include "src/expression_node.hpp"

namespace keycost {

class ExpressionNames {
 public:
  explicit ExpressionNames(const Scenario& scenario)
      : scenario_(scenario), metrics_(metrics_of(scenario.engine)), steps_(reported_steps(scenario.steps)) {}

  /// Reads the path at `offset` of `text` and moves `offset` behind it. Throws ExpressionError.
  ResultPath read_path(std::string_view text, std::size_t& offset) const;

  /// Whether a path must start at `offset` although a digit stands there: a known table and step,
  /// "2024.first".
  bool starts_path(std::string_view text, std::size_t offset) const;

 private:
  const Scenario& scenario_;
  const MetricSet& metrics_;
  std::vector<ReportedStep> steps_;
};

}  // namespace keycost
