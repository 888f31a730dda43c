// How much memory a run will need, and how much there is. Telling beforehand is worth more than being killed
// late.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/execute.hpp"

namespace keycost {

/// Physical memory that this process may still take: the machine's, or less if its control group has a limit.
/// Nothing where the system does not tell.
std::optional<std::uint64_t> available_memory_bytes();

/// Bytes that simulating one table takes at most; rows "all" of a CSV file are estimated from the file's
/// size.
std::uint64_t table_memory_bytes(const ScenarioFile& scenario, std::size_t table);

/// What is to be simulated.
struct TableRuns {
  std::vector<std::size_t> tables;  ///< positions in Scenario::tables
  std::size_t replicates = 1;
  bool keep_all = false;  ///< the first replicate's tables stay in memory, since their pages are wanted
};

/// How many tables can run at the same time within `available`, at most `threads`. Throws InputOutputFailed,
/// saying how much is needed and what to do, if not even one after the other fits. What stays in memory is
/// not helped by running fewer at a time.
std::size_t tables_at_a_time(const ScenarioFile& scenario, const TableRuns& runs, std::size_t threads,
                             std::optional<std::uint64_t> available);

}  // namespace keycost
