// Sqids with the default alphabet: numbers as short texts that do not look like a count, and are one.
//
// Source: sqids/sqids-spec, README and src/index.ts. The specification's list of words that an id must not
// contain is left out: an id that would contain one is written differently by other libraries, and read the
// same by all.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keycost {

/// At least `size_min` (at most 255) characters.
std::string encode_sqid(std::span<const std::uint64_t> numbers, std::size_t size_min = 0);

/// Nothing if a character is not of the alphabet, or if no encoding of numbers gives this text (whatever
/// words were avoided).
std::optional<std::vector<std::uint64_t>> decode_sqid(std::string_view text);

}  // namespace keycost
