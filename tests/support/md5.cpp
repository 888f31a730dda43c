#include "tests/support/md5.hpp"

#include <bit>
#include <cmath>
#include <cstring>

namespace keycost::test {

std::array<std::uint8_t, 16> md5(std::string_view message) {
  constexpr int rotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  std::array<std::uint8_t, 64> block{};
  std::memcpy(block.data(), message.data(), message.size());
  block[message.size()] = 0x80;
  const std::uint64_t bits = message.size() * 8;
  std::memcpy(block.data() + 56, &bits, sizeof bits);
  std::array<std::uint32_t, 16> words;
  std::memcpy(words.data(), block.data(), block.size());

  const std::array<std::uint32_t, 4> initial{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  auto [a, b, c, d] = initial;
  for (unsigned i = 0; i < 64; ++i) {
    std::uint32_t mixed = 0;
    unsigned word = 0;
    switch (i / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = i;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        word = (5 * i + 1) % 16;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = (3 * i + 5) % 16;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * i % 16;
        break;
    }
    const auto sine = static_cast<std::uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
    const std::uint32_t rotated = std::rotl(a + mixed + sine + words[word], rotations[i / 16][i % 4]);
    a = d;
    d = c;
    c = b;
    b += rotated;
  }
  const std::array<std::uint32_t, 4> sums{initial[0] + a, initial[1] + b, initial[2] + c, initial[3] + d};
  std::array<std::uint8_t, 16> digest;
  std::memcpy(digest.data(), sums.data(), digest.size());
  return digest;
}

}  // namespace keycost::test
