// The standard deviation of the leaf count soon after a bulk load, while waves are too sharp for a few modes.
//
// Take the expected final number of leaves as inserts become known: each insert moves it by how much more a
// leaf of i + 1 keys is worth at the end than one of i, f(i + 1) − f(i), and these moves are uncorrelated (a
// martingale). So the variance is the sum over all inserts of the variance of one move,
//
//   Σ_n [ Σ_i (i E n_i / n) h_i² − (Σ_i (i E n_i / n) h_i)² ],   h_i = f(i + 1) − f(i) behind insert n,
//
// with f carried back from the end by the transposed recurrence. The second term's own scatter is left out:
// of P leaves it is one part in P.
#pragma once

#include "sim/theory/leaf_distribution.hpp"

namespace keycost::theory {

/// Of a tree that starts as `start` (many leaves, their number known) and has grown to `keys`.
/// O(capacity² · log(growth)).
double deviation_after_load(const TreeRules& rules, const LeafDistribution& start, double keys);

}  // namespace keycost::theory
