// Durations as PostgreSQL writes them: "5min", "30s". Whole seconds are the smallest that is told apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keycost {

struct DurationReading {
  std::optional<std::int64_t> seconds;
  std::string wrong;  ///< what is wrong with the text, and what would be right
};

DurationReading read_duration(std::string_view text);

/// In the largest unit that divides it: 300 is "5min".
std::string print_duration(std::int64_t seconds);

}  // namespace keycost
