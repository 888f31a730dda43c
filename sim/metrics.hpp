// What is known of each reported quantity: its name, unit, formula and meaning, and where a result holds it.
// Each engine has one set of them, in its room (sim/postgresql/metrics.cpp); text, JSON, CSV, JUnit,
// expectations and `keycost explain` all read the set of the engine that ran.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/result.hpp"

namespace keycost {

/// A count or size is a whole number; a percentage is a double, absent when it does not exist (0/0).
using MetricValue = std::variant<std::uint64_t, double, std::monostate>;

enum class Unit { rows, records, images, bytes, buffers, pages, levels, checkpoints, block_number, percent, ranges, windows, ratio };

std::string_view unit_name(Unit unit);

enum class MetricScope { step, wal_type, index };

struct Metric {
  std::string_view
      path;  ///< below the step ("wal.bytes"), the record type ("count") or the index ("leaf_pages")
  Unit unit;
  bool is_state;  ///< true: as it stands at the step's end; false: summed over the step
  std::string_view meaning;
  std::string_view formula;
  std::string_view source;
  bool only_where_known = false;  ///< results leave it out where it has no value, and replicates always
};

struct StepMetric : Metric {
  MetricValue (*read)(const StepResult& step);
};
struct WalTypeMetric : Metric {
  MetricValue (*read)(const WalTypeUsage& usage);
};
struct IndexMetric : Metric {
  MetricValue (*read)(const IndexState& index);
};

struct CostMetric : Metric {
  std::uint64_t (*read)(const Cost& cost);
};

/// A step's costs as they are: the step metric of a cost metric. The table has static storage.
template <const auto& cost_table, std::size_t i>
constexpr StepMetric whole_step() {
  return {static_cast<const Metric&>(cost_table[i]),
          [](const StepResult& step) -> MetricValue { return cost_table[i].read(step.cost()); }};
}

/// In which measure a cost is told.
enum class CostView { whole, per_row, per_day };

struct CostViewDescription {
  CostView view;
  std::string_view name;   ///< in paths: "per_row"
  std::string_view words;  ///< behind a unit: "a row"
  std::string_view meaning;
  std::string_view formula;
};

/// Every view but the whole.
std::span<const CostViewDescription> cost_views();

/// A cost within `step`, which says how many rows it is for and how fast they come. Absent without rows, and
/// without a rate where one is needed.
MetricValue read_cost(const CostMetric& metric, const Cost& cost, CostView view, const StepResult& step);

/// The quantities of one engine's results, in the order in which results are written.
struct MetricSet {
  std::span<const StepMetric> step;
  std::span<const WalTypeMetric> wal_type;
  std::span<const IndexMetric> index;
  /// Every WAL record type that the engine can write, by name, in the order in which results list them.
  std::span<const std::string_view> wal_record_types;
  /// Those of `step` that add up over relations, and are told a row and a day as well.
  std::span<const CostMetric> cost = {};
};

}  // namespace keycost
