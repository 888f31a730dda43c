// The few colours that a report for people uses. Every one of them repeats what a mark or a word says
// already.
#pragma once

#include <string>

namespace keycost {

enum class Colour { bold, dim, green, red };

inline std::string coloured(const std::string& text, Colour colour, bool enabled) {
  if (!enabled) return text;
  constexpr const char* codes[] = {"\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m"};
  return codes[static_cast<int>(colour)] + text + "\x1b[0m";
}

}  // namespace keycost
