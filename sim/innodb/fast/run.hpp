// The fast path: the same result with the leaves' keys in place of the leaves. README.md says when it can be
// taken and why it is exact.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sim/engine.hpp"
#include "sim/fast/remembered_rows.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::innodb::fast {

/// Why this table cannot be run this way, or nothing.
std::optional<std::string> obstacle(const ServerRules& rules, const Scenario& scenario,
                                    const TableDefinition& table, const RunOptions& options);

/// Bytes of memory that it takes at most.
std::uint64_t memory_bytes(const TableDefinition& table, std::uint64_t rows);

/// Where the rows of a table without an obstacle come from.
struct KeySource {
  std::uint64_t rows = 0;  ///< all there are, or are asked for
  std::function<std::unique_ptr<RowSource>()> open_rows;
  std::function<std::unique_ptr<KeyColumn>()> open_keys;  ///< the primary key's values
};
/// The table's streams, or, where not all columns have one, rows that have been given.
KeySource stream_source(const Scenario& scenario, const TableDefinition& table);
KeySource given_source(const keycost::fast::RememberedRows& rows, const TableDefinition& table);
bool needs_rows(const TableDefinition& table);

/// Whether the buffer pool may hold the pages of so many rows.
bool may_fit_pool(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                  std::uint64_t rows);

/// Whether the first 8 bytes of the first rows' keys differ so early that the others' most likely do too.
bool may_be_short(const KeySource& source, const TableDefinition& table);

}  // namespace keycost::innodb::fast
