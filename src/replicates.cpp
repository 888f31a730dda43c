#include "src/replicates.hpp"

#include <algorithm>
#include <cmath>

#include "sim/random/philox.hpp"

namespace keycost {

std::uint64_t replicate_seed(std::uint64_t seed, std::size_t replicate) {
  if (replicate == 0) return seed;
  // No column of any table has this number, so no stream draws the same block.
  constexpr std::uint32_t no_column = 0xFFFFFFFF;
  const PhiloxBlock block = RandomKey{seed, no_column}.block(replicate);
  constexpr unsigned exact_in_a_double = 53;
  return (std::uint64_t{block[0]} << 32 | block[1]) >> (64 - exact_in_a_double);
}

Spread spread_of(std::span<const double> values) {
  Spread spread;
  spread.count = values.size();
  spread.minimum = *std::ranges::min_element(values);
  spread.maximum = *std::ranges::max_element(values);
  const auto count = static_cast<double>(values.size());
  // From the smallest on: equal values have exactly their value as mean, and no spread.
  double above_minimum = 0;
  for (const double value : values) above_minimum += value - spread.minimum;
  spread.mean = spread.minimum + above_minimum / count;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  if (values.size() > 1) spread.sd = std::sqrt(squares / (count - 1));
  return spread;
}

}  // namespace keycost
