// Philox4x32-10: random numbers as a pure function of a key and a counter.
//
// Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011
// (https://doi.org/10.1145/2063384.2063405). The constants and the ten rounds are the paper's; tests hold the
// published known answers. Being counter-based it has no state to carry: draw i is the same whoever asks for
// it first, which is what makes results independent of thread count and of how a stream is cut into batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace keycost {

using PhiloxBlock = std::array<std::uint32_t, 4>;

namespace philox {
inline constexpr std::uint64_t multiplier_0 = 0xD2511F53;
inline constexpr std::uint64_t multiplier_1 = 0xCD9E8D57;
inline constexpr std::uint32_t weyl_0 = 0x9E3779B9;  // golden ratio
inline constexpr std::uint32_t weyl_1 = 0xBB67AE85;  // sqrt(3) − 1
}  // namespace philox

constexpr PhiloxBlock philox4x32(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  using namespace philox;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = multiplier_0 * counter[0];
    const std::uint64_t product_1 = multiplier_1 * counter[2];
    counter = {static_cast<std::uint32_t>(product_1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product_1),
               static_cast<std::uint32_t>(product_0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product_0)};
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
  return counter;
}

/// Several counters at once, each its own lane: the same numbers, in a form that compilers turn into vector
/// instructions.
template <std::size_t lanes>
struct PhiloxLanes {
  std::uint32_t words[4][lanes];
};
template <std::size_t lanes>
[[gnu::always_inline]] inline void philox4x32(PhiloxLanes<lanes>& counters,
                                              std::array<std::uint32_t, 2> key) {
  using namespace philox;
  std::uint32_t* const a = counters.words[0];
  std::uint32_t* const b = counters.words[1];
  std::uint32_t* const c = counters.words[2];
  std::uint32_t* const d = counters.words[3];
  for (int round = 0; round < 10; ++round) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t product_0 = multiplier_0 * a[lane];
      const std::uint64_t product_1 = multiplier_1 * c[lane];
      a[lane] = static_cast<std::uint32_t>(product_1 >> 32) ^ b[lane] ^ key[0];
      b[lane] = static_cast<std::uint32_t>(product_1);
      c[lane] = static_cast<std::uint32_t>(product_0 >> 32) ^ d[lane] ^ key[1];
      d[lane] = static_cast<std::uint32_t>(product_0);
    }
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
}

/// One independent family of draws: a scenario's seed and which column of the table asks.
struct RandomKey {
  std::uint64_t seed = 0;
  std::uint32_t column = 0;  ///< 0 is the table's first column

  /// 128 random bits for row `row`; `draw` tells apart several draws for the same row.
  constexpr PhiloxBlock block(std::uint64_t row, std::uint32_t draw = 0) const {
    // The counter takes the row (64 bits), the column and the draw (32 bits each); the seed is the key.
    return philox4x32({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(row >> 32), column, draw},
                      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  }

  /// block(row), block(row + 1) …, for as many rows as there are lanes.
  template <std::size_t lanes>
  [[gnu::always_inline]] PhiloxLanes<lanes> blocks(std::uint64_t row) const {
    PhiloxLanes<lanes> counters;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      counters.words[0][lane] = static_cast<std::uint32_t>(row + lane);
      counters.words[1][lane] = static_cast<std::uint32_t>((row + lane) >> 32);
      counters.words[2][lane] = column;
      counters.words[3][lane] = 0;
    }
    philox4x32(counters, {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    return counters;
  }
};

}  // namespace keycost
