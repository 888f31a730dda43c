#include "sim/theory/leaf_count_spread.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace keycost::theory {

namespace {

// The chance that inserts bring is looked at anew after so much growth. The slowest pair of modes turns once
// in a doubling, so the trapezoids in between are off by about a thousandth.
constexpr double steps_per_growth = 128;

std::vector<Complex> rightmost_contributions(const RightmostRule& rule, Complex lambda, Complex at_left) {
  std::vector<Complex> products(rule.capacity + 1);
  Complex product{1.0, 0.0};
  for (std::size_t j = rule.capacity; j > 0; --j) {
    const auto keys = static_cast<double>(j);
    product = product * (Complex{keys, 0.0} / Complex{keys + lambda.real, lambda.imaginary});
    products[j] = product;
  }
  const Complex after_split = at_left / (Complex{1.0, 0.0} - products[rule.rest()]);
  for (Complex& contribution : products) contribution = after_split * contribution;
  return products;
}

// In four sums, since one addition would wait for the one before.
Complex in_mode(const std::vector<double>& leaves, const std::vector<Complex>& contributions) {
  constexpr std::size_t sums = 4;
  Complex sum[sums] = {};
  std::size_t i = 1;
  for (; i + sums <= leaves.size(); i += sums) {
    for (std::size_t k = 0; k < sums; ++k) sum[k] = sum[k] + leaves[i + k] * contributions[i + k];
  }
  for (; i < leaves.size(); ++i) sum[0] = sum[0] + leaves[i] * contributions[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

std::vector<Complex> products_per_key(const std::vector<Complex>& first, const std::vector<Complex>& second,
                                      bool conjugate) {
  std::vector<Complex> products(first.size());
  for (std::size_t i = 1; i < first.size(); ++i) {
    const Complex other = conjugate ? second[i].conjugate() : second[i];
    products[i] = (1.0 / static_cast<double>(i)) * (first[i] * other);
  }
  return products;
}

/// Π (1 + rate/n) over the steps of the series.
Complex growth(const StepSeries& series, Complex rate) {
  Complex sum{0.0, 0.0};
  for (std::size_t k = StepSeries::terms + 1; k-- > 0;) sum = sum * rate + Complex{series[k], 0.0};
  return sum;
}

}  // namespace

LeafCountSpread::LeafCountSpread(const TreeRules& rules, LeafDistribution start)
    : expected_(rules, std::move(start)),
      start_keys_(expected_.keys()),
      all_modes_below_keys_(start_keys_ == 1 ? small_tree_leaves * static_cast<double>(rules.inner.capacity)
                                             : sharp_waves_growth * start_keys_),
      all_modes_(chain_of(rules), leaves_by_state(expected_.distribution())) {
  for (const Eigenmode& mode : leading_modes(rules.inner, modes_kept)) add_mode(mode.value);
  for (std::size_t first = 0; first < modes_.size(); ++first) {
    for (std::size_t second = first; second < modes_.size(); ++second) {
      add_pair(first, second, false);
      add_pair(first, second, true);
    }
  }
  update_sources();
}

void LeafCountSpread::add_mode(Complex value) {
  const TreeRules& rules = expected_.rules();
  Mode mode{value, leaves_weight(rules.inner, value), left_eigenvector(rules.inner, value), {}};
  if (rules.rightmost)
    mode.rightmost = rightmost_contributions(*rules.rightmost, value, mode.inner[rules.rightmost->left]);
  modes_.push_back(std::move(mode));
}

void LeafCountSpread::add_pair(std::size_t first, std::size_t second, bool conjugate) {
  Pair pair;
  pair.first = first;
  pair.second = second;
  pair.conjugate = conjugate;
  pair.inner = products_per_key(modes_[first].inner, modes_[second].inner, conjugate);
  pair.rightmost = products_per_key(modes_[first].rightmost, modes_[second].rightmost, conjugate);
  pairs_.push_back(std::move(pair));
}

Complex LeafCountSpread::value_of_second(const Pair& pair) const {
  const Complex value = modes_[pair.second].value;
  return pair.conjugate ? value.conjugate() : value;
}

std::vector<Complex> LeafCountSpread::modes_of_expected() const {
  const LeafDistribution& leaves = expected_.distribution();
  std::vector<Complex> sums;
  for (const Mode& mode : modes_)
    sums.push_back(in_mode(leaves.inner, mode.inner) + in_mode(leaves.rightmost, mode.rightmost));
  return sums;
}

Complex LeafCountSpread::source_of(const Pair& pair, const std::vector<Complex>& in_mode_of) const {
  const LeafDistribution& leaves = expected_.distribution();
  const Complex second = pair.conjugate ? in_mode_of[pair.second].conjugate() : in_mode_of[pair.second];
  const Complex mean_square = in_mode(leaves.inner, pair.inner) + in_mode(leaves.rightmost, pair.rightmost);
  const Complex square_of_mean = (1.0 / expected_.keys()) * (in_mode_of[pair.first] * second);
  return modes_[pair.first].value * value_of_second(pair) * (mean_square - square_of_mean);
}

void LeafCountSpread::update_sources() {
  const std::vector<Complex> sums = modes_of_expected();
  for (Pair& pair : pairs_) pair.source = source_of(pair, sums);
}

void LeafCountSpread::advance_to(double keys) {
  while (expected_.keys() < keys) {
    const double steps =
        std::min(keys - expected_.keys(), std::max(1.0, std::floor(expected_.keys() / steps_per_growth)));
    const StepSeries series(expected_.keys(), steps);
    expected_.advance_to(expected_.keys() + steps);
    std::vector<Complex> before;
    for (const Pair& pair : pairs_) before.push_back(pair.source);
    update_sources();
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      Pair& pair = pairs_[i];
      const Complex grown = growth(series, modes_[pair.first].value + value_of_second(pair));
      const double share = series.sum_of_inverses();
      // A single step feeds what stood there before it; over many, a trapezoid of what comes and what grows.
      const Complex fed = steps < 2 ? share * before[i] : (share / 2) * (grown * before[i] + pair.source);
      pair.covariance = grown * pair.covariance + fed;
    }
  }
}

double LeafCountSpread::standard_deviation() {
  if (keys() < all_modes_below_keys_) {
    all_modes_.advance_to(keys());
    return all_modes_.standard_deviation();
  }
  double variance = 0.0;
  for (const Pair& pair : pairs_) {
    const Complex weight = modes_[pair.second].weight;
    const Complex second = pair.conjugate ? weight.conjugate() : weight;
    // Each stands for itself, its conjugate and, off the diagonal, the two with the modes swapped.
    const double times = pair.first == pair.second ? 2.0 : 4.0;
    variance += times * (modes_[pair.first].weight * second * pair.covariance).real;
  }
  return std::sqrt(std::max(0.0, variance));
}

}  // namespace keycost::theory
