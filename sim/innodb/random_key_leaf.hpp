// What the theory needs to know of an index: how its leaves fill and split when keys come in random order.
//
// Keys alone do not tell: a page that has been split keeps its heap, full of garbage, and is split again a
// little earlier than a new one (the 512-byte rule of btr0cur.cc); a new record may happen to follow or to
// precede the last one that was inserted, which cuts the page there, and in a clustered index before it is
// full; and the root, when it is raised, is cut in the middle. So a leaf is one of three runs of states:
//
//   root    as long as it is the only leaf
//   new     made by a split: its heap grows with its records
//   reused  the page that stayed: its heap has been full
//
// Left out: that a record behind all others of a full page goes to the next page if there is room, once in as
// many splits as a page has records; the one gap in front of the leftmost leaf.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/rows/column_batch.hpp"
#include "sim/scenario.hpp"
#include "sim/theory/leaf_chain.hpp"
#include "sim/theory/random_key_tree.hpp"

namespace keycost::innodb {

/// The three runs, in that order.
struct RandomKeyLeaf {
  theory::LeafChain chain;
  std::size_t capacity = 0;  ///< records of a page whose heap is its own
  std::size_t reused_capacity = 0;
  std::size_t root = 0;  ///< state of the run's first record
  std::size_t made_new = 0;
  std::size_t reused = 0;
  std::size_t bulk_loaded_records = 0;  ///< that a sorted build leaves on a page

  std::vector<double> empty() const;  ///< one record, in the root
  std::vector<double> bulk_loaded(double records) const;
};

/// For leaf records of `record_bytes` each. At least three must fit on a page.
RandomKeyLeaf random_key_leaf(std::size_t record_bytes, bool is_clustered, int fill_factor_percent = 100);

/// EngineDescription::random_key_tree.
std::unique_ptr<theory::RandomKeyTree> random_key_tree(const Scenario& scenario, const TableDefinition& table,
                                                       const IndexDefinition& index,
                                                       std::span<const ColumnBatch> first_row);

}  // namespace keycost::innodb
