// A tree of random keys as the theory sees it, drawn: leaves as numbers of keys, each insert a draw. What
// formulas for bands are held against, at sizes and split rules that no engine has.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/random/philox.hpp"
#include "sim/theory/leaf_distribution.hpp"

namespace keycost::theory {

class RandomTree {
 public:
  /// From `keys_by_leaf`, the last of them the rightmost. The rules' splits make two whole halves.
  RandomTree(const TreeRules& rules, const std::vector<std::uint32_t>& keys_by_leaf, RandomKey random);

  /// Inserts until there are `keys`. O(log leaves) each.
  void grow_to(std::uint64_t keys);

  std::uint64_t keys() const { return keys_; }
  std::uint64_t leaves() const { return keys_by_leaf_.size(); }
  const std::vector<std::uint32_t>& keys_by_leaf() const { return keys_by_leaf_; }

 private:
  std::size_t leaf_of(std::uint64_t key) const;
  void add(std::size_t leaf, std::int64_t keys);
  void split(std::size_t leaf);

  TreeRules rules_;
  RandomKey random_;
  std::uint64_t keys_ = 0;
  std::uint64_t draws_ = 0;
  std::vector<std::uint32_t> keys_by_leaf_;  ///< in order of creation
  std::vector<std::int64_t> sums_;           ///< a Fenwick tree over them: [i] ends at leaf i − 1
  std::size_t rightmost_ = 0;
};

/// Whole numbers of leaves near `leaves` · stationary law: what is left over of one number of keys goes on to
/// the next, so that each partial sum is right to one leaf.
std::vector<std::uint32_t> stationary_leaves(const SplitRule& rule, std::uint64_t leaves);

}  // namespace keycost::theory
