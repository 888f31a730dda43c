#include "sim/theory/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include <Eigen/Eigenvalues>

#include "sim/theory/steady_state.hpp"
#include "sim/theory/transition_matrix.hpp"

namespace keycost::theory {

namespace {

constexpr double turn = 6.283185307179586;               // 2π
constexpr double turn_per_doubling = 9.064720283654388;  // 2π / ln 2
constexpr double damping = 29.636087950;                 // (2π / ln 2)² / (4 ln 2)
constexpr int newton_steps_max = 60;
constexpr double converged = 1e-15;

/// Pairs that a matrix of `size` rows can have.
std::size_t pairs_max(const SplitRule& rule) {
  return (rule.capacity - rule.fewest_keys()) / 2;
}

bool cuts_in_the_middle(const SplitRule& rule) {
  return 2 * rule.fewest_keys() >= rule.capacity;
}

Complex newton(const SplitRule& rule, Complex lambda) {
  for (int step = 0; step < newton_steps_max; ++step) {
    const CharacteristicValue at = characteristic(rule, lambda);
    const Complex change = at.value / at.derivative;
    lambda = lambda - change;
    if (change.squared_length() <= converged * converged * lambda.squared_length()) break;
  }
  return lambda;
}

/// λ_{1+k} of leaves cut in the middle, for k that are small against them.
Complex asymptotic_root(const SplitRule& rule, std::size_t k) {
  const auto order = static_cast<double>(k);
  const double half = static_cast<double>(rule.capacity + 1) / 2.0;
  return {1.0 - damping * order * order / half, turn_per_doubling * order};
}

std::vector<Complex> roots_near(const SplitRule& rule, const std::vector<Complex>& starts) {
  std::vector<Complex> roots;
  for (const Complex start : starts) roots.push_back(newton(rule, start));
  return roots;
}

/// Nothing if some start led to a root that is not its own: they lie about turn_per_doubling apart.
std::vector<Complex> roots_by_asymptotics(const SplitRule& rule, std::size_t count) {
  std::vector<Complex> starts;
  for (std::size_t k = 1; k <= count; ++k) starts.push_back(asymptotic_root(rule, k));
  std::vector<Complex> roots = roots_near(rule, starts);
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_near = std::abs(roots[k].imaginary - starts[k].imaginary) < turn_per_doubling / 2;
    const bool is_root = characteristic(rule, roots[k]).value.squared_length() < 1e-12;
    if (!is_near || !is_root) return {};
  }
  return roots;
}

std::vector<Complex> roots_by_decomposition(const SplitRule& rule, std::size_t count) {
  std::vector<Complex> starts;
  for (const Complex value : eigenvalues(rule)) {
    if (value.imaginary > 1e-6 && starts.size() < count) starts.push_back(value);
  }
  return roots_near(rule, starts);
}

std::complex<double> standard(Complex value) {
  return {value.real, value.imaginary};
}

/// ln Γ(x + λ) − ln Γ(x) for large x: Stirling's series, whose next term is below 1/(1680 x^7).
std::complex<double> log_gamma_ratio(double x, std::complex<double> lambda) {
  const auto stirling = [](std::complex<double> z) {
    return (z - 0.5) * std::log(z) - z + 1.0 / (12.0 * z) - 1.0 / (360.0 * z * z * z) +
           1.0 / (1260.0 * z * z * z * z * z);
  };
  return stirling(x + lambda) - stirling(x);
}

}  // namespace

double Eigenmode::period() const {
  return std::exp(turn / value.imaginary);
}

double Eigenmode::ripple_per_doubling() const {
  return std::exp2(value.real - 1.0);
}

std::vector<Eigenmode> leading_modes(const SplitRule& rule, std::size_t count) {
  count = std::min(count, pairs_max(rule));
  std::vector<Complex> roots;
  if (cuts_in_the_middle(rule)) roots = roots_by_asymptotics(rule, count);
  if (roots.empty()) roots = roots_by_decomposition(rule, count);
  std::vector<Eigenmode> modes;
  for (const Complex root : roots) modes.push_back({root});
  return modes;
}

std::vector<Complex> eigenvalues(const SplitRule& rule) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(transition_matrix(rule), false);
  std::vector<Complex> values;
  for (const std::complex<double>& value : solver.eigenvalues())
    values.push_back({value.real(), value.imag()});
  std::stable_sort(values.begin(), values.end(), [](Complex a, Complex b) {
    return a.real != b.real ? a.real > b.real : a.imaginary > b.imaginary;
  });
  return values;
}

CharacteristicValue characteristic(const SplitRule& rule, Complex lambda) {
  CharacteristicValue result{{-1.0, 0.0}, {0.0, 0.0}};
  for (const Children& child : rule.children) {
    Complex product{1.0, 0.0};
    Complex inverses{0.0, 0.0};
    for (std::size_t l = rule.capacity; l >= child.keys; --l) {
      const auto keys = static_cast<double>(l);
      const Complex inverse = Complex{1.0, 0.0} / Complex{keys + lambda.real, lambda.imaginary};
      product = product * (keys * inverse);
      inverses = inverses + inverse;
    }
    result.value = result.value + child.count * product;
    result.derivative = result.derivative - child.count * (product * inverses);
  }
  return result;
}

std::vector<Complex> left_eigenvector(const SplitRule& rule, Complex lambda) {
  std::vector<Complex> vector(rule.capacity + 1);
  Complex product{1.0, 0.0};
  for (std::size_t i = rule.capacity; i > 0; --i) {
    const auto keys = static_cast<double>(i);
    product = product * (Complex{keys, 0.0} / Complex{keys + lambda.real, lambda.imaginary});
    vector[i] = product;
  }
  return vector;
}

Complex leaves_weight(const SplitRule& rule, Complex lambda) {
  return Complex{-1.0, 0.0} / (lambda * characteristic(rule, lambda).derivative);
}

double leaves_by_modes(const SplitRule& rule, const std::vector<double>& leaves_with, double keys,
                       std::size_t modes) {
  double start_keys = 0.0;
  for (std::size_t i = 1; i < leaves_with.size(); ++i) start_keys += static_cast<double>(i) * leaves_with[i];
  double leaves = keys / steady_state(rule).keys_per_leaf;
  for (const Eigenmode& mode : leading_modes(rule, modes)) {
    const std::vector<Complex> contribution = left_eigenvector(rule, mode.value);
    Complex in_mode{0.0, 0.0};
    for (std::size_t i = 1; i < leaves_with.size(); ++i) in_mode = in_mode + leaves_with[i] * contribution[i];
    const Complex part = in_mode * leaves_weight(rule, mode.value);
    const std::complex<double> growth = std::exp(log_gamma_ratio(keys, standard(mode.value)) -
                                                 log_gamma_ratio(start_keys, standard(mode.value)));
    leaves += 2.0 * (standard(part) * growth).real();
  }
  return leaves;
}

}  // namespace keycost::theory
