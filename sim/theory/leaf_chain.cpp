#include "sim/theory/leaf_chain.hpp"

#include <algorithm>

namespace keycost::theory {

std::size_t LeafChain::add_run(std::size_t keys_most) {
  const std::size_t first = states();
  for (std::size_t keys = 1; keys <= keys_most; ++keys) {
    keys_.push_back(static_cast<double>(keys));
    stays_.push_back(keys < keys_most ? 1.0 : 0.0);
  }
  keys_most_ = std::max(keys_most_, static_cast<double>(keys_most));
  return first;
}

void LeafChain::add_split(std::size_t from, double chance, std::size_t first, std::size_t second) {
  add_splits(from, chance, first, second, 1);
}

void LeafChain::add_splits(std::size_t from, double chance_each, std::size_t first, std::size_t second,
                           std::size_t count) {
  if (count == 0) return;
  splits_.push_back({from, chance_each, first, second, count});
  const bool is_last_of_run = from + 1 == states() || keys_[from + 1] == 1.0;
  if (!is_last_of_run) stays_[from] -= chance_each * static_cast<double>(count);
}

double LeafChain::keys_of(const std::vector<double>& leaves) const {
  double sum = 0.0;
  for (std::size_t state = 0; state < leaves.size(); ++state) sum += keys_[state] * leaves[state];
  return sum;
}

// Ranges are noted where they begin and end, and added up once.
void LeafChain::apply(const std::vector<double>& x, std::vector<double>& y) const {
  std::vector<double> begins(states() + 1, 0.0);
  for (const Splits& splits : splits_) {
    const double hits = splits.chance_each * keys_[splits.from] * x[splits.from];
    begins[splits.first] += hits;
    begins[splits.first + splits.count] -= hits;
    begins[splits.second + 1 - splits.count] += hits;
    begins[splits.second + 1] -= hits;
  }
  y.resize(states());
  double split_off = 0.0;
  double moved_on = 0.0;
  for (std::size_t state = 0; state < states(); ++state) {
    const double hits = keys_[state] * x[state];
    split_off += begins[state];
    y[state] = moved_on - hits + split_off;
    moved_on = stays_[state] * hits;
  }
}

void LeafChain::apply_transposed(const std::vector<double>& worth, std::vector<double>& y) const {
  std::vector<double> sums(states() + 1, 0.0);  // [s]: of the worth before state s
  y.resize(states());
  for (std::size_t state = 0; state < states(); ++state) {
    sums[state + 1] = sums[state] + worth[state];
    const double next = state + 1 < states() ? worth[state + 1] : 0.0;
    y[state] = keys_[state] * (stays_[state] * next - worth[state]);
  }
  for (const Splits& splits : splits_) {
    const double halves = sums[splits.first + splits.count] - sums[splits.first] + sums[splits.second + 1] -
                          sums[splits.second + 1 - splits.count];
    y[splits.from] += keys_[splits.from] * splits.chance_each * halves;
  }
}

double LeafChain::variance_of_insert(const std::vector<double>& leaves, double keys,
                                     const std::vector<double>& worth) const {
  double mean = 0.0;
  double square = 0.0;
  const auto add = [&](double chance, double move) {
    mean += chance * move;
    square += chance * move * move;
  };
  for (std::size_t state = 0; state + 1 < states(); ++state)
    add(keys_[state] * leaves[state] / keys * stays_[state], worth[state + 1] - worth[state]);
  for (const Splits& splits : splits_) {
    const double chance = keys_[splits.from] * leaves[splits.from] / keys * splits.chance_each;
    if (chance == 0.0) continue;
    for (std::size_t k = 0; k < splits.count; ++k)
      add(chance, worth[splits.first + k] + worth[splits.second - k] - worth[splits.from]);
  }
  return square - mean * mean;
}

LeafChain chain_of(const TreeRules& rules) {
  LeafChain chain;
  const std::size_t inner = chain.add_run(rules.inner.capacity);
  for (const Children& child : rules.inner.children) {
    // A pair of halves is named by the smaller one; two that are alike are one pair.
    const std::size_t other = rules.inner.capacity + 1 - child.keys;
    if (child.keys > other) continue;
    const double chance = child.keys == other ? child.count / 2 : child.count;
    chain.add_split(inner + rules.inner.capacity - 1, chance, inner + child.keys - 1, inner + other - 1);
  }
  if (!rules.rightmost) return chain;
  const std::size_t rightmost = chain.add_run(rules.rightmost->capacity);
  chain.add_split(rightmost + rules.rightmost->capacity - 1, 1.0, inner + rules.rightmost->left - 1,
                  rightmost + rules.rightmost->rest() - 1);
  return chain;
}

std::vector<double> leaves_by_state(const LeafDistribution& leaves) {
  std::vector<double> states(leaves.inner.begin() + 1, leaves.inner.end());
  if (!leaves.rightmost.empty())
    states.insert(states.end(), leaves.rightmost.begin() + 1, leaves.rightmost.end());
  return states;
}

}  // namespace keycost::theory
