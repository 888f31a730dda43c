#include "src/command/id_estimates.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/report/numbers.hpp"

namespace keycost {

std::uint64_t estimated_count(std::span<const std::uint64_t> numbers) {
  const std::uint64_t largest = *std::max_element(numbers.begin(), numbers.end());
  return largest + largest / numbers.size() - (largest > 0 ? 1 : 0);
}

double ids_at_one_in_a_billion(std::uint64_t alphabet_size, std::uint64_t size) {
  constexpr double chance = 1e-9;
  // The root is taken of each factor: alphabet_size^size itself may be beyond any double.
  double ids = std::sqrt(2 * chance);
  const double root = std::sqrt(static_cast<double>(alphabet_size));
  for (std::uint64_t i = 0; i < size && std::isfinite(ids); ++i) ids *= root;
  return ids;
}

std::string print_count(double count) {
  constexpr double largest_in_full = 1e12;
  if (count < largest_in_full) return with_thousands(static_cast<std::uint64_t>(count));
  const double exponent = std::floor(std::log10(count));
  return fmt::format("{:.2f} × 10^{:.0f}", count / std::pow(10, exponent), exponent);
}

}  // namespace keycost
