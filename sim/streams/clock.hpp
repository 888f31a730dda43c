// The time at which simulated loads start. No wall clock reaches a result.
#pragma once

#include <cstdint>

namespace keycost {

/// 2026-01-01 00:00:00 UTC, in milliseconds since 1970.
inline constexpr std::int64_t default_start_unix_ms = 1'767'225'600'000;

}  // namespace keycost
