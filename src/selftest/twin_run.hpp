// Small runs of the PostgreSQL twin for the self-checks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/engine.hpp"
#include "sim/theory/tree_rules.hpp"

namespace keycost {

/// A table of one column, its primary key. `key`: the number whose order is the key's, of row 0, 1, 2, …; for
/// a uuid its first eight bytes.
struct KeyedTable {
  SqlType type = SqlType::uuid;
  std::function<std::uint64_t(std::uint64_t row)> key;
};

/// Inserts `rows` rows; with `rows_after_checkpoint`, as many more after a checkpoint, as a second step.
TableRun run_twin(const KeyedTable& table, std::uint64_t rows, std::uint64_t rows_after_checkpoint = 0);

/// The same for random uuids from `seed`.
TableRun run_random_uuids(std::uint64_t seed, std::uint64_t rows, std::uint64_t rows_after_checkpoint = 0);

const IndexState& index_after(const TableRun& run, std::size_t step = 0);

/// Keys on each leaf at the end, in the order of the file, high keys left out; and whether it is the
/// rightmost.
struct LeafPage {
  std::uint64_t keys = 0;
  bool is_rightmost = false;
};
std::vector<LeafPage> leaf_pages(const TableRun& run);

theory::PostgresqlLeaf leaf_of(SqlType type);

}  // namespace keycost
