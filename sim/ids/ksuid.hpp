// KSUIDs: 32 bits of seconds since 2014-05-13 16:53:20 UTC and 128 random bits, 20 bytes; as text 27
// characters of base62, which sort as the bytes do. Source: segmentio/ksuid, README and ksuid.go
// (epochStamp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/ids/bits.hpp"

namespace keycost {

inline constexpr std::int64_t ksuid_epoch_unix_seconds = 1'400'000'000;
inline constexpr std::size_t ksuid_size_bytes = 20;
inline constexpr std::size_t ksuid_text_size = 27;

struct Ksuid {
  std::uint32_t seconds = 0;  ///< since the epoch
  Bits128 payload;

  friend bool operator==(const Ksuid&, const Ksuid&) = default;
};

std::array<std::byte, ksuid_size_bytes> ksuid_bytes(const Ksuid& id);
std::string print_ksuid(const Ksuid& id);

struct KsuidReading {
  std::optional<Ksuid> id;
  std::string wrong;  ///< if there is none: what, and where
};
KsuidReading read_ksuid(std::string_view text);

}  // namespace keycost
