// What a quiz draws from: the same throws for the same seed, everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/random/philox.hpp"
#include "sim/random/uniform.hpp"

namespace keycost {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : key_{seed, 0} {}

  /// One of 0 … bound−1.
  std::uint64_t below(std::uint64_t bound) { return scaled_below(half_of(key_.block(throws_++)), bound); }

  /// A multiple of `step` from `least` to `most`, both of which are one.
  std::uint64_t between(std::uint64_t least, std::uint64_t most, std::uint64_t step) {
    return least + step * below((most - least) / step + 1);
  }

  template <class Value, std::size_t size>
  const Value& one_of(const std::array<Value, size>& values) {
    return values[below(size)];
  }

  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[below(left)]);
  }

 private:
  RandomKey key_;
  std::uint64_t throws_ = 0;
};

}  // namespace keycost
