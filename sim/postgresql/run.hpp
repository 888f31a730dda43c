// Runs a scenario's steps on a server and gathers what each reported step cost.
#pragma once

#include "sim/engine.hpp"

namespace keycost::postgresql {

TableRun run_table(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                   const RunOptions& options);

}  // namespace keycost::postgresql
