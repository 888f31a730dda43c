#include "sim/theory/expected_leaves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace keycost::theory {

namespace {

// Below, the terms are added up one by one; above, Euler and Maclaurin's formula is exact to the last bit.
constexpr double direct_sum_steps = 64;

// A term that is this much smaller than the sum changes no bit of it.
constexpr double last_bit = 1e-18;

// Before so many terms the sum is not worth looking at.
constexpr std::size_t terms_at_least = 10;

using PowerSums = std::array<double, StepSeries::terms + 1>;  ///< [j]: Σ n^−j

PowerSums direct_power_sums(double keys, double steps) {
  PowerSums sums{};
  for (double n = keys; n < keys + steps; ++n) {
    const double inverse = 1.0 / n;
    double power = 1.0;
    for (std::size_t j = 1; j <= StepSeries::terms; ++j) sums[j] += power *= inverse;
  }
  return sums;
}

/// ln(end / start) = 2 artanh(z), z = (end − start) / (end + start), as a series: end / start is near 1 here.
double logarithm_of_ratio(double start, double end) {
  const double z = (end - start) / (end + start);
  double power = z;
  double sum = 0.0;
  for (int k = 1; std::abs(power) > last_bit * std::abs(z); k += 2) {
    sum += power / k;
    power *= z * z;
  }
  return 2.0 * sum;
}

/// Σ_{n=a}^{b−1} n^−j = ∫ + (f(a) − f(b))/2 + (f′(b) − f′(a))/12 − (f‴(b) − f‴(a))/720; what follows is below
/// j^5 / a^(j+5) / 30240.
PowerSums euler_maclaurin_power_sums(double keys, double steps) {
  const double end = keys + steps;
  PowerSums sums{};
  double at_start = 1.0;  // a^−j
  double at_end = 1.0;
  for (std::size_t j = 1; j <= StepSeries::terms; ++j) {
    const auto order = static_cast<double>(j);
    const double integral =
        j == 1 ? logarithm_of_ratio(keys, end) : (at_start - at_end) / (order - 1.0);  // of a^(1−j), so far
    at_start /= keys;
    at_end /= end;
    const double first = order * (at_start / keys - at_end / end) / 12.0;
    const double third = order * (order + 1.0) * (order + 2.0) *
                         (at_start / (keys * keys * keys) - at_end / (end * end * end)) / 720.0;
    sums[j] = integral + (at_start - at_end) / 2.0 + first - third;
  }
  return sums;
}

double largest(const LeafDistribution& x) {
  double most = 0.0;
  for (const double count : x.inner) most = std::max(most, std::abs(count));
  for (const double count : x.rightmost) most = std::max(most, std::abs(count));
  return most;
}

}  // namespace

StepSeries::StepSeries(double keys, double steps) {
  const PowerSums sums =
      steps <= direct_sum_steps ? direct_power_sums(keys, steps) : euler_maclaurin_power_sums(keys, steps);
  coefficients_[0] = 1.0;
  for (std::size_t k = 1; k <= terms; ++k) {
    double sum = 0.0;
    double sign = 1.0;
    for (std::size_t j = 1; j <= k; ++j) {
      sum += sign * coefficients_[k - j] * sums[j];
      sign = -sign;
    }
    coefficients_[k] = sum / static_cast<double>(k);
  }
}

ExpectedLeaves::ExpectedLeaves(TreeRules rules, LeafDistribution start)
    : rules_(std::move(rules)), distribution_(std::move(start)), keys_(std::round(distribution_.keys())) {}

void ExpectedLeaves::advance_to(double keys) {
  const std::size_t most =
      std::max(rules_.inner.capacity, rules_.rightmost ? rules_.rightmost->capacity : std::size_t{0});
  // A column of T adds up to three times this at most, so a leap is an exponential of less than 3.
  const double largest_rate = static_cast<double>(most);
  while (keys_ < keys) {
    const double steps = std::min(keys - keys_, std::floor(keys_ / largest_rate));
    steps < 2 ? step() : leap(steps);
  }
}

void ExpectedLeaves::step() {
  apply_transitions(rules_, distribution_, next_power_);
  const double inverse = 1.0 / keys_;
  add_scaled(distribution_.inner, inverse, next_power_.inner);
  add_scaled(distribution_.rightmost, inverse, next_power_.rightmost);
  keys_ += 1.0;
}

void ExpectedLeaves::leap(double steps) {
  const StepSeries series(keys_, steps);
  power_ = distribution_;
  const double enough = last_bit * largest(distribution_);
  for (std::size_t k = 1; k <= StepSeries::terms; ++k) {
    apply_transitions(rules_, power_, next_power_);
    std::swap(power_, next_power_);
    add_scaled(distribution_.inner, series[k], power_.inner);
    add_scaled(distribution_.rightmost, series[k], power_.rightmost);
    if (k >= terms_at_least && series[k] * largest(power_) < enough) break;
  }
  keys_ += steps;
}

double ExpectedLeaves::split_probability() const {
  double splits = static_cast<double>(rules_.inner.capacity) * distribution_.inner.back();
  if (rules_.rightmost)
    splits += static_cast<double>(rules_.rightmost->capacity) * distribution_.rightmost.back();
  return splits / keys_;
}

}  // namespace keycost::theory
