// ULIDs: 48 bits of milliseconds, 80 random bits; 26 characters in upper case. Source: ulid/spec, README.
#pragma once

#include "sim/ids/base32.hpp"

namespace keycost {

inline constexpr int ulid_random_bits = 80;

/// `random_high` are the upper 16 of the random bits.
constexpr Bits128 make_ulid(std::uint64_t unix_ms, std::uint64_t random_high, std::uint64_t random_low) {
  return {unix_ms << 16 | random_high, random_low};
}
constexpr std::uint64_t unix_ms_of_ulid(const Bits128& ulid) {
  return ulid.high >> 16;
}

inline std::string print_ulid(const Bits128& ulid) {
  return encode_base32(ulid, base32_upper);
}

}  // namespace keycost
