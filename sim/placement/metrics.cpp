#include "sim/placement/metrics.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace keycost::placement {

namespace {

constexpr std::string_view model = "the model (sim/placement/README.md)";

MetricValue ratio(double part, double whole) {
  return whole == 0 ? MetricValue(std::monostate{}) : MetricValue(part / whole);
}

std::uint64_t hottest(const StepResult& step) {
  const auto& writes = step.placement.writes_by_range;
  return writes.empty() ? 0 : *std::max_element(writes.begin(), writes.end());
}

constexpr std::array step_table{
    StepMetric{{"rows", Unit::rows, false, "Rows inserted.", "count of inserted rows", "the scenario"},
               [](const StepResult& step) -> MetricValue { return step.rows; }},
    StepMetric{{"ranges", Unit::ranges, true,
                "Ranges that the table consists of: regions, ranges, tablets, shards, partitions, as the "
                "database calls "
                "them.",
                "count", model},
               [](const StepResult& step) -> MetricValue { return step.placement.ranges; }},
    StepMetric{{"ranges_written", Unit::ranges, false, "Ranges that got at least one of the step's rows.",
                "count of ranges, as they were when the row came", model},
               [](const StepResult& step) -> MetricValue {
                 const auto& writes = step.placement.writes_by_range;
                 return static_cast<std::uint64_t>(std::count_if(
                     writes.begin(), writes.end(), [](std::uint64_t rows) { return rows > 0; }));
               }},
    StepMetric{
        {"ranges_split", Unit::ranges, false, "Splits during the step, by size or load.", "count", model},
        [](const StepResult& step) -> MetricValue { return step.placement.ranges_split; }},
    StepMetric{{"hottest_percent", Unit::percent, false,
                "Share of the step's rows that went to the one range that got most of them. A range that "
                "splits goes on "
                "under its name in one half.",
                "100 × rows of the hottest range / rows", model},
               [](const StepResult& step) -> MetricValue {
                 return ratio(100.0 * static_cast<double>(hottest(step)), static_cast<double>(step.rows));
               }},
    StepMetric{
        {"max_over_mean", Unit::ratio, false,
         "How many times its fair share the hottest range got: 1 when all got the same, as many as there are "
         "ranges when one got everything.",
         "rows of the hottest range × ranges / rows", model},
        [](const StepResult& step) -> MetricValue {
          return ratio(static_cast<double>(hottest(step)) * static_cast<double>(step.placement.ranges),
                       static_cast<double>(step.rows));
        }},
    StepMetric{{"window.count", Unit::windows, false,
                "Time windows of window_rows rows that ended in the step; one that was open goes on in the "
                "next step.",
                "count", model},
               [](const StepResult& step) -> MetricValue { return step.placement.windows; }},
    StepMetric{{"window.hottest_percent", Unit::percent, false,
                "Share of a time window's rows that went to its hottest range, on average over the windows: "
                "100 when at "
                "any time one range takes all writes, whichever it is.",
                "100 × sum of the hottest ranges' rows / rows of the windows", model},
               [](const StepResult& step) -> MetricValue {
                 return ratio(100.0 * static_cast<double>(step.placement.window_hottest_rows),
                              static_cast<double>(step.placement.window_rows));
               }},
    StepMetric{{"window.hottest_percent_max", Unit::percent, false, "The same of the worst window.",
                "100 × most rows of a range in a window / window_rows", model},
               [](const StepResult& step) -> MetricValue {
                 return ratio(100.0 * static_cast<double>(step.placement.window_hottest_rows_max),
                              static_cast<double>(step.placement.window_rows_each));
               }},
    StepMetric{{"window.ranges_written", Unit::ranges, false,
                "Ranges that got at least one row of a time window, on average: how many machines can share "
                "the load.",
                "sum over windows / windows", model},
               [](const StepResult& step) -> MetricValue {
                 return ratio(static_cast<double>(step.placement.window_ranges_written),
                              static_cast<double>(step.placement.windows));
               }},
};

}  // namespace

const MetricSet& metrics() {
  static const MetricSet set{step_table, {}, {}, {}, {}};
  return set;
}

}  // namespace keycost::placement
