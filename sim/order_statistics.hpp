// How far out of order keys arrive: computed from the keys, not claimed.
//
// Keys are k-sorted when none arrives more than k places from where it stands once all are sorted. If k is at
// most what a leaf can take beyond its share (29 uuids or 40 bigints on PostgreSQL's), an index of them is as
// dense as of ascending keys.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/rows/column_batch.hpp"

namespace keycost {

struct OrderStatistics {
  std::uint64_t keys = 0;
  std::uint64_t largest_displacement = 0;  ///< k: places between arrival and sorted order
  std::uint64_t displaced = 0;             ///< keys that stand at another place than in sorted order
  std::uint64_t inversions = 0;            ///< pairs of which the later key is the smaller one
  std::uint64_t ascending_runs = 0;        ///< stretches in which every key is at least the one before

  /// Of all pairs, in percent: 0 in order, 50 at random, 100 in reverse.
  double inversions_percent() const;
};

/// Keys in the order of their arrival; equal keys count as in order. O(n log n), and as much memory again.
OrderStatistics order_statistics(const std::vector<ColumnBatch>& batches);

/// The same of any numbers.
OrderStatistics order_statistics(std::span<const std::uint64_t> ranks);

}  // namespace keycost
