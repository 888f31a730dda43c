#include "sim/theory/chain_growth.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/theory/expected_leaves.hpp"

namespace keycost::theory {

namespace {

// A leap's series is that of the exponential of less than 3 (a column of T adds up to three times the leaf's
// keys at most), so 24 terms leave out less than one part in 10^11.
constexpr double keys_per_leap = 1.0;

// A term that moves nothing by more than this part of a leaf ends the series.
constexpr double negligible = 1e-13;

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

void add_scaled(std::vector<double>& sum, double factor, const std::vector<double>& part) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * part[i];
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
  std::vector<double> power;
  std::vector<double> next;
  while (this->keys() < keys) {
    const double from = this->keys();
    const double steps =
        std::min(keys - from, std::max(1.0, std::floor(from * keys_per_leap / chain_.keys_most())));
    const StepSeries series(from, steps);
    std::vector<double> leaves = leaves_by_state();
    power = leaves;
    const double enough = negligible * largest(leaves);
    // One step is I + T/N, exactly.
    const std::size_t terms = steps == 1.0 ? 1 : StepSeries::terms;
    for (std::size_t k = 1; k <= terms; ++k) {
      chain_.apply(power, next);
      std::swap(power, next);
      add_scaled(leaves, series[k], power);
      if (series[k] * largest(power) < enough) break;
    }
    looks_.push_back({from + steps, std::move(leaves)});
  }
}

void ChainGrowth::carry_back(double keys, double steps, std::vector<double>& worth) const {
  const StepSeries series(keys, steps);
  std::vector<double> power = worth;
  std::vector<double> next;
  const std::size_t terms = steps == 1.0 ? 1 : StepSeries::terms;
  for (std::size_t k = 1; k <= terms; ++k) {
    chain_.apply_transposed(power, next);
    std::swap(power, next);
    add_scaled(worth, series[k], power);
    if (series[k] * largest(power) < negligible) break;
  }
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
