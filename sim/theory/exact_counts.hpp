// Loads that leave nothing to chance: whole numbers of leaves, by page arithmetic alone.
#pragma once

#include <cstdint>

#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

/// Keys in order: every closed leaf holds what a split of the rightmost leaves behind.
///   1 for N ≤ c_r;  2 + ⌊(N − c_r − 1) / L_r⌋ beyond
std::uint64_t ascending_leaves(const PostgresqlLeaf& leaf, std::uint64_t keys);

/// Keys in reverse: all but the last two leaves are right halves of the leftmost.
///   3 + ⌊(N − n₂) / R⌋ for N ≥ n₂ = c_r + 1 + (c + 1 − L_r)
std::uint64_t descending_leaves(const PostgresqlLeaf& leaf, std::uint64_t keys);

/// Of a descending load, leaves whose right neighbour lies before them in the file: all but two. Percent.
double descending_fragmentation_percent(const PostgresqlLeaf& leaf, std::uint64_t keys);

/// W writers, each in order within a range of its own: all ranges but the last grow inside the index, where
/// leaves are left half full. About (W − 1)(N/W)/L + (N/W)/L_r, to W leaves either way.
double interleaved_writers_leaves(const PostgresqlLeaf& leaf, std::uint64_t keys, std::uint64_t writers);

/// A long run of ascending keys that lands between two keys that are there: b/L more leaves, half full.
double run_inside_leaves(const PostgresqlLeaf& leaf, double leaves_before, std::uint64_t keys_of_run);

/// The k-sorted theorem. If no key arrives more than k places from its place in sorted order, then, when t
/// keys are there and M is the largest, at most k keys below M are missing. A leaf that a split of the
/// rightmost closes holds L_r keys and can gain at most k. So for k ≤ c − L_r nothing but the rightmost leaf
/// ever splits: no fragmentation, and every closed leaf holds L_r to L_r + k keys. Sufficient, not necessary.
std::uint64_t harmless_displacement(const PostgresqlLeaf& leaf);

}  // namespace keycost::theory
