#include "src/report/numbers.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace keycost {

namespace {

/// `digits` with a comma before every group of three, counted from the right.
std::string group_thousands(std::string_view digits) {
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

}  // namespace

// Source: PostgreSQL 18, src/backend/utils/adt/dbsize.c: below 10 × 1024 the number stands as it is; every
// further unit is tried with the number in halves of it, so that the last division can round half up.
std::string size_pretty(std::uint64_t bytes) {
  constexpr std::uint64_t bytes_limit = 10 * 1024;
  constexpr std::uint64_t halves_limit = 20 * 1024 - 1;
  constexpr std::array<std::string_view, 5> units{"kB", "MB", "GB", "TB", "PB"};
  if (bytes < bytes_limit) return fmt::format("{} bytes", bytes);
  std::uint64_t halves = bytes / 512;
  std::size_t unit = 0;
  while (halves >= halves_limit && unit + 1 < units.size()) {
    halves /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", (halves + 1) / 2, units[unit]);
}

std::string with_thousands(std::uint64_t number) {
  return group_thousands(fmt::format("{}", number));
}

std::string full_precision(double number) {
  // Whole numbers are written out: 72753, never 7.2753e+04. Doubles hold them exactly up to 2^53.
  constexpr double whole_max = 9007199254740992.0;
  if (number > -whole_max && number < whole_max) {
    const auto whole = static_cast<std::int64_t>(number);
    if (static_cast<double>(whole) == number) return fmt::format("{}", whole);
  }
  return fmt::format("{}", number);
}

std::string full_precision_with_thousands(double number) {
  const std::string text = full_precision(number);
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  std::size_t end = start;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  const bool has_exponent = text.find('e') != std::string::npos;
  if (has_exponent) return text;
  return text.substr(0, start) + group_thousands(std::string_view(text).substr(start, end - start)) +
         text.substr(end);
}

}  // namespace keycost
