#include "src/decode/duration_text.hpp"

#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "src/utf8.hpp"

namespace keycost {

namespace {

struct DurationUnit {
  std::string_view name;
  std::int64_t seconds;
};

constexpr std::array duration_units{DurationUnit{"s", 1}, DurationUnit{"min", 60}, DurationUnit{"h", 3600},
                                    DurationUnit{"d", 86400}};
constexpr std::string_view duration_form =
    "a duration is a whole number and one of s, min, h, d, such as \"5min\"";

}  // namespace

DurationReading read_duration(std::string_view text) {
  std::int64_t number = 0;
  const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{}) {
    const std::string_view written_unit = text.substr(static_cast<std::size_t>(after - text.data()));
    for (const DurationUnit& unit : duration_units) {
      const std::int64_t largest = std::numeric_limits<std::int64_t>::max() / unit.seconds;
      if (written_unit == unit.name && number <= largest && number >= -largest)
        return {number * unit.seconds, {}};
    }
  }
  return {std::nullopt, fmt::format("{}; {} is none", duration_form, in_quotes(text))};
}

std::string print_duration(std::int64_t seconds) {
  for (auto unit = duration_units.rbegin(); unit != duration_units.rend(); ++unit) {
    if (seconds != 0 && seconds % unit->seconds == 0)
      return fmt::format("{}{}", seconds / unit->seconds, unit->name);
  }
  return fmt::format("{}s", seconds);
}

}  // namespace keycost
