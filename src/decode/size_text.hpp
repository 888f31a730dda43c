// Sizes as PostgreSQL writes them: "128MB", "8kB". Units are powers of 1024 and their case matters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keycost {

struct SizeReading {
  std::optional<std::int64_t> bytes;
  std::string wrong;  ///< what is wrong with the text, and what would be right
};

SizeReading read_size(std::string_view text);

/// In the largest unit that divides it: 134217728 is "128MB".
std::string print_size(std::int64_t bytes);

}  // namespace keycost
