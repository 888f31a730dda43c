#include "sim/theory/wave_spread.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/theory/expected_leaves.hpp"

namespace keycost::theory {

namespace {

// Between two looks at the tree it grows by so much: a twentieth of the width of the sharpest wave there is.
constexpr double looks_per_growth = 1024;

/// What a leaf is worth by its keys; [capacity + 1]: what the halves of one that overflows are worth
/// together.
using Worth = LeafDistribution;

void add_overflow(const TreeRules& rules, Worth& worth) {
  double halves = 0.0;
  for (const Children& child : rules.inner.children) halves += child.count * worth.inner[child.keys];
  worth.inner.back() = halves;
  if (rules.rightmost)
    worth.rightmost.back() = worth.inner[rules.rightmost->left] + worth.rightmost[rules.rightmost->rest()];
}

Worth one_each(const TreeRules& rules) {
  Worth worth;
  worth.inner.assign(rules.inner.capacity + 2, 1.0);
  if (rules.rightmost) worth.rightmost.assign(rules.rightmost->capacity + 2, 1.0);
  add_overflow(rules, worth);
  return worth;
}

/// The transposed T: (f T)(i) = i (f(i + 1) − f(i)).
void apply_transposed(const TreeRules& rules, const Worth& worth, Worth& result) {
  result = worth;
  const auto apply = [](const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t i = 0; i + 1 < from.size(); ++i)
      to[i] = static_cast<double>(i) * (from[i + 1] - from[i]);
  };
  apply(worth.inner, result.inner);
  apply(worth.rightmost, result.rightmost);
  add_overflow(rules, result);
}

void add_scaled(std::vector<double>& sum, double factor, const std::vector<double>& part) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * part[i];
}

/// Over `steps` inserts, backward.
void carry_back(const TreeRules& rules, double keys, double steps, Worth& worth) {
  const StepSeries series(keys, steps);
  constexpr double negligible = 1e-18;
  Worth power = worth;
  Worth next;
  for (std::size_t k = 1; k <= StepSeries::terms; ++k) {
    apply_transposed(rules, power, next);
    std::swap(power, next);
    add_scaled(worth.inner, series[k], power.inner);
    add_scaled(worth.rightmost, series[k], power.rightmost);
    double most = 0.0;
    for (const double value : power.inner) most = std::max(most, std::abs(value));
    if (series[k] * most < negligible) break;
  }
}

/// Of what one insert moves.
double variance_of_move(const LeafDistribution& leaves, double keys, const Worth& worth) {
  double mean = 0.0;
  double square = 0.0;
  const auto add = [&](const std::vector<double>& count, const std::vector<double>& value) {
    for (std::size_t i = 1; i < count.size(); ++i) {
      const double chance = static_cast<double>(i) * count[i] / keys;
      const double move = value[i + 1] - value[i];
      mean += chance * move;
      square += chance * move * move;
    }
  };
  add(leaves.inner, worth.inner);
  add(leaves.rightmost, worth.rightmost);
  return square - mean * mean;
}

}  // namespace

double deviation_after_load(const TreeRules& rules, const LeafDistribution& start, double keys) {
  struct Look {
    double keys;
    LeafDistribution leaves;
  };
  ExpectedLeaves tree(rules, start);
  std::vector<Look> looks{{tree.keys(), start}};
  while (tree.keys() < keys) {
    tree.advance_to(std::min(keys, tree.keys() + std::max(1.0, std::floor(tree.keys() / looks_per_growth))));
    looks.push_back({tree.keys(), tree.distribution()});
  }
  Worth worth = one_each(rules);
  double variance = 0.0;
  for (std::size_t look = looks.size() - 1; look > 0; --look) {
    const double steps = looks[look].keys - looks[look - 1].keys;
    const double at_end = variance_of_move(looks[look].leaves, looks[look].keys, worth);
    carry_back(rules, looks[look - 1].keys, steps, worth);
    variance += steps / 2 * (at_end + variance_of_move(looks[look - 1].leaves, looks[look - 1].keys, worth));
  }
  return std::sqrt(std::max(0.0, variance));
}

}  // namespace keycost::theory
