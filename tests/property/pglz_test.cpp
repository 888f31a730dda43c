// Does whatever is compressed come back as it was? A failure prints its seed; KEYCOST_PROPERTY_SEED runs one
// alone.
#include "sim/postgresql/pglz.hpp"

#include <cstdlib>
#include <memory>

#include "sim/random/philox.hpp"
#include "tests/catch.hpp"
#include "tests/support/pglz_decoder.hpp"

using namespace keycost;

namespace {

/// Bytes of a small or a large alphabet, with stretches of what came before.
std::vector<std::byte> random_bytes(std::uint64_t seed) {
  const RandomKey key{seed, 0};
  std::uint64_t draws = 0;
  const auto below = [&](std::uint64_t bound) { return key.block(draws++)[0] % bound; };
  const std::uint64_t alphabet = below(2) == 0 ? 1 + below(4) : 256;
  const std::size_t size = below(3) == 0 ? below(200) : below(20000);
  std::vector<std::byte> bytes;
  while (bytes.size() < size) {
    const std::size_t stretch = 1 + below(400);
    const std::size_t distance = bytes.empty() || below(3) == 0 ? 0 : 1 + below(bytes.size());
    for (std::size_t i = 0; i < stretch; ++i) {
      bytes.push_back(distance == 0 ? static_cast<std::byte>(below(alphabet))
                                    : bytes[bytes.size() - distance]);
    }
  }
  return bytes;
}

}  // namespace

TEST_CASE("what is compressed is a quarter shorter and comes back as it was") {
  const auto pglz = std::make_unique<postgresql::Pglz>();
  std::size_t compressed = 0;
  const auto check = [&](std::uint64_t seed) {
    INFO("KEYCOST_PROPERTY_SEED=" << seed);
    const std::vector<std::byte> bytes = random_bytes(seed);
    const auto output = pglz->compress(bytes);
    if (!output) return;
    ++compressed;
    REQUIRE(output->size() < bytes.size() * 3 / 4);
    REQUIRE(test::decode_pglz(*output) == bytes);
  };
  if (const char* given = std::getenv("KEYCOST_PROPERTY_SEED"))
    return check(std::strtoull(given, nullptr, 10));
  constexpr std::uint64_t seeds = 400;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) check(seed);
  CHECK(compressed > seeds / 2);
}
