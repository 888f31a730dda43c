#include "src/decode/size_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>

#include "src/utf8.hpp"

namespace keycost {

namespace {

struct SizeUnit {
  std::string_view name;
  int shift;
};

constexpr std::array size_units{SizeUnit{"B", 0}, SizeUnit{"kB", 10}, SizeUnit{"MB", 20}, SizeUnit{"GB", 30},
                                SizeUnit{"TB", 40}};
constexpr std::string_view size_form =
    "a size is a whole number and one of B, kB, MB, GB, TB, such as \"128MB\"";

/// The unit that "mb", "MiB" or "M" was meant to be; PostgreSQL's size_units are powers of 1024 already.
const SizeUnit* unit_meant_by(std::string_view text) {
  const auto lower = [](char letter) { return static_cast<char>(letter | 0x20); };
  for (const SizeUnit& unit : size_units) {
    const char first = lower(unit.name.front());
    if (text.empty() || lower(text.front()) != first) continue;
    std::string_view tail = text.substr(1);
    if (first == 'b') return tail.empty() ? &unit : nullptr;
    if (tail.starts_with('i') || tail.starts_with('I')) tail.remove_prefix(1);
    if (tail.empty() || tail == "b" || tail == "B") return &unit;
  }
  return nullptr;
}

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

SizeReading read_size(std::string_view text) {
  std::int64_t number = 0;
  const std::string_view plain = without_blanks(text);
  const char* end = plain.data() + plain.size();
  const auto [after, error] = std::from_chars(plain.data(), end, number);
  if (error == std::errc::invalid_argument)
    return {std::nullopt, fmt::format("{}; {} is none", size_form, in_quotes(text))};
  const std::string_view written_unit = plain.substr(static_cast<std::size_t>(after - plain.data()));
  for (const SizeUnit& unit : size_units) {
    if (written_unit != unit.name || plain.size() != text.size()) continue;
    const std::int64_t largest = std::numeric_limits<std::int64_t>::max() >> unit.shift;
    if (error == std::errc::result_out_of_range || number > largest || number < -largest) {
      return {std::nullopt, fmt::format("{} is larger than any size", in_quotes(text))};
    }
    return {number * (std::int64_t{1} << unit.shift), {}};
  }
  if (written_unit.empty()) {
    return {std::nullopt, fmt::format("{} has no unit; {}, or a number of bytes without quotes",
                                      in_quotes(text), size_form)};
  }
  if (const SizeUnit* meant = unit_meant_by(without_blanks(written_unit))) {
    return {std::nullopt, fmt::format("{} is not how the size is written; did you mean \"{}{}\"?",
                                      in_quotes(text), number, meant->name)};
  }
  return {std::nullopt, fmt::format("{}; {} is none", size_form, in_quotes(text))};
}

std::string print_size(std::int64_t bytes) {
  for (auto unit = size_units.rbegin(); unit != size_units.rend(); ++unit) {
    const std::int64_t factor = std::int64_t{1} << unit->shift;
    if (bytes != 0 && bytes % factor == 0) return fmt::format("{}{}", bytes / factor, unit->name);
  }
  return fmt::format("{}B", bytes);
}

}  // namespace keycost
