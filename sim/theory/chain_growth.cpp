#include "sim/theory/chain_growth.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/theory/expected_leaves.hpp"

namespace keycost::theory {

namespace {

// A term that moves nothing by more than this part of a leaf ends the series.
constexpr double negligible = 1e-13;

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// Takes x over `steps` inserts from `keys` on, as a polynomial of `apply`; a term below `enough` ends it.
template <class Apply>
void carry(double keys, double steps, double enough, std::vector<double>& x, Apply apply) {
  const StepSeries series(keys, steps);
  std::vector<double> power = x;
  std::vector<double> next;
  // One step is I + T/N, exactly.
  const std::size_t terms = steps == 1.0 ? 1 : StepSeries::terms;
  for (std::size_t k = 1; k <= terms; ++k) {
    apply(power, next);
    std::swap(power, next);
    add_scaled(x, series[k], power);
    if (series[k] * largest(power) < enough) break;
  }
}

}  // namespace

ChainGrowth::ChainGrowth(LeafChain chain, std::vector<double> start) : chain_(std::move(chain)) {
  const double keys = std::round(chain_.keys_of(start));
  looks_.push_back({keys, std::move(start)});
  deviation_keys_ = keys;
}

double ChainGrowth::leaves() const {
  return sum(std::vector<double>(chain_.states(), 1.0));
}

double ChainGrowth::sum(const std::vector<double>& worth) const {
  double sum = 0.0;
  for (std::size_t state = 0; state < worth.size(); ++state) sum += worth[state] * leaves_by_state()[state];
  return sum;
}

void ChainGrowth::advance_to(double keys) {
  while (this->keys() < keys) {
    const double from = this->keys();
    // No column of T adds up to more than three times the leaf's keys, so the leap is an exponential of less
    // than 3, and 24 terms leave out less than one part in 10^11.
    const double steps = std::min(keys - from, std::max(1.0, std::floor(from / chain_.keys_most())));
    std::vector<double> leaves = leaves_by_state();
    carry(from, steps, negligible * largest(leaves), leaves,
          [this](const auto& x, auto& y) { chain_.apply(x, y); });
    looks_.push_back({from + steps, std::move(leaves)});
  }
}

void ChainGrowth::carry_back(double keys, double steps, std::vector<double>& worth) const {
  carry(keys, steps, negligible, worth, [this](const auto& x, auto& y) { chain_.apply_transposed(x, y); });
}

double ChainGrowth::standard_deviation() {
  if (deviation_keys_ != keys()) deviation_ = standard_deviation(std::vector<double>(chain_.states(), 1.0));
  deviation_keys_ = keys();
  return deviation_;
}

// Between two looks the variance of a move is taken for a trapezoid, but for single inserts, which are
// known.
double ChainGrowth::standard_deviation(std::vector<double> worth) const {
  double variance = 0.0;
  double at_end = 0.0;  // of the next insert, by the worth there
  bool end_is_known = false;
  for (std::size_t look = looks_.size() - 1; look > 0; --look) {
    const Look& before = looks_[look - 1];
    const Look& after = looks_[look];
    const double steps = after.keys - before.keys;
    if (steps == 1.0) {
      variance += chain_.variance_of_insert(before.leaves, before.keys, worth);
      carry_back(before.keys, steps, worth);
      continue;
    }
    if (!end_is_known) at_end = chain_.variance_of_insert(after.leaves, after.keys, worth);
    end_is_known = true;
    carry_back(before.keys, steps, worth);
    const double at_start = chain_.variance_of_insert(before.leaves, before.keys, worth);
    variance += steps / 2 * (at_end + at_start);
    at_end = at_start;
  }
  return std::sqrt(std::max(0.0, variance));
}

}  // namespace keycost::theory
