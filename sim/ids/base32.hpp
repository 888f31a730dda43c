// 128 bits as 26 characters of Crockford's base32, two zero bits in front: ULID in upper case, TypeID in
// lower. The strings sort as the bits do. Sources: ulid/spec, README; jetify-com/typeid, spec/README (0.3.0).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/ids/bits.hpp"

namespace keycost {

inline constexpr std::size_t base32_size = 26;
inline constexpr std::string_view base32_lower = "0123456789abcdefghjkmnpqrstvwxyz";
inline constexpr std::string_view base32_upper = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// `alphabet` is one of the two.
std::string encode_base32(const Bits128& bits, std::string_view alphabet);

struct Base32Reading {
  std::optional<Bits128> bits;
  std::string wrong;  ///< if there are none: what, and where
};
/// Strict: 26 characters of `alphabet`, the first at most 7, nothing else and no other case.
Base32Reading decode_base32(std::string_view text, std::string_view alphabet);

}  // namespace keycost
