#include "sim/postgresql/server_totals.hpp"

#include "sim/step_sums.hpp"

namespace keycost::postgresql {

namespace {

Cost spent_before(const ServerTotals& before, const std::string& relation) {
  for (const auto& [name, cost] : before.by_relation) {
    if (name == relation) return cost;
  }
  return {};  // it has been created since
}

}  // namespace

StepResult cost_between(const ServerTotals& before, const ServerTotals& after) {
  StepResult cost;
  cost.conflicts = after.conflicts - before.conflicts;
  cost.rolled_back = after.rolled_back - before.rolled_back;
  cost.rows = after.rows - before.rows - cost.conflicts - cost.rolled_back;
  cost.wal = wal_usage_between(before.wal, after.wal);
  cost.buffers = (Cost{{}, {}, after.buffers} - Cost{{}, {}, before.buffers}).buffers;
  cost.checkpointer = {
      .num_timed = after.checkpointer.num_timed - before.checkpointer.num_timed,
      .num_requested = after.checkpointer.num_requested - before.checkpointer.num_requested,
      .buffers_written = after.checkpointer.buffers_written - before.checkpointer.buffers_written};
  for (const auto& [name, spent] : after.by_relation)
    cost.by_relation.emplace_back(name, spent - spent_before(before, name));
  return cost;
}

}  // namespace keycost::postgresql
