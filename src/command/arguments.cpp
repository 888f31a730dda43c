#include "src/command/arguments.hpp"

#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "src/command/exit_status.hpp"
#include "src/decode/size_text.hpp"
#include "src/utf8.hpp"

namespace keycost {

std::uint64_t read_whole_number(std::string_view option, std::string_view text, NumberRange range) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc{} && read_to == end && !text.empty();
  if (is_number && number >= range.minimum && number <= range.maximum) return number;
  throw UsageError(fmt::format("{} takes a whole number from {} to {}, not {}", option, range.minimum,
                               range.maximum, in_quotes(text)));
}

std::optional<std::uint64_t> read_optional_number(std::string_view option,
                                                  const std::optional<std::string>& text, NumberRange range) {
  if (!text) return std::nullopt;
  return read_whole_number(option, *text, range);
}

std::optional<std::uint64_t> read_optional_seed(const std::optional<std::string>& text) {
  return read_optional_number("--seed", text, {0, std::numeric_limits<std::int64_t>::max()});
}

std::uint64_t read_size_argument(std::string_view option, std::string_view text) {
  const SizeReading reading = read_size(text);
  if (reading.bytes && *reading.bytes > 0) return static_cast<std::uint64_t>(*reading.bytes);
  throw UsageError(fmt::format("{} takes a size such as 2GB, not {}", option, in_quotes(text)));
}

}  // namespace keycost
