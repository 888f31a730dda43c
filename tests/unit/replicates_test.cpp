// Are the seeds of replicates a fixed function of the first, apart from one another and from other families;
// and is a spread what the textbook says?
#include <cmath>
#include <set>
#include <vector>

#include "src/replicates.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

TEST_CASE(
    "replicate 0 has the scenario's own seed, the others have seeds that every JSON reader holds exactly") {
  CHECK(replicate_seed(1, 0) == 1);
  CHECK(replicate_seed(0x7FFFFFFFFFFFFFFF, 0) == 0x7FFFFFFFFFFFFFFF);
  for (std::size_t replicate = 1; replicate < 1000; ++replicate)
    CHECK(replicate_seed(1, replicate) < (std::uint64_t{1} << 53));
}

TEST_CASE("the seeds of replicates stay what they were: results in other projects' hands depend on them") {
  CHECK(replicate_seed(1, 1) == 4975703800866562);
  CHECK(replicate_seed(1, 2) == 5455983877202242);
  CHECK(replicate_seed(2, 1) == 143660788439660);
}

TEST_CASE("the families of two seeds share no seed") {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::size_t replicate = 0; replicate < 500; ++replicate)
      seeds.insert(replicate_seed(seed, replicate));
  }
  CHECK(seeds.size() == 20 * 500);
}

TEST_CASE("a spread is mean, sample standard deviation, least and greatest") {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  const Spread spread = spread_of(values);
  CHECK(spread.count == 8);
  CHECK(spread.mean == 5);
  CHECK(spread.sd == std::sqrt(32.0 / 7));
  CHECK(spread.minimum == 2);
  CHECK(spread.maximum == 9);
}

TEST_CASE("equal values have exactly their value as mean and no spread, one value too") {
  const Spread equal = spread_of(std::vector<double>(7, 0.1));
  CHECK(equal.mean == 0.1);
  CHECK(equal.sd == 0);
  const Spread one = spread_of(std::vector<double>{3.5});
  CHECK(one.mean == 3.5);
  CHECK(one.sd == 0);
  CHECK(one.count == 1);
}

}  // namespace
}  // namespace keycost
