#include "sim/theory/leaf_distribution.hpp"

#include <cmath>

#include "sim/theory/steady_state.hpp"

namespace keycost::theory {

namespace {

LeafDistribution no_leaves(const TreeRules& rules) {
  LeafDistribution distribution;
  distribution.inner.assign(rules.inner.capacity + 1, 0.0);
  if (rules.rightmost) distribution.rightmost.assign(rules.rightmost->capacity + 1, 0.0);
  return distribution;
}

/// What the keys of leaves do: all of a level but the last move up by one. Returns what leaves the last.
double move_up(const std::vector<double>& x, std::vector<double>& y) {
  // Four bytes wide, so that compilers turn several into doubles at once.
  const int size = static_cast<int>(x.size());
  const double* const from = x.data();
  double* const to = y.data();
  for (int i = 1; i < size; ++i) to[i] = (i - 1) * from[i - 1] - i * from[i];
  return (size - 1) * from[size - 1];
}

}  // namespace

double LeafDistribution::leaves() const {
  double sum = 0.0;
  for (const double count : inner) sum += count;
  for (const double count : rightmost) sum += count;
  return sum;
}

double LeafDistribution::keys() const {
  double sum = 0.0;
  for (std::size_t i = 1; i < inner.size(); ++i) sum += static_cast<double>(i) * inner[i];
  for (std::size_t i = 1; i < rightmost.size(); ++i) sum += static_cast<double>(i) * rightmost[i];
  return sum;
}

LeafDistribution one_key(const TreeRules& rules) {
  return loaded(rules, 1, 1);
}

LeafDistribution loaded(const TreeRules& rules, double leaves, std::size_t keys_each) {
  LeafDistribution distribution = no_leaves(rules);
  if (rules.rightmost) {
    distribution.rightmost[keys_each] = 1.0;
    leaves -= 1.0;
  }
  distribution.inner[keys_each] += leaves;
  return distribution;
}

// A leaf is closed when one entry more than it keeps is there and another comes.
LeafDistribution bulk_loaded(const PostgresqlLeaf& leaf, double keys) {
  const auto each = static_cast<double>(bulk_loaded_keys(leaf));
  const double closed = keys <= each + 1 ? 0.0 : std::ceil((keys - each - 1) / each);
  LeafDistribution distribution = no_leaves(leaf.rules);
  distribution.inner[bulk_loaded_keys(leaf)] = closed;
  distribution.rightmost[static_cast<std::size_t>(keys - closed * each)] = 1.0;
  return distribution;
}

LeafDistribution loaded_evenly(const TreeRules& rules, double leaves) {
  LeafDistribution distribution = no_leaves(rules);
  const std::size_t fewest = rules.inner.fewest_keys();
  const double each = leaves / static_cast<double>(rules.inner.capacity - fewest + 1);
  for (std::size_t i = fewest; i <= rules.inner.capacity; ++i) distribution.inner[i] = each;
  return distribution;
}

LeafDistribution loaded_stationary(const TreeRules& rules, double leaves) {
  LeafDistribution distribution = no_leaves(rules);
  const SteadyState steady = steady_state(rules.inner);
  for (std::size_t i = 0; i < steady.leaves_per_key.size(); ++i)
    distribution.inner[i] = leaves * steady.keys_per_leaf * steady.leaves_per_key[i];
  return distribution;
}

void apply_transitions(const TreeRules& rules, const LeafDistribution& x, LeafDistribution& y) {
  y.inner.resize(x.inner.size());
  y.rightmost.resize(x.rightmost.size());
  const double splits = move_up(x.inner, y.inner);
  for (const Children& child : rules.inner.children) y.inner[child.keys] += child.count * splits;
  if (!rules.rightmost) return;
  const double rightmost_splits = move_up(x.rightmost, y.rightmost);
  y.rightmost[rules.rightmost->rest()] += rightmost_splits;
  y.inner[rules.rightmost->left] += rightmost_splits;
}

void add_scaled(std::vector<double>& sum, double factor, const std::vector<double>& part) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * part[i];
}

}  // namespace keycost::theory
