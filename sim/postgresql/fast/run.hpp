// The fast path: the same result without the pages. README.md says when it can be taken and why it is exact.
#pragma once

#include <optional>
#include <string>

#include "sim/engine.hpp"
#include "sim/fast/remembered_rows.hpp"
#include "sim/postgresql/fast/index_run.hpp"

namespace keycost::postgresql::fast {

/// Why this table cannot be run this way, or nothing.
std::optional<std::string> obstacle(const Scenario& scenario, const TableDefinition& table,
                                    const RunOptions& options);

/// Bytes of memory that it takes at most.
std::uint64_t memory_bytes(const TableDefinition& table, std::uint64_t rows);

/// Runs a table whose rows come from streams, or gives nothing if it has an obstacle or it turns out on the
/// way that it cannot be run so: two rows with the same key, more pages than the pool has. Throws what
/// `options.progress` and the streams throw. O(rows · log rows) time, less where keys ascend.
std::optional<TableRun> try_run(const Scenario& scenario, const TableDefinition& table,
                                const RunOptions& options, const Cut& cut = {});

/// Whether a table's rows are given instead. Without an obstacle they can be remembered first and run then.
bool needs_rows(const TableDefinition& table);
std::optional<TableRun> try_run(const Scenario& scenario, const TableDefinition& table,
                                const keycost::fast::RememberedRows& rows, const RunOptions& options);

}  // namespace keycost::postgresql::fast
