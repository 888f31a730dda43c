// Which steps a result reports, and under which name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario.hpp"

namespace keycost {

/// A step that a result has an entry for. `rounds` is how many entries its `each` has: none for an insert
/// that runs once.
struct ReportedStep {
  std::string name;
  const Step* step = nullptr;
  std::uint64_t rounds = 0;
};

/// In the order in which results list them: every insert and repeat at the top, and every named one inside a
/// repeat. A step without a name is called "insert-1", "insert-2", … or "repeat-1", …, counting the unnamed
/// ones at the top. A step inside a repeat reports the sum over all its executions, and each of them.
std::vector<ReportedStep> reported_steps(const std::vector<Step>& steps);

/// Every index that a table has at the end, in order of creation: its own, then those that the steps create.
std::vector<std::string> final_index_names(const Scenario& scenario, std::size_t table);

}  // namespace keycost
