// The same scenario from several seeds: which seeds, and how far a quantity spreads over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace keycost {

/// Fewer say too little about a standard deviation to hold anything against it: of 10 it is known to about a
/// quarter.
inline constexpr std::size_t replicates_for_a_band = 10;
inline constexpr std::size_t replicates_max = 10000;

/// Replicate 0 has the scenario's own seed. The others' follow from it by the generator, so that the families
/// of two seeds share nothing; each can be run alone with --seed. Below 2^53: exact in every JSON reader.
std::uint64_t replicate_seed(std::uint64_t seed, std::size_t replicate);

struct Spread {
  std::size_t count = 0;
  double mean = 0;
  double sd = 0;  ///< sample standard deviation, divisor count − 1; 0 for a single value
  double minimum = 0;
  double maximum = 0;
};

/// `values` must not be empty. Summed in the order given: the same values give the same bits.
Spread spread_of(std::span<const double> values);

}  // namespace keycost
