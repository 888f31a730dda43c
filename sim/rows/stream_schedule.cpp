#include "sim/rows/stream_schedule.hpp"

#include <algorithm>

namespace keycost {

namespace {

struct RowsAndSwitches {
  std::uint64_t rows = 0;
  const StepValues* values = nullptr;
};

RowsAndSwitches of_action(const Step& step) {
  if (const auto* insert = std::get_if<InsertStep>(&step.action)) return {insert->rows, &insert->values};
  if (const auto* copy = std::get_if<CopyStep>(&step.action)) return {copy->rows, &copy->values};
  return {};
}

bool has_switch(const std::vector<Step>& steps, std::size_t table) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return has_switch(repeat->steps, table);
    const RowsAndSwitches action = of_action(step);
    return action.values != nullptr && !action.values->empty() && !(*action.values)[table].empty();
  });
}

/// Returns the row after the last of `steps`.
std::uint64_t collect(const std::vector<Step>& steps, std::size_t table, std::uint64_t row,
                      std::vector<StreamSwitch>& switches) {
  for (const Step& step : steps) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      for (std::uint64_t round = 0; round < repeat->times; ++round)
        row = collect(repeat->steps, table, row, switches);
      continue;
    }
    const RowsAndSwitches action = of_action(step);
    if (action.values != nullptr && !action.values->empty() && !(*action.values)[table].empty())
      switches.push_back({row, &(*action.values)[table]});
    row += std::min(action.rows, all_remaining_rows - row);
  }
  return row;
}

}  // namespace

std::vector<StreamSwitch> stream_switches(const std::vector<Step>& steps, std::size_t table) {
  std::vector<StreamSwitch> switches;
  if (has_switch(steps, table)) collect(steps, table, 0, switches);
  return switches;
}

}  // namespace keycost
