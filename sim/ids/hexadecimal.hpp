// Hexadecimal digits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace keycost {

inline constexpr std::string_view hexadecimal_digits = "0123456789abcdef";

/// 0 to 15 for a digit in either case, else −1.
constexpr int hexadecimal_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The same for every byte, as a table; above 15 for what is no digit.
inline constexpr std::array<std::uint8_t, 256> hexadecimal_values = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t byte = 0; byte < values.size(); ++byte)
    values[byte] = static_cast<std::uint8_t>(hexadecimal_value(static_cast<char>(byte)));
  return values;
}();

}  // namespace keycost
