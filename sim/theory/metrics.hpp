// What theory expects of an index of random keys, as quantities that engines have among their own.
#pragma once

#include "sim/metrics.hpp"

namespace keycost::theory {

inline constexpr std::string_view metric_source =
    "fringe analysis (Yao 1978; Eisenbarth et al. 1982), sim/theory/README.md";

template <double ExpectedLeaves::*member>
constexpr IndexMetric expected_metric(Metric metric) {
  return {metric, [](const IndexState& index) -> MetricValue {
            return index.expected ? MetricValue(*index.expected.*member) : MetricValue(std::monostate{});
          }};
}

inline constexpr IndexMetric leaf_pages_metric = expected_metric<&ExpectedLeaves::leaf_pages>(
    {"theory.leaf_pages", Unit::pages, true,
     "Expected leaf pages of an index of random keys with as many rows. Only where the first column is drawn "
     "independently for each row.",
     "mean over all orders of insertion, from the index's start", metric_source, true});

inline constexpr IndexMetric leaf_pages_sd_metric = expected_metric<&ExpectedLeaves::leaf_pages_sd>(
    {"theory.leaf_pages_sd", Unit::pages, true, "Standard deviation of a single such index around it.",
     "root of the variance that inserts bring", metric_source, true});

}  // namespace keycost::theory
