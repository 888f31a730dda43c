// What an expectation accepts: one bound, as the interval of numbers that it stands for.
#pragma once

namespace keycost {

enum class BoundKind { equals, minimum, maximum, near };

struct Bound {
  BoundKind kind = BoundKind::equals;
  double value = 0;
  double within = 0;            ///< near only: absolute, or a share of `value`
  bool within_percent = false;  ///< near only: `within` is in percent of `value`
};

/// Both ends belong to it; an open end is infinite.
struct Interval {
  double lowest;
  double highest;

  bool contains(double number) const { return lowest <= number && number <= highest; }
};

/// The numbers that `bound` accepts. Ends are the decimal numbers that the bound's writer means: near 0.7
/// within 0.1 reaches to 0.8, although 0.7 + 0.1 falls short of it in binary.
Interval accepted_interval(const Bound& bound);

}  // namespace keycost
