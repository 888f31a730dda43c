// The exact expected number of leaves after N random inserts, from any start: the recurrence of
// leaf_distribution.hpp, run.
//
// One step a key would take O(N · capacity). Many steps at once are a polynomial of the same T,
//
//   (I + T/N)(I + T/(N+1)) … (I + T/(N+m−1)) = Σ_k e_k(1/N, …, 1/(N+m−1)) T^k,
//
// with elementary symmetric polynomials e_k, which follow from power sums (Newton's identities) and those
// from Euler and Maclaurin's formula. The series is cut where a term falls below the rounding of the sum, so
// the result is the recurrence's to about 12 digits in O(capacity² · log N): a billion keys in milliseconds.
// Only +, −, × and ÷ in a fixed order: the same bits on every machine.
#pragma once

#include "sim/theory/leaf_distribution.hpp"

namespace keycost::theory {

/// m steps of the recurrence from N keys on, as the coefficients e_0 = 1, e_1, e_2, … of T's powers.
class StepSeries {
 public:
  /// `steps` ≥ 1 whole steps from `keys` on; both whole numbers (beyond 2^53, as near as doubles come).
  StepSeries(double keys, double steps);

  static constexpr std::size_t terms = 24;
  double operator[](std::size_t k) const { return coefficients_[k]; }
  /// Σ 1/n over the steps.
  double sum_of_inverses() const { return coefficients_[1]; }

 private:
  double coefficients_[terms + 1];
};

class ExpectedLeaves {
 public:
  /// From a tree as `start` has it. Its keys must be a whole number of at least 1.
  ExpectedLeaves(TreeRules rules, LeafDistribution start);
  /// From an empty tree: one leaf with one key.
  explicit ExpectedLeaves(const TreeRules& rules) : ExpectedLeaves(rules, one_key(rules)) {}

  /// Inserts until there are `keys` (no fewer than there are).
  void advance_to(double keys);

  double keys() const { return keys_; }
  double leaves() const { return distribution_.leaves(); }
  const LeafDistribution& distribution() const { return distribution_; }
  const TreeRules& rules() const { return rules_; }
  /// Expected splits by the next insert.
  double split_probability() const;

 private:
  void step();
  void leap(double steps);

  TreeRules rules_;
  LeafDistribution distribution_;
  double keys_;
  LeafDistribution power_;  ///< T^k x, and room for the next
  LeafDistribution next_power_;
};

}  // namespace keycost::theory
