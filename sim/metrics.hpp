// What is known of each reported quantity: its name, unit, formula and meaning, and where a result holds it.
// Each engine has one set of them, in its room (sim/postgresql/metrics.cpp); text, JSON, CSV, JUnit,
// expectations and `keycost explain` all read the set of the engine that ran.
#pragma once

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

enum class Unit { rows, records, images, bytes, buffers, pages, levels, checkpoints, block_number, percent };

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

/// The quantities of one engine's results, in the order in which results are written.
struct MetricSet {
  std::span<const StepMetric> step;
  std::span<const WalTypeMetric> wal_type;
  std::span<const IndexMetric> index;
  /// Every WAL record type that the engine can write, by name, in the order in which results list them.
  std::span<const std::string_view> wal_record_types;
};

}  // namespace keycost
