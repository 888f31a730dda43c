// UUIDs: the fields of each version, and their text. Source: RFC 9562.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/ids/bits.hpp"

namespace keycost {

/// 100-nanosecond intervals between 1582-10-15, from which versions 1 and 6 count, and 1970-01-01.
/// Source: RFC 9562, appendix A (Greg_Unix_offset).
inline constexpr std::uint64_t gregorian_to_unix_ticks = 0x01B2'1DD2'1381'4000;
inline constexpr std::uint64_t gregorian_ticks_per_ms = 10'000;

/// Puts the version into the high 64 bits (the top nibble of the seventh byte). RFC 9562, section 4.2.
constexpr std::uint64_t with_version(std::uint64_t high, std::uint64_t version) {
  return (high & ~std::uint64_t{0xF000}) | (version << 12);
}

/// Puts the variant 10 into the top two bits of the low 64 bits. RFC 9562, section 4.1.
constexpr std::uint64_t with_variant(std::uint64_t low) {
  return (low & (~std::uint64_t{0} >> 2)) | (std::uint64_t{1} << 63);
}

constexpr Bits128 make_uuid(std::uint64_t high, std::uint64_t low, std::uint64_t version) {
  return {with_version(high, version), with_variant(low)};
}

constexpr int uuid_version(const Bits128& uuid) {
  return static_cast<int>(uuid.high >> 12 & 0xF);
}
constexpr bool has_rfc_variant(const Bits128& uuid) {
  return uuid.low >> 62 == 2;
}

/// Version 1: the time's low 32 bits come first, so that neighbours in time lie far apart. Section 5.1.
/// `ticks` are 60 bits, `clock_sequence` 14, `node` 48.
constexpr Bits128 make_uuid_v1(std::uint64_t ticks, std::uint64_t clock_sequence, std::uint64_t node) {
  return make_uuid(ticks << 32 | (ticks >> 32 & 0xFFFF) << 16 | ticks >> 48, clock_sequence << 48 | node, 1);
}
constexpr std::uint64_t ticks_of_uuid_v1(const Bits128& uuid) {
  return uuid.high >> 32 | (uuid.high >> 16 & 0xFFFF) << 32 | (uuid.high & 0xFFF) << 48;
}

/// Version 6: the fields of version 1 with the time in its natural order. Section 5.6.
constexpr Bits128 make_uuid_v6(std::uint64_t ticks, std::uint64_t clock_sequence, std::uint64_t node) {
  return make_uuid(ticks >> 12 << 16 | (ticks & 0xFFF), clock_sequence << 48 | node, 6);
}
constexpr std::uint64_t ticks_of_uuid_v6(const Bits128& uuid) {
  return uuid.high >> 16 << 12 | (uuid.high & 0xFFF);
}

constexpr std::uint64_t clock_sequence_of(const Bits128& uuid) {
  return uuid.low >> 48 & 0x3FFF;
}
constexpr std::uint64_t node_of(const Bits128& uuid) {
  return lowest_bits(uuid.low, 48);
}

/// Version 7: 48 bits of milliseconds, 12 bits rand_a, 62 bits rand_b. Section 5.7.
constexpr Bits128 make_uuid_v7(std::uint64_t unix_ms, std::uint64_t rand_a, std::uint64_t rand_b) {
  return make_uuid(unix_ms << 16 | rand_a, rand_b, 7);
}
constexpr std::uint64_t unix_ms_of_uuid_v7(const Bits128& uuid) {
  return uuid.high >> 16;
}
constexpr std::uint64_t rand_a_of(const Bits128& uuid) {
  return uuid.high & 0xFFF;
}
constexpr std::uint64_t rand_b_of(const Bits128& uuid) {
  return lowest_bits(uuid.low, 62);
}

/// The bytes as UUID_TO_BIN(…, 1) stores them: time_hi_and_version, time_mid, time_low, then the rest. Sorts
/// version 1 by time, and takes the order from version 7. Source: MySQL 8.4 Reference Manual, 14.23
/// (UUID_TO_BIN).
constexpr Bits128 with_time_swapped(const Bits128& uuid) {
  return {uuid.high << 48 | (uuid.high >> 16 & 0xFFFF) << 32 | uuid.high >> 32, uuid.low};
}
constexpr Bits128 with_time_swapped_back(const Bits128& swapped) {
  return {swapped.high << 32 | (swapped.high >> 32 & 0xFFFF) << 16 | swapped.high >> 48, swapped.low};
}

/// 36 characters in lower case: 8-4-4-4-12 hexadecimal digits. RFC 9562, section 4.
std::string print_uuid(const Bits128& uuid);

/// A uuid in that form, in either case; with braces or "urn:uuid:" in front if you like, or without hyphens.
std::optional<Bits128> parse_uuid_text(std::string_view text);

}  // namespace keycost
