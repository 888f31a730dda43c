// Question: is an InnoDB index whole after any sequence of inserts, does it hold every row once, and does a
// sorted build of the same rows hold them too?
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "sim/engine.hpp"
#include "sim/random/philox.hpp"
#include "tests/catch.hpp"
#include "tests/support/innodb_tree.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::innodb;
using namespace keycost::test;

namespace {

constexpr std::uint64_t seeds = 40;

/// Keys that are at random, in either order, or from several writers in turn, by turns of random length.
std::vector<std::uint64_t> random_keys(std::uint64_t seed, std::size_t count) {
  const RandomKey random{seed, 0};
  std::uint64_t draw = 0;
  const auto next = [&](std::uint64_t below) {
    const PhiloxBlock block = random.block(draw++);
    return (std::uint64_t{block[0]} << 32 | block[1]) % below;
  };
  std::vector<std::uint64_t> keys;
  std::set<std::uint64_t> taken;
  std::uint64_t writers[4];
  for (std::uint64_t& writer : writers) writer = next(std::uint64_t{1} << 40);
  while (keys.size() < count) {
    const std::uint64_t manner = next(4);
    for (std::uint64_t left = next(400) + 1; left > 0 && keys.size() < count; --left) {
      std::uint64_t& writer = writers[manner == 3 ? left % 4 : 0];
      const std::uint64_t key = manner == 0   ? next(std::uint64_t{1} << 40)
                                : manner == 1 ? --writer
                                              : ++writer;
      if (taken.insert(key).second) keys.push_back(key);
    }
  }
  return keys;
}

}  // namespace

TEST_CASE("an InnoDB index is whole after any inserts, with rows of any width, in either server") {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    INFO("seed " << seed);
    const std::size_t widths[] = {24, 69, 200, 700, 2500, 5000, 8125};
    const RowShape shape{seed % 3 == 0 ? std::size_t{8} : std::size_t{16}, widths[seed % 7], seed % 5 != 0};
    TestTree test(shape, seed % 2 == 0 ? mariadb_10_11_rules : mysql_8_0_rules);
    const std::vector<std::uint64_t> keys = random_keys(seed, shape.record_bytes > 1000 ? 2000 : 12000);
    for (const std::uint64_t key : keys) test.insert(key);
    test.check();
    CHECK(test.tree().records() == keys.size());
    // Every page in use is reserved, and the file holds what is reserved.
    std::uint64_t pages = 0;
    for (std::uint16_t level = 0; level <= test.tree().root().level(); ++level)
      pages += test.tree().pages_of_level(level);
    CHECK(pages <= test.reserved_pages());
    CHECK(test.reserved_pages() < test.space().size_pages());
  }
}

TEST_CASE("an InnoDB index refuses a key that it has, and is unchanged by it") {
  TestTree test;
  const std::vector<std::uint64_t> keys = random_keys(77, 3000);
  for (const std::uint64_t key : keys) test.insert(key);
  const std::vector<std::size_t> before = test.leaf_records();
  for (std::size_t i = 0; i < keys.size(); i += 97) CHECK_THROWS_AS(test.insert(keys[i]), DuplicateKey);
  CHECK(test.leaf_records() == before);
  test.check();
}
