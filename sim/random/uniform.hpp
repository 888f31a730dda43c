// Whole numbers below a bound, from random bits and with whole-number arithmetic alone.
#pragma once

#include <cstdint>

#include "sim/random/philox.hpp"

namespace keycost {

/// The high half of the product of two 64-bit numbers.
constexpr std::uint64_t multiply_high(std::uint64_t left, std::uint64_t right) {
  const std::uint64_t low_mask = 0xFFFFFFFF;
  const std::uint64_t low = (left & low_mask) * (right & low_mask);
  const std::uint64_t middle_left = (left >> 32) * (right & low_mask) + (low >> 32);
  const std::uint64_t middle_right = (left & low_mask) * (right >> 32) + (middle_left & low_mask);
  return (left >> 32) * (right >> 32) + (middle_left >> 32) + (middle_right >> 32);
}

/// 64 of a block's bits: `half` 0 or 1.
constexpr std::uint64_t half_of(const PhiloxBlock& block, std::size_t half = 0) {
  return (std::uint64_t{block[2 * half]} << 32) | block[2 * half + 1];
}

/// One of 0 … bound−1: random bits scaled down. No value is more likely than another by more than one part in
/// 2^64 / bound, which is not worth a second draw for any bound here.
constexpr std::uint64_t scaled_below(std::uint64_t bits, std::uint64_t bound) {
  return multiply_high(bits, bound);
}

}  // namespace keycost
