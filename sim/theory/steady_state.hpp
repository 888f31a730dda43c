// What a tree of random keys tends to: shares of leaves with i keys that stay as they are while it grows.
// Three ways to the same numbers; that they agree to 1e-9 is tested.
//
// Balance of the recurrence, n_i leaves with i keys for each key, S splits for each insert:
//
//   (i + 1) n_i = (i − 1) n_{i−1} + S s_i    ⇒    n_i = S · Σ_{j≤i} j s_j / (i (i + 1))
//   1/S = Σ_j j s_j (H_{c+1} − H_j) = mean keys of a leaf
//
// For large leaves cut in the middle this is ln 2 of the capacity (Yao 1978); real ones differ in the third
// digit, and never rest there: see spectrum.hpp.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

struct SteadyState {
  std::vector<double> leaves_per_key;  ///< [i]: leaves with i keys, for each key of the tree
  double keys_per_leaf = 0;
  double splits_per_insert = 0;

  double occupancy() const;  ///< keys_per_leaf / capacity
};

/// In closed form. O(capacity).
SteadyState steady_state(const SplitRule& rule);

/// By solving the linear system: (T − I) n = 0 with one row replaced by Σ i n_i = 1. O(capacity³).
SteadyState steady_state_by_linear_solve(const SplitRule& rule);

/// As the eigenvector of T to the eigenvalue 1. O(capacity³).
SteadyState steady_state_by_eigenvector(const SplitRule& rule);

/// 1 + 1/2 + … + 1/n, from the smallest term on. O(n).
double harmonic_number(std::size_t n);

/// How full leaves are where as many keys are deleted as inserted, each insert and each deletion at a random
/// key, and a leaf is given up when it is empty, never merged. A leaf's keys are then a symmetric random walk
/// that is hit in proportion to them: i n_i is harmonic between the children of splits, 0 at 0 and at
/// capacity +
/// 1. Cut in the middle, 1/(4 ln 2) = 36 % for large leaves; Johnson and Shasha (Journal of Computer and
/// System Sciences 47, 1993) state 39 %. O(capacity · children).
double occupancy_with_deletions(const SplitRule& rule);

/// −α ln α − (1 − α) ln(1 − α): the occupancy that ever larger leaves tend to, cut at a share α.
double limiting_occupancy(double left_share);

/// Of large leaves cut in the middle, filled to a share u of the capacity: the share of leaves that are not
/// fuller. 2 − 1/u on [½, 1].
double limiting_fill_distribution(double fill);

}  // namespace keycost::theory
