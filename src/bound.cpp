#include "src/bound.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace keycost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// `number` as people write it, at so many significant digits.
double as_written(double number, int digits = 15) {
  // The program never sets a locale, so this reads the decimal point that fmt has written.
  return std::strtod(fmt::format("{:.{}g}", number, digits).c_str(), nullptr);
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

Interval accepted_interval(const Bound& bound, double sd, std::size_t count) {
  const Interval without_band = accepted_interval(bound);
  if (!bound.band) return without_band;
  const auto runs = static_cast<double>(count);
  const double deviation =
      bound.band->kind == BandKind::one_run ? sd * std::sqrt(1 + 1 / runs) : sd / std::sqrt(runs);
  // More digits of an estimated width say nothing, and would make its ends unreadable.
  const double reach = as_written(bound.band->times * deviation, 6);
  return {as_written(without_band.lowest - reach), as_written(without_band.highest + reach)};
}

}  // namespace keycost
