// Small random decisions from one seed, the same on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "sim/random/philox.hpp"

namespace keycost::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : key_{seed, 0} {}

  std::uint64_t below(std::uint64_t bound) { return key_.block(throws_++)[0] % bound; }
  std::uint64_t bits() {
    const PhiloxBlock block = key_.block(throws_++);
    return std::uint64_t{block[0]} << 32 | block[1];
  }
  bool one_in(std::uint64_t count) { return below(count) == 0; }

  template <class T>
  T among(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }

 private:
  RandomKey key_;
  std::uint64_t throws_ = 0;
};

}  // namespace keycost::test
