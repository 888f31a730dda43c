// MD5 (RFC 1321): the keys that PostgreSQL's md5(g::text)::uuid gives, which the recorded figures were
// measured with.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace keycost::test {

/// Of messages of up to 55 bytes: one block.
std::array<std::uint8_t, 16> md5(std::string_view message);

}  // namespace keycost::test
