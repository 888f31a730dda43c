// Does the compression choose what the server's chooses, and does its output mean its input?
//
// Every length here can be counted by hand: a literal takes a byte, a reference two or three, and every eight
// of them a control byte. That the choices are the server's is held against its images in tests/recorded/.
#include "sim/postgresql/pglz.hpp"

#include <memory>
#include <string>

#include "sim/random/philox.hpp"
#include "tests/catch.hpp"
#include "tests/support/pglz_decoder.hpp"

using namespace keycost;
using keycost::postgresql::Pglz;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes(std::initializer_list<int> values) {
  Bytes result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

Bytes run_of(std::size_t size, int value) {
  return Bytes(size, static_cast<std::byte>(value));
}

/// `size` bytes from 1 to 254 among which no three in a row occur twice (for the sizes used here).
Bytes scattered(std::size_t size) {
  Bytes result;
  for (std::size_t i = 0; i < size; ++i)
    result.push_back(static_cast<std::byte>(1 + RandomKey{11, 0}.block(i)[0] % 254));
  return result;
}

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Bytes first(const Bytes& whole, std::size_t size) {
  return {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)};
}

/// The output, after it has been found to mean the input; empty where the input is not compressed.
Bytes compressed(const Bytes& input) {
  const auto pglz = std::make_unique<Pglz>();
  const auto output = pglz->compress(input);
  if (!output) return {};
  CHECK(keycost::test::decode_pglz(*output) == input);
  return {output->begin(), output->end()};
}

}  // namespace

TEST_CASE("a run is one literal and a reference one byte back") {
  // Bit 0 of the control byte is the literal's, bit 1 the reference's: 31 bytes = 18 + 13.
  CHECK(compressed(run_of(32, 7)) == bytes({0x02, 7, 0x0F, 1, 13}));
}

TEST_CASE("a reference takes at most 273 bytes") {
  // 1 + 273 + 26 = 300, the rest being 18 + 8; 1 + 273 + 4 with a short reference of 3 + 1 for the rest.
  CHECK(compressed(run_of(300, 0)) == bytes({0x06, 0, 0x0F, 1, 255, 0x0F, 1, 8}));
  CHECK(compressed(run_of(278, 0)) == bytes({0x06, 0, 0x0F, 1, 255, 0x01, 1}));
}

TEST_CASE("up to 17 bytes fit in a reference of two bytes, and two bytes are not worth one") {
  const Bytes unit = bytes({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20});
  // 20 literals with 3 control bytes make 23; then the reference, a run of zeros (1 + 3 bytes) and the 24th
  // bit.
  CHECK(compressed(unit + first(unit, 17) + run_of(40, 0)).size() == 23 + 2 + 4);
  CHECK(compressed(unit + first(unit, 18) + run_of(40, 0)).size() == 23 + 3 + 4);
  CHECK(compressed(unit + first(unit, 2) + run_of(40, 0)).size() == 23 + 2 + 4);
}

TEST_CASE("fewer than 32 bytes are left alone") {
  CHECK(compressed(run_of(31, 0)).empty());
  CHECK(compressed(run_of(32, 0)).size() == 5);
}

TEST_CASE("what does not save a quarter is not compressed") {
  Bytes literals;
  for (int i = 1; i <= 30; ++i) literals.push_back(static_cast<std::byte>(i));
  // 30 literals, a zero, a reference, 4 control bytes: 38 bytes, which must be fewer than 3/4 of the input.
  CHECK(compressed(literals + run_of(21, 0)).empty());       // of 51: 38
  CHECK(compressed(literals + run_of(22, 0)).size() == 38);  // of 52: 39
}

TEST_CASE("with nothing found in the first 1024 bytes of output it gives up") {
  // 909 literals take 1023 bytes with their control bytes. The zero that begins the run is a literal too.
  CHECK(compressed(scattered(908) + run_of(4000, 0)).size() > 1024);
  CHECK(compressed(scattered(909) + run_of(4000, 0)).empty());
}

TEST_CASE("the newest match of 128 bytes ends the search, one of 127 does not") {
  const Bytes block = scattered(140);
  const Bytes stop = bytes({0});
  // The third block finds the second first. 140 literals, 3 bytes, the stop, then one reference or two.
  CHECK(compressed(block + first(block, 127) + stop + block).size() == 140 + 3 + 1 + 3 + 18);
  CHECK(compressed(block + first(block, 128) + stop + block).size() == 140 + 3 + 1 + 3 + 2 + 18);
}

TEST_CASE("with every candidate a shorter match is good enough") {
  const Bytes block = scattered(140);
  const Bytes stop = bytes({0});
  // The last block finds 20 bytes first. After that one candidate 116 are enough: 128 less a tenth, rounded
  // down. 140 literals, and for each block before the last a reference and what ends it; then one or two.
  const auto size_with = [&](std::size_t second_candidate) {
    return compressed(block + first(block, second_candidate) + stop + first(block, 20) + bytes({255}) + block)
        .size();
  };
  CHECK(size_with(115) == 140 + 2 * (3 + 1) + 3 + 19);
  CHECK(size_with(116) == 140 + 2 * (3 + 1) + 3 + 3 + 19);
}

TEST_CASE("a reference reaches back 4094 bytes and no further") {
  const Bytes block = scattered(40);
  // 40 literals and a zero, 14 references of 273 zeros and one for the rest; then the block.
  CHECK(compressed(block + run_of(4094 - 40, 0) + block).size() == 41 + 15 * 3 + 3 + 8);
  CHECK(compressed(block + run_of(4095 - 40, 0) + block).size() == 41 + 15 * 3 + 40 + 12);
}

TEST_CASE("the same compressor serves one input after the other") {
  const auto pglz = std::make_unique<Pglz>();
  const Bytes large = scattered(300) + run_of(7000, 0);
  const Bytes small = scattered(20) + run_of(60, 0);
  REQUIRE(pglz->compress(large));
  const auto output = pglz->compress(small);
  REQUIRE(output);
  CHECK(Bytes(output->begin(), output->end()) == compressed(small));
}
