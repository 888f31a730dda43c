// The fields that all UUID versions share (RFC 9562, section 4).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/sql_type.hpp"

namespace keycost {

inline constexpr std::size_t uuid_size_bytes = 16;
inline constexpr SqlType uuid_types[] = {SqlType::uuid};

/// Puts the version into the high 64 bits (the top nibble of the seventh byte).
constexpr std::uint64_t with_version(std::uint64_t high, std::uint64_t version) {
  return (high & ~std::uint64_t{0xF000}) | (version << 12);
}

/// Puts the variant 10 into the top two bits of the low 64 bits.
constexpr std::uint64_t with_variant(std::uint64_t low) {
  return (low & (~std::uint64_t{0} >> 2)) | (std::uint64_t{1} << 63);
}

/// Both halves in network byte order.
inline void write_uuid(std::uint64_t high, std::uint64_t low, std::byte* to) {
  for (int byte = 0; byte < 8; ++byte) {
    to[byte] = static_cast<std::byte>(high >> (56 - 8 * byte));
    to[8 + byte] = static_cast<std::byte>(low >> (56 - 8 * byte));
  }
}

}  // namespace keycost
