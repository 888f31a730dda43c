// One table through a scenario's steps.
#pragma once

#include "sim/engine.hpp"
#include "sim/innodb/server_rules.hpp"

namespace keycost::innodb {

TableRun run_table(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                   RowSource& rows, const RunOptions& options);

}  // namespace keycost::innodb
