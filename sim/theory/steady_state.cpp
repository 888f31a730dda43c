#include "sim/theory/steady_state.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "sim/theory/transition_matrix.hpp"

namespace keycost::theory {

namespace {

/// From any multiple of the leaves for each key.
SteadyState scaled(const SplitRule& rule, const Eigen::VectorXd& leaves) {
  const std::size_t fewest = rule.fewest_keys();
  SteadyState state;
  state.leaves_per_key.assign(rule.capacity + 1, 0.0);
  double keys = 0.0;
  for (Eigen::Index row = 0; row < leaves.size(); ++row)
    keys += static_cast<double>(fewest + static_cast<std::size_t>(row)) * leaves[row];
  double sum = 0.0;
  for (Eigen::Index row = 0; row < leaves.size(); ++row)
    sum += state.leaves_per_key[fewest + static_cast<std::size_t>(row)] = leaves[row] / keys;
  state.keys_per_leaf = 1.0 / sum;
  state.splits_per_insert = static_cast<double>(rule.capacity) * state.leaves_per_key.back();
  return state;
}

}  // namespace

double SteadyState::occupancy() const {
  return keys_per_leaf / static_cast<double>(leaves_per_key.size() - 1);
}

SteadyState steady_state(const SplitRule& rule) {
  const double whole = harmonic_number(rule.capacity + 1);
  SteadyState state;
  for (const Children& child : rule.children)
    state.keys_per_leaf +=
        static_cast<double>(child.keys) * child.count * (whole - harmonic_number(child.keys));
  state.splits_per_insert = 1.0 / state.keys_per_leaf;
  state.leaves_per_key.assign(rule.capacity + 1, 0.0);
  for (const Children& child : rule.children) {
    for (std::size_t i = child.keys; i <= rule.capacity; ++i) {
      state.leaves_per_key[i] += state.splits_per_insert * static_cast<double>(child.keys) * child.count /
                                 (static_cast<double>(i) * static_cast<double>(i + 1));
    }
  }
  return state;
}

SteadyState steady_state_by_linear_solve(const SplitRule& rule) {
  Eigen::MatrixXd system = transition_matrix(rule);
  system.diagonal().array() -= 1.0;
  const Eigen::Index last = system.rows() - 1;
  for (Eigen::Index column = 0; column <= last; ++column)
    system(last, column) = static_cast<double>(rule.fewest_keys()) + static_cast<double>(column);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(last + 1);
  right[last] = 1.0;
  return scaled(rule, system.partialPivLu().solve(right));
}

SteadyState steady_state_by_eigenvector(const SplitRule& rule) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(transition_matrix(rule));
  Eigen::Index leading = 0;
  for (Eigen::Index i = 1; i < solver.eigenvalues().size(); ++i) {
    if (solver.eigenvalues()[i].real() > solver.eigenvalues()[leading].real()) leading = i;
  }
  return scaled(rule, solver.eigenvectors().col(leading).real());
}

double harmonic_number(std::size_t n) {
  double sum = 0.0;
  for (std::size_t i = n; i > 0; --i) sum += 1.0 / static_cast<double>(i);
  return sum;
}

double occupancy_with_deletions(const SplitRule& rule) {
  const auto end = static_cast<double>(rule.capacity + 1);
  double keys = 0.0;
  double leaves = 0.0;
  for (std::size_t i = 1; i <= rule.capacity; ++i) {
    const auto here = static_cast<double>(i);
    double visits = 0.0;  // of a walk from a child to `here` before it ends
    for (const Children& child : rule.children) {
      const auto start = static_cast<double>(child.keys);
      visits += child.count * std::min(here, start) * (end - std::max(here, start)) / end;
    }
    keys += visits;
    leaves += visits / here;
  }
  return keys / (leaves * static_cast<double>(rule.capacity));
}

double limiting_occupancy(double left_share) {
  return -left_share * std::log(left_share) - (1.0 - left_share) * std::log(1.0 - left_share);
}

double limiting_fill_distribution(double fill) {
  return std::clamp(2.0 - 1.0 / fill, 0.0, 1.0);
}

}  // namespace keycost::theory
