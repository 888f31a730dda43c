// Is the generator the published one, so that a seed means the same keys everywhere and for ever?
#include "sim/random/philox.hpp"
#include "tests/catch.hpp"

using keycost::philox4x32;
using keycost::PhiloxBlock;

TEST_CASE("Philox4x32-10 gives the known answers of its authors") {
  // Random123, tests/kat_vectors.
  CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) == PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("every part of a draw's place changes the draw") {
  const keycost::RandomKey key{7, 0};
  const PhiloxBlock draw = key.block(5);
  CHECK(key.block(6) != draw);
  CHECK(key.block(5 + (std::uint64_t{1} << 32)) != draw);
  CHECK(key.block(5, 1) != draw);
  CHECK(keycost::RandomKey{8, 0}.block(5) != draw);
  CHECK(keycost::RandomKey{7 + (std::uint64_t{1} << 32), 0}.block(5) != draw);
  CHECK(keycost::RandomKey{7, 1}.block(5) != draw);
}
