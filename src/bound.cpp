#include "src/bound.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace keycost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// `number` at 15 significant digits, as people write it.
double as_written(double number) {
  // The program never sets a locale, so this reads the decimal point that fmt has written.
  return std::strtod(fmt::format("{:.15g}", number).c_str(), nullptr);
}

}  // namespace

Interval accepted_interval(const Bound& bound) {
  switch (bound.kind) {
    case BoundKind::equals:
      return {bound.value, bound.value};
    case BoundKind::minimum:
      return {bound.value, infinity};
    case BoundKind::maximum:
      return {-infinity, bound.value};
    case BoundKind::near:
      break;
  }
  const double reach = bound.within_percent ? std::abs(bound.value) * bound.within / 100 : bound.within;
  return {as_written(bound.value - reach), as_written(bound.value + reach)};
}

}  // namespace keycost
