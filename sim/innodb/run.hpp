// One table through a scenario's steps.
#pragma once

#include <optional>

#include "sim/engine.hpp"
#include "sim/fast/remembered_rows.hpp"
#include "sim/innodb/server_rules.hpp"

namespace keycost::innodb {

TableRun run_table(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                   RowSource& rows, const RunOptions& options);

/// The fast path alone (fast/README.md); nothing where it cannot be taken, or turns out not to.
std::optional<TableRun> try_condensed(const ServerRules& rules, const Scenario& scenario,
                                      const TableDefinition& table, const RunOptions& options);
/// The same of a table without an obstacle whose rows have been given.
std::optional<TableRun> try_condensed(const ServerRules& rules, const Scenario& scenario,
                                      const TableDefinition& table, const keycost::fast::RememberedRows& rows,
                                      const RunOptions& options);

}  // namespace keycost::innodb
