// The moment at which a row's values come to be: who mints them and what that writer's clock says.
#pragma once

#include <cstdint>

namespace keycost {

/// A reading of a clock. `nanoseconds` is the part within the millisecond, 0 to 999,999.
struct ClockReading {
  std::int64_t unix_ms = 0;
  std::uint32_t nanoseconds = 0;

  friend constexpr bool operator==(const ClockReading&, const ClockReading&) = default;
  friend constexpr auto operator<=>(const ClockReading&, const ClockReading&) = default;
};

/// `reading` moved by a number of nanoseconds, which may be negative.
constexpr ClockReading moved(ClockReading reading, std::int64_t by_nanoseconds) {
  constexpr std::int64_t per_ms = 1'000'000;
  const std::int64_t nanoseconds = reading.nanoseconds + by_nanoseconds % per_ms;
  const std::int64_t carried = nanoseconds < 0 ? -1 : nanoseconds / per_ms;
  return {reading.unix_ms + by_nanoseconds / per_ms + carried,
          static_cast<std::uint32_t>(nanoseconds - carried * per_ms)};
}

struct Mint {
  std::uint64_t number = 0;  ///< rows of the table that were minted before: what random draws are taken by
  std::uint32_t writer = 0;  ///< who mints, from 0
  ClockReading clock;        ///< that writer's own
};

}  // namespace keycost
