#include "sim/theory/exact_counts.hpp"

namespace keycost::theory {

namespace {

/// Keys at which a descending load splits for the second time: of the leaf that the first split left behind.
std::uint64_t second_split(const PostgresqlLeaf& leaf) {
  return leaf.rightmost_capacity() + 1 + (leaf.capacity() + 1 - leaf.rightmost_left());
}

}  // namespace

std::uint64_t ascending_leaves(const PostgresqlLeaf& leaf, std::uint64_t keys) {
  if (keys <= leaf.rightmost_capacity()) return 1;
  return 2 + (keys - leaf.rightmost_capacity() - 1) / leaf.rightmost_left();
}

std::uint64_t descending_leaves(const PostgresqlLeaf& leaf, std::uint64_t keys) {
  if (keys <= leaf.rightmost_capacity()) return 1;
  if (keys < second_split(leaf)) return 2;
  return 3 + (keys - second_split(leaf)) / leaf.right();
}

double descending_fragmentation_percent(const PostgresqlLeaf& leaf, std::uint64_t keys) {
  const auto leaves = static_cast<double>(descending_leaves(leaf, keys));
  return leaves < 3 ? 0.0 : 100.0 * (leaves - 2.0) / leaves;
}

double interleaved_writers_leaves(const PostgresqlLeaf& leaf, std::uint64_t keys, std::uint64_t writers) {
  const double each = static_cast<double>(keys) / static_cast<double>(writers);
  return static_cast<double>(writers - 1) * each / static_cast<double>(leaf.left()) +
         each / static_cast<double>(leaf.rightmost_left());
}

double run_inside_leaves(const PostgresqlLeaf& leaf, double leaves_before, std::uint64_t keys_of_run) {
  return leaves_before + static_cast<double>(keys_of_run) / static_cast<double>(leaf.left());
}

std::uint64_t harmless_displacement(const PostgresqlLeaf& leaf) {
  return leaf.capacity() - leaf.rightmost_left();
}

}  // namespace keycost::theory
