// How rows come to a table: when they are minted, by which writer, and whether they arrive in that order.
//
// A key stream alone says what a key looks like. How it lies in the index depends as much on who mints it and
// when it arrives: several writers with clocks of their own, bursts, devices that send what they have minted
// a week later. Any stream can be combined with any arrival, and all columns of a row share one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/arrival/mint.hpp"
#include "sim/declaration.hpp"
#include "sim/random/philox.hpp"

namespace keycost {

enum class Rate {
  fixed,    ///< evenly spaced
  poisson,  ///< exponential gaps between rows
  varying,  ///< each tick has any number of rows up to twice the mean, evenly spaced
};

enum class Delay { fixed, uniform, exponential };

struct ArrivalSettings {
  std::int64_t start_ms = 0;  ///< the true time of the first row, since 1970
  std::uint64_t rows_per_tick = 1;
  std::uint64_t tick_ms = 1;
  Rate rate = Rate::fixed;
  std::uint64_t burst_rows = 0;  ///< rows between two pauses; 0: there are none
  std::uint64_t pause_ms = 0;
  std::uint32_t writers = 1;
  bool random_turns = false;
  std::uint64_t turn_rows = 1;
  std::uint64_t skew_ms = 0;
  std::uint64_t jitter_us = 0;
  std::uint64_t late_percent = 0;
  Delay delay = Delay::fixed;
  std::uint64_t late_ms = 0;
  std::uint64_t shuffle_rows = 1;  ///< rows that arrive in random order among themselves

  bool keeps_order() const { return late_percent == 0 && shuffle_rows <= 1; }
};

std::span<const Declaration> arrival_options();
ArrivalSettings read_arrival(const Options& options);
/// What is wrong with options that are sound one by one, or "".
std::string arrival_problem(const Options& options);

/// The draws that belong to no column. Columns count from 0, so this family is none's.
constexpr RandomKey arrival_random(std::uint64_t seed) {
  return {seed, std::uint32_t{1} << 31};
}

/// The writers' clocks: gives the mint of one row after the other.
class MintClock {
 public:
  MintClock(const ArrivalSettings& settings, const RandomKey& random);

  struct Reading {
    Mint mint;
    std::uint64_t elapsed_ns;  ///< true time since the first row
  };
  Reading next();

 private:
  std::uint64_t next_elapsed();
  std::uint64_t next_elapsed_fixed() const;
  std::uint64_t next_elapsed_poisson();
  std::uint64_t next_elapsed_varying();
  std::uint32_t next_writer() const;
  std::int64_t clock_error_ns(std::uint32_t writer) const;

  ArrivalSettings settings_;
  RandomKey random_;
  std::vector<std::int64_t> skews_ns_;  ///< of each writer's clock
  std::uint64_t count_ = 0;
  std::uint64_t elapsed_ns_ = 0;
  std::uint64_t fraction_ = 0;  ///< of a nanosecond, in 1/256
  std::uint64_t tick_ = 0;
  std::uint64_t rows_of_tick_ = 0;
  std::uint64_t rows_in_tick_ = 0;
};

/// How long after its minting row `number` arrives, in nanoseconds: 0 for a row that is not late.
std::uint64_t delay_ns(const ArrivalSettings& settings, const RandomKey& random, std::uint64_t number);

/// Which of the rows not delivered yet comes next, for a block of `size` rows that arrive shuffled:
/// Fisher–Yates, one draw a row.
std::uint64_t shuffled_choice(const RandomKey& random, std::uint64_t delivered, std::uint64_t left);

}  // namespace keycost
