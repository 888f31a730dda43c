// The "steps" of a scenario: what is done to each table, in order.
#pragma once

#include <string_view>
#include <vector>

#include "sim/engine.hpp"
#include "sim/scenario.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

inline constexpr std::int64_t rows_max = std::int64_t{1} << 40;
inline constexpr std::int64_t repeat_times_max = 1'000'000;
inline constexpr std::size_t repeat_levels_max = 8;
/// As RowsRead has them.
inline constexpr std::string_view rows_read_names[] = {"latest", "random", "period"};
inline constexpr const char* on_conflict_do_nothing = "do nothing";

/// What the steps are checked against.
struct StepsContext {
  const EngineDescription& engine;
  const std::vector<TableDefinition>& tables;
  bool every_table_reads_a_file;  ///< whether "rows": "all" means something
};

std::vector<Step> decode_steps(const JsonValue& steps, const StepsContext& context, Findings& findings);

}  // namespace keycost
