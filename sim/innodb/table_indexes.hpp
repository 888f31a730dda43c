// Which fields the records of a table's indexes have, and from where in a row.
// Source: storage/innobase/dict/dict0dict.cc (dict_index_build_internal_clust,
// dict_index_build_internal_non_clust).
#pragma once

#include <cstddef>
#include <vector>

#include "sim/innodb/btree.hpp"
#include "sim/innodb/stored_column.hpp"
#include "sim/scenario.hpp"

namespace keycost::innodb {

/// A column's position in the table, or one of the system columns of a clustered index.
using FieldSource = std::size_t;
inline constexpr FieldSource transaction_id_source = ~std::size_t{0};
inline constexpr FieldSource roll_pointer_source = ~std::size_t{1};

struct IndexFields {
  std::vector<FieldSource> sources;
  IndexShape shape;
};

/// The primary key, DB_TRX_ID, DB_ROLL_PTR, then the other columns in their order.
IndexFields clustered_index_fields(const TableDefinition& table, const std::vector<StoredColumn>& columns);
/// The index's columns, then those of the primary key that are not among them.
IndexFields secondary_index_fields(const TableDefinition& table, const std::vector<StoredColumn>& columns,
                                   const IndexDefinition& index);

/// The table's primary key, or nullptr.
const IndexDefinition* primary_key_of(const TableDefinition& table);

}  // namespace keycost::innodb
