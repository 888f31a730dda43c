// From which row on a column takes its values from which stream.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario.hpp"

namespace keycost {

/// A step that gives columns of a table other streams, at one of its executions.
struct StreamSwitch {
  std::uint64_t first_row;                    ///< of the table, from 0
  const std::vector<ColumnSwitch>* switches;  ///< in the scenario's steps
};

/// In the order of rows, for the table at `table` of the scenario's list.
std::vector<StreamSwitch> stream_switches(const std::vector<Step>& steps, std::size_t table);

}  // namespace keycost
