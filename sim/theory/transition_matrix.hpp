// T as a matrix, over the leaves with the fewest keys of a split's child up to the capacity. Included by the
// few files that solve or decompose it.
#pragma once

#include <Eigen/Core>

#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

/// Row and column i − fewest_keys() for leaves with i keys. No rule for the rightmost leaf: its share
/// vanishes as the tree grows.
inline Eigen::MatrixXd transition_matrix(const SplitRule& rule) {
  const std::size_t fewest = rule.fewest_keys();
  const auto size = static_cast<Eigen::Index>(rule.capacity - fewest + 1);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index row = 0; row < size; ++row) {
    const double keys = static_cast<double>(fewest) + static_cast<double>(row);
    matrix(row, row) = -keys;
    if (row > 0) matrix(row, row - 1) = keys - 1.0;
  }
  for (const Children& child : rule.children)
    matrix(static_cast<Eigen::Index>(child.keys - fewest), size - 1) +=
        child.count * static_cast<double>(rule.capacity);
  return matrix;
}

}  // namespace keycost::theory
