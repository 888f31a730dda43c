// Values of command-line options. All are taken as text and read here, so that every message is ours.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace keycost {

struct NumberRange {
  std::uint64_t minimum = 0;
  std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max();
};

/// Throws UsageError: `--seed takes a whole number from 0 to 18446744073709551615, not "x"`.
std::uint64_t read_whole_number(std::string_view option, std::string_view text, NumberRange range = {});

/// Nothing if the option was not given.
std::optional<std::uint64_t> read_optional_number(std::string_view option,
                                                  const std::optional<std::string>& text,
                                                  NumberRange range = {});

/// A seed as scenarios can have one. Throws UsageError.
std::optional<std::uint64_t> read_optional_seed(const std::optional<std::string>& text);

/// "2GB". Throws UsageError.
std::uint64_t read_size_argument(std::string_view option, std::string_view text);

}  // namespace keycost
