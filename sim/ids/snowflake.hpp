// 64-bit ids of time, node and counter: bits 0–11 count within the millisecond, 12–21 are the node, 22–62
// milliseconds since an epoch, bit 63 is unused. The layouts differ in the epoch and in what the node's bits
// are called. Sources: pgEdge snowflake extension, README and snowflake.c; Twitter, snowflake 2010,
// IdWorker.scala (twepoch, datacenterIdBits, workerIdBits, sequenceBits).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace keycost {

struct SnowflakeLayout {
  std::string_view name;
  std::int64_t epoch_unix_ms;
};

inline constexpr SnowflakeLayout snowflake_layouts[] = {
    {"pgedge", 1'672'531'200'000},   // 2023-01-01 00:00:00 UTC
    {"twitter", 1'288'834'974'657},  // 2010-11-04 01:42:54.657 UTC
};

inline constexpr int snowflake_counter_bits = 12;
inline constexpr int snowflake_node_bits = 10;
inline constexpr int snowflake_time_bits = 41;
/// Twitter's node is a data centre of five bits and a worker of five.
inline constexpr int snowflake_worker_bits = 5;

struct Snowflake {
  std::uint64_t ms = 0;  ///< since the layout's epoch
  std::uint64_t node = 0;
  std::uint64_t counter = 0;
};

constexpr std::int64_t encode_snowflake(const Snowflake& id) {
  return static_cast<std::int64_t>(id.ms << (snowflake_counter_bits + snowflake_node_bits) |
                                   id.node << snowflake_counter_bits | id.counter);
}

/// `id` is not negative.
constexpr Snowflake decode_snowflake(std::int64_t id) {
  const auto bits = static_cast<std::uint64_t>(id);
  return {bits >> (snowflake_counter_bits + snowflake_node_bits),
          bits >> snowflake_counter_bits & ((1U << snowflake_node_bits) - 1),
          bits & ((1U << snowflake_counter_bits) - 1)};
}

}  // namespace keycost
