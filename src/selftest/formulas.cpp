// The theory against itself: the same quantity by different ways.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/theory/expected_leaves.hpp"
#include "sim/theory/random_tree.hpp"
#include "sim/theory/steady_state.hpp"
#include "src/selftest/selftest.hpp"
#include "src/selftest/twin_run.hpp"

namespace keycost {

namespace {

/// Kolmogorov and Smirnov's distance: the most by which the shares of leaves with at most i keys differ.
double largest_difference(const std::vector<std::uint32_t>& keys_by_leaf, const theory::SteadyState& steady) {
  std::vector<double> counts(steady.leaves_per_key.size() + 1, 0.0);
  for (const std::uint32_t keys : keys_by_leaf)
    counts[keys] += 1.0 / static_cast<double>(keys_by_leaf.size());
  double measured = 0;
  double expected = 0;
  double most = 0;
  for (std::size_t i = 0; i < steady.leaves_per_key.size(); ++i) {
    measured += counts[i];
    expected += steady.leaves_per_key[i] * steady.keys_per_leaf;
    most = std::max(most, std::abs(measured - expected));
  }
  return most;
}

/// The ripple of a tree that starts equally full fades by a factor for each doubling; after so many nothing
/// of it is left in a double.
constexpr double doublings_to_rest = 300;

/// Standard deviation of the stationary law's fill: √(½ − ln² 2) of the capacity.
constexpr double fill_deviation = 0.1398;

}  // namespace

// 1.95/√n is exceeded once in a thousand times by n independent draws. Source: Smirnov, Table for estimating
// the goodness of fit of empirical distributions, Annals of Mathematical Statistics 19 (1948).
std::vector<CheckLine> check_fill_law() {
  const theory::TreeRules rules{leaf_of(SqlType::uuid).rules.inner, {}};
  const theory::SteadyState steady = theory::steady_state(rules.inner);
  theory::RandomTree tree(rules, theory::stationary_leaves(rules.inner, 5000), RandomKey{1, 0});
  tree.grow_to(tree.keys() * 3 / 2);
  const double leaves = static_cast<double>(tree.leaves());
  return {{"largest difference from the law, half a load later", 0,
           largest_difference(tree.keys_by_leaf(), steady), 1.95 / std::sqrt(leaves), 4},
          {"keys a leaf", steady.keys_per_leaf, static_cast<double>(tree.keys()) / leaves,
           4 * fill_deviation * static_cast<double>(rules.inner.capacity) / std::sqrt(leaves), 2}};
}

std::vector<CheckLine> check_steady_state() {
  std::vector<CheckLine> lines;
  for (const std::size_t capacity : {9u, 119u, 290u, 406u}) {
    const theory::SplitRule rule = theory::split_into(capacity, (capacity + 1) / 2);
    const double closed = theory::steady_state(rule).keys_per_leaf;
    theory::ExpectedLeaves tree(theory::TreeRules{rule, {}});
    tree.advance_to(std::exp2(doublings_to_rest));
    const auto line = [&](const char* way, double keys_per_leaf) {
      return CheckLine{fmt::format("keys a leaf of {}, {}", capacity, way), closed, keys_per_leaf,
                       1e-9 * closed, 9};
    };
    lines.push_back(line("linear solve", theory::steady_state_by_linear_solve(rule).keys_per_leaf));
    lines.push_back(line("eigenvector", theory::steady_state_by_eigenvector(rule).keys_per_leaf));
    lines.push_back(line("recurrence", tree.keys() / tree.leaves()));
  }
  return lines;
}

}  // namespace keycost
