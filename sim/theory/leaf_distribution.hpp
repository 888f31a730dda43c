// How many leaves have how many keys: a number (or an expected number) for each count of keys, and the
// rightmost leaf apart where it has a rule of its own.
//
// Random inserts hit a leaf with a probability proportional to the keys that it has: of the gaps between the
// keys of a B+-tree a leaf owns those behind its own keys (the leftmost leaf one more, which is left out
// here). So the numbers of keys alone make a Markov chain, whose mean obeys a linear recurrence ("fringe
// analysis"): exact, without any simulation.
//
//   E n(N+1) = (I + T/N) n(N)      (T n)_i = (i − 1) n_{i−1} − i n_i + s_i c n_c
//
// Sources: Yao, On random 2-3 trees, Acta Informatica 9 (1978); Eisenbarth et al., The theory of fringe
// analysis, Information and Control 55 (1982); Baeza-Yates, Expected behaviour of B+-trees under random
// insertions, Acta Informatica 26 (1989).
#pragma once

#include <cstddef>
#include <vector>

#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

struct LeafDistribution {
  std::vector<double> inner;      ///< [i]: leaves with i keys, up to the capacity; [0] stays 0
  std::vector<double> rightmost;  ///< the same of the one rightmost leaf; empty without a rule for it

  double leaves() const;
  double keys() const;
};

/// One leaf with one key.
LeafDistribution one_key(const TreeRules& rules);

/// What a bulk load leaves: `leaves` leaves of `keys_each` keys (the last of them the rightmost).
LeafDistribution loaded(const TreeRules& rules, double leaves, std::size_t keys_each);

/// What CREATE INDEX of `keys` entries leaves: as many on each leaf, the rest on the last.
LeafDistribution bulk_loaded(const PostgresqlLeaf& leaf, double keys);

/// `leaves` leaves whose fill is spread evenly from the fewest keys of a split's child to the capacity.
LeafDistribution loaded_evenly(const TreeRules& rules, double leaves);

/// `leaves` leaves filled by the stationary law (steady_state.hpp): no wave of splits follows.
LeafDistribution loaded_stationary(const TreeRules& rules, double leaves);

/// y = T x. O(capacity).
void apply_transitions(const TreeRules& rules, const LeafDistribution& x, LeafDistribution& y);

/// sum += factor · part, of the same size.
void add_scaled(std::vector<double>& sum, double factor, const std::vector<double>& part);

}  // namespace keycost::theory
