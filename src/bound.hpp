// What an expectation accepts: one bound, as the interval of numbers that it stands for.
#pragma once

#include <cstddef>
#include <optional>

namespace keycost {

enum class BoundKind { equals, minimum, maximum, near };

/// What "near" is, and so what a band around it is made of. s is the standard deviation over seeds, n how
/// many seeds the simulated mean is of.
enum class BandKind {
  one_run,   ///< "sd": the figure of one run, somebody else's; it and the mean differ by s √(1 + 1/n)
  expected,  ///< "se": the expected value; the mean is off by s / √n
};

/// So many standard deviations or standard errors either way.
struct Band {
  BandKind kind = BandKind::one_run;
  double times = 0;
  std::optional<double> sd;  ///< known from elsewhere; without it, that of the replicates
};

struct Bound {
  BoundKind kind = BoundKind::equals;
  double value = 0;
  double within = 0;            ///< near only: absolute, or a share of `value`
  bool within_percent = false;  ///< near only: `within` is in percent of `value`
  std::optional<Band> band;     ///< near only, on top of `within`
};

/// Both ends belong to it; an open end is infinite.
struct Interval {
  double lowest;
  double highest;

  bool contains(double number) const { return lowest <= number && number <= highest; }
};

/// The numbers that `bound` accepts. Ends are the decimal numbers that the bound's writer means: near 0.7
/// within 0.1 reaches to 0.8, although 0.7 + 0.1 falls short of it in binary. A band is left out.
Interval accepted_interval(const Bound& bound);

/// The same with the bound's band around it, for the mean of `count` runs that spread by `sd`.
Interval accepted_interval(const Bound& bound, double sd, std::size_t count);

}  // namespace keycost
