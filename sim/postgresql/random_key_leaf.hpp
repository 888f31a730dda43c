// What the theory needs to know of an index: how wide its entries are.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "sim/rows/column_batch.hpp"
#include "sim/scenario.hpp"
#include "sim/theory/random_key_tree.hpp"
#include "sim/theory/tree_rules.hpp"

namespace keycost::postgresql {

/// The rules of an index whose first column holds values of `first_column_bytes` payload each, no two alike
/// and in no order, so that a high key keeps that column alone. Nothing if entries differ in width.
std::optional<theory::PostgresqlLeaf> random_key_leaf(const TableDefinition& table,
                                                      const IndexDefinition& index,
                                                      std::size_t first_column_bytes);

/// EngineDescription::random_key_tree.
std::unique_ptr<theory::RandomKeyTree> random_key_tree(const Scenario& scenario, const TableDefinition& table,
                                                       const IndexDefinition& index,
                                                       std::span<const ColumnBatch> first_row);

}  // namespace keycost::postgresql
