// Draws of the exponential distribution without a logarithm, whose last bit differs between libraries.
//
// Source: J. von Neumann, "Various techniques used in connection with random digits", 1951: comparing uniform
// numbers with each other is enough. A descending run u1 > u2 > … > un that ends because the next number is
// not smaller has odd length with probability e^−u1, so u1 is then a draw from the unit interval; each run of
// even length moves the interval on by one.
#pragma once

#include <cstdint>

#include "sim/random/philox.hpp"

namespace keycost {

/// A draw with mean 1, counted in units of 2^-32, from the draws first_draw, first_draw + 1, … of `row`:
/// three blocks on average, and never as many as 2^16.
std::uint64_t exponential_draw(const RandomKey& key, std::uint64_t row, std::uint32_t first_draw);

/// mean × draw, rounded down, for a mean below 2^58.
std::uint64_t scaled_exponential(std::uint64_t mean, std::uint64_t draw);

}  // namespace keycost
