// An index of random keys in expectation, whatever the engine: what a report shows beside the simulated one.
#pragma once

#include <cstddef>

namespace keycost::theory {

class RandomKeyTree {
 public:
  virtual ~RandomKeyTree() = default;

  /// Starts anew, built of so many keys at once (at least one).
  virtual void build(double keys) = 0;
  /// Inserts until there are `keys`, at least one and no fewer than there are.
  virtual void advance_to(double keys) = 0;

  virtual double keys() const = 0;
  virtual double leaves() const = 0;
  /// Of the number of leaves of a single tree.
  virtual double standard_deviation() = 0;
  /// How full `leaves` leaves with the tree's keys are, in the engine's own measure of that.
  virtual double fill(double leaves) const = 0;
  /// By how much one leaf more lowers that.
  virtual double fill_per_leaf(double leaves) const = 0;
};

}  // namespace keycost::theory
