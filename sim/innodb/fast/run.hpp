// The fast path: the same result with the leaves' keys in place of the leaves. README.md says when it can be
// taken and why it is exact.
#pragma once

#include <optional>
#include <string>

#include "sim/engine.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::innodb::fast {

/// Why this table cannot be run this way, or nothing.
std::optional<std::string> obstacle(const ServerRules& rules, const Scenario& scenario,
                                    const TableDefinition& table, const RunOptions& options);

/// Bytes of memory that it takes at most.
std::uint64_t memory_bytes(const TableDefinition& table, std::uint64_t rows);

/// Of a table without an obstacle: its rows, and the values of its primary key.
std::unique_ptr<RowSource> open_rows(const Scenario& scenario, const TableDefinition& table);
std::unique_ptr<KeyColumn> open_keys(const Scenario& scenario, const TableDefinition& table);

/// Whether the first 8 bytes of the first rows' keys differ so early that the others' most likely do too.
bool may_be_short(const Scenario& scenario, const TableDefinition& table);

}  // namespace keycost::innodb::fast
