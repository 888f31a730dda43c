#include "sim/metrics.hpp"

#include <array>

namespace keycost {

namespace {

constexpr double seconds_per_day = 86400;

constexpr std::array view_table{
    CostViewDescription{CostView::per_row, "per_row", "a row",
                        "The same for each row that the step's statements were given.",
                        "METRIC / (rows + conflicts + rolled_back)"},
    CostViewDescription{
        CostView::per_day, "per_day", "a day",
        "The same for a day on which rows come as fast as the scenario's rows_per_second says.",
        "METRIC × rows_per_second × 86400 / (rows + conflicts + rolled_back)"},
};

}  // namespace

std::span<const CostViewDescription> cost_views() {
  return view_table;
}

MetricValue read_cost(const CostMetric& metric, const Cost& cost, CostView view, const StepResult& step) {
  const std::uint64_t whole = metric.read(cost);
  if (view == CostView::whole) return whole;
  if (step.rows_offered() == 0) return std::monostate{};
  const auto rows = static_cast<double>(step.rows_offered());
  if (view == CostView::per_row) return static_cast<double>(whole) / rows;
  if (step.rows_per_second == 0) return std::monostate{};
  return static_cast<double>(whole) * (step.rows_per_second * seconds_per_day) / rows;
}

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::rows:
      return "rows";
    case Unit::records:
      return "records";
    case Unit::images:
      return "images";
    case Unit::bytes:
      return "bytes";
    case Unit::buffers:
      return "buffers";
    case Unit::pages:
      return "pages";
    case Unit::levels:
      return "levels";
    case Unit::checkpoints:
      return "checkpoints";
    case Unit::block_number:
      return "block number";
    case Unit::percent:
      return "percent";
    case Unit::ranges:
      return "ranges";
    case Unit::windows:
      return "windows";
    case Unit::ratio:
      return "ratio";
  }
  return "";
}

}  // namespace keycost
