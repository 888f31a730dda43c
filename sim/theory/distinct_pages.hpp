// How many different pages k accesses touch: after a checkpoint, each of them is an image in the log; in a
// cold cache, each is a read.
#pragma once

#include <cstdint>

#include "sim/theory/leaf_distribution.hpp"

namespace keycost::theory {

/// P (1 − (1 − 1/P)^k): pages of equal size, drawn with replacement. Source: Cardenas, Analysis and
/// performance of inverted data base structures, CACM 18 (1975).
double distinct_pages_cardenas(double pages, std::uint64_t accesses);

/// P (1 − C(N − i, k) / C(N, k)): k different rows out of N, i on each page. Source: Yao, Approximating block
/// accesses in database organizations, CACM 20 (1977).
double distinct_pages_yao(std::uint64_t pages, std::uint64_t rows_per_page, std::uint64_t rows);

struct ExpectedHits {
  double leaves = 0;              ///< different leaves that are hit
  double standard_deviation = 0;  ///< √Σ q(1 − q): of trees with these very leaves
};

/// k random inserts into leaves of different sizes: Σ 1 − (1 − i/N)^k, as long as k is small against N, so
/// that few leaves split meanwhile. Cardenas' formula overstates it, since full leaves are hit again and
/// again.
ExpectedHits leaves_hit(const LeafDistribution& leaves, std::uint64_t inserts);

/// The share of leaves hit in the steady state of large leaves, x = k · capacity / N:
/// 1 − 2 E₂(x/2) + E₂(x), E₂ the exponential integral.
double share_hit_in_steady_state(double inserts_per_key_times_capacity);

/// E₂(x) = ∫₁^∞ e^(−xt)/t² dt for x ≥ 0.
double exponential_integral_2(double x);

}  // namespace keycost::theory
