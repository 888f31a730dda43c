// Leaves under random keys as a Markov chain whose states tell more than a number of keys: what a page's
// history leaves behind can decide when and where it splits. leaf_distribution.hpp is the case where keys
// alone decide.
//
// A leaf is hit in proportion to its keys. A hit moves it to the next state of its run, which has one key
// more, or splits it: with some chance into two given states, or, where a split cuts at the new key, into any
// of a range of pairs. The mean of the numbers of leaves by state obeys E n(N+1) = (I + T/N) n(N), as there.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/theory/leaf_distribution.hpp"

namespace keycost::theory {

class LeafChain {
 public:
  /// States of 1, 2, …, `keys_most` keys; returns the run's first state. State of k keys: that + k − 1.
  std::size_t add_run(std::size_t keys_most);
  /// A hit of `from` splits it with this chance, into these two.
  void add_split(std::size_t from, double chance, std::size_t first, std::size_t second);
  /// With `chance_each` into (first + k, second − k), for each k below `count`.
  void add_splits(std::size_t from, double chance_each, std::size_t first, std::size_t second,
                  std::size_t count);

  std::size_t states() const { return keys_.size(); }
  double keys(std::size_t state) const { return keys_[state]; }
  double keys_most() const { return keys_most_; }
  /// Of a hit: that the leaf does not split.
  double stays(std::size_t state) const { return stays_[state]; }

  double keys_of(const std::vector<double>& leaves) const;

  /// y = T x. O(states + splits).
  void apply(const std::vector<double>& x, std::vector<double>& y) const;
  /// The transposed: by how much the expected worth of a leaf of each state grows with an insert, times N,
  /// when leaves are worth `worth`.
  void apply_transposed(const std::vector<double>& worth, std::vector<double>& y) const;
  /// Of what one insert moves the worth of all leaves by, `leaves` and their `keys` being given.
  /// O(states + Σ count).
  double variance_of_insert(const std::vector<double>& leaves, double keys,
                            const std::vector<double>& worth) const;

 private:
  struct Splits {
    std::size_t from;
    double chance_each;
    std::size_t first;
    std::size_t second;
    std::size_t count;
  };

  std::vector<double> keys_;
  std::vector<double> stays_;
  std::vector<Splits> splits_;
  double keys_most_ = 0;
};

/// The inner leaves' run, then that of the rightmost leaf. The halves of a split have capacity + 1 keys
/// together.
LeafChain chain_of(const TreeRules& rules);
/// In the order of chain_of's states.
std::vector<double> leaves_by_state(const LeafDistribution& leaves);

}  // namespace keycost::theory
