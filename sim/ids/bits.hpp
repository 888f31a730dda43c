// 128 bits as two numbers, which is how ids of that size are put together and taken apart.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace keycost {

inline constexpr std::size_t id128_size_bytes = 16;

struct Bits128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend constexpr bool operator==(const Bits128&, const Bits128&) = default;
  friend constexpr auto operator<=>(const Bits128&, const Bits128&) = default;  ///< as their bytes compare
};

/// In network byte order.
constexpr std::array<std::byte, id128_size_bytes> to_bytes(const Bits128& bits) {
  std::array<std::byte, id128_size_bytes> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::byte>(bits.high >> (56 - 8 * i));
    bytes[8 + i] = static_cast<std::byte>(bits.low >> (56 - 8 * i));
  }
  return bytes;
}

/// `bytes` are 16.
constexpr Bits128 from_bytes(std::span<const std::byte> bytes) {
  Bits128 bits;
  for (std::size_t i = 0; i < 8; ++i) {
    bits.high = bits.high << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    bits.low = bits.low << 8 | std::to_integer<std::uint64_t>(bytes[8 + i]);
  }
  return bits;
}

/// The `count` (1 to 64) lowest bits.
constexpr std::uint64_t lowest_bits(std::uint64_t value, int count) {
  return value & (~std::uint64_t{0} >> (64 - count));
}

}  // namespace keycost
