// Hexadecimal digits.
#pragma once

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

}  // namespace keycost
