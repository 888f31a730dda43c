// A scenario's steps on a server, whichever way it goes: every page, or the fast path.
#pragma once

#include <utility>

#include "sim/postgresql/server_totals.hpp"
#include "sim/step_runner.hpp"

namespace keycost::postgresql {

/// `AnyServer` tells its totals, its heap's state and its indexes'.
template <class AnyServer>
class ServerSteps : public StepRunner {
 protected:
  template <class... Arguments>
  ServerSteps(const Scenario& scenario, const TableDefinition& table, Arguments&&... arguments)
      : StepRunner(scenario, table), server_(std::forward<Arguments>(arguments)...) {}

  template <class Action>
  StepResult measure(Action action) {
    const ServerTotals before = server_.totals();
    action();
    return cost_between(before, server_.totals());
  }

  AnyServer server_;

 private:
  void set_state(StepResult& result) const override {
    result.heap = server_.heap_state();
    result.indexes = server_.index_states();
  }

  void keep_state(StepResult& sum, const StepResult& last) const override {
    sum.heap = last.heap;
    sum.indexes = last.indexes;
  }
};

}  // namespace keycost::postgresql
