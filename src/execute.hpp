// Runs a decoded scenario: opens its rows, spreads its tables over the cores, reports progress, gathers the
// result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/result.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

struct ExecuteOptions {
  std::optional<std::uint64_t> seed;      ///< instead of the scenario's
  std::optional<std::size_t> replicates;  ///< instead of the scenario's
  std::vector<std::string> tables;        ///< only these, all if empty
  bool keep_pages = false;
  bool keep_page_images = false;
  std::size_t threads = 0;  ///< 0: one for each core
  bool may_be_fast = true;  ///< see RunOptions
  bool shows_progress = true;
};

/// The scenario run from one of several seeds.
struct Replicate {
  std::uint64_t seed = 0;
  std::vector<TableResult> tables;  ///< in the scenario's order
};

struct ScenarioResult {
  std::string engine;
  std::uint64_t seed = 0;
  std::vector<TableResult> tables;                         ///< in the scenario's order
  std::vector<std::vector<RelationPages>> pages_by_table;  ///< same order; filled on request
  std::vector<Replicate> replicates;  ///< if there are several: every one, the first is `tables` again
};

/// Throws InputOutputFailed for rows that cannot be inserted (with file and line), Interrupted on a signal,
/// and InputOutputFailed beforehand if the run would not fit in memory. The result depends on nothing but the
/// scenario, its rows and the seed: not on the number of threads.
ScenarioResult execute(const ScenarioFile& scenario, const ExecuteOptions& options);

/// The user asked to stop (exit status 130).
struct Interrupted {};

}  // namespace keycost
