// How far the number of leaves of one tree lies from the expected one: its standard deviation, derived.
//
// Split the tree into eigenmodes (spectrum.hpp): U_k = Σ_i n_i u_k(i) with the left eigenvector u_k. An
// insert that hits a leaf with i keys changes U_k by λ_k u_k(i) / i, so that the second moments obey
// recurrences of their own,
//
//   Cov(U_k, U_l)(N+1) = (1 + (λ_k + λ_l)/N) Cov(U_k, U_l)(N)
//                        + (λ_k λ_l / N) (Σ_i E n_i u_k(i) u_l(i) / i − E U_k E U_l / N),
//
// fed by the chance in each insert: the variance of what it adds. The number of keys itself is a mode, and no
// chance is in it. The leaves are Σ_k weight_k U_k. A mode that decays fast forgets the chance of long ago;
// the slow ones carry that of the first splits for ever, which is why the deviation grows faster than √N.
//
// Kept are the slowest pairs of modes of inner leaves. What is left out, fast modes and those of the
// rightmost leaf, is a matter of a leaf or so: a tenth of the deviation where a tree has 100 leaves, below a
// percent where it has 500 (tested against simulated trees). For smaller trees, and for loaded ones while
// their waves are sharp, ChainGrowth carries all modes at once; it goes its whole way for each size asked,
// some milliseconds.
//
// Where the rightmost leaf has a rule of its own, a mode goes on into its states:
//   u(j) = B Π_{l=j}^{c_r} l / (l + λ),  B = u(left) / (1 − Π_{l=rest}^{c_r} l / (l + λ)).
#pragma once

#include <cstddef>
#include <vector>

#include "sim/theory/chain_growth.hpp"
#include "sim/theory/complex_number.hpp"
#include "sim/theory/expected_leaves.hpp"
#include "sim/theory/spectrum.hpp"

namespace keycost::theory {

/// The expected number of leaves and its standard deviation, taken along together as a tree grows.
/// About O(modes² · capacity · log N).
class LeafCountSpread {
 public:
  static constexpr std::size_t modes_kept = 6;
  /// Below so many leaves of the capacity six modes are not enough.
  static constexpr double small_tree_leaves = 200;
  /// Up to so much growth a loaded tree's waves are sharp.
  static constexpr double sharp_waves_growth = 8;

  /// From a tree whose leaves are known, their expected numbers taken for it.
  LeafCountSpread(const TreeRules& rules, LeafDistribution start);
  explicit LeafCountSpread(const TreeRules& rules) : LeafCountSpread(rules, one_key(rules)) {}

  void advance_to(double keys);

  double keys() const { return expected_.keys(); }
  double leaves() const { return expected_.leaves(); }
  double standard_deviation();
  const ExpectedLeaves& expected() const { return expected_; }

 private:
  struct Mode {
    Complex value;
    Complex weight;
    std::vector<Complex> inner;      ///< u(i)
    std::vector<Complex> rightmost;  ///< u(j)
  };
  /// Cov(U_k, U_l), l a mode or the conjugate of one.
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    bool conjugate = false;
    Complex covariance;
    Complex source;              ///< what an insert feeds it by, times N
    std::vector<Complex> inner;  ///< u_k(i) u_l(i) / i
    std::vector<Complex> rightmost;
  };

  void add_mode(Complex value);
  void add_pair(std::size_t first, std::size_t second, bool conjugate);
  Complex value_of_second(const Pair& pair) const;
  Complex source_of(const Pair& pair, const std::vector<Complex>& in_mode) const;
  void update_sources();
  std::vector<Complex> modes_of_expected() const;

  ExpectedLeaves expected_;
  std::vector<Mode> modes_;
  std::vector<Pair> pairs_;
  double start_keys_;
  double all_modes_below_keys_;
  ChainGrowth all_modes_;
};

}  // namespace keycost::theory
