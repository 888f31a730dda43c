// Is the order of keys measured right: against counting every pair, and where the answer is known?
#include "sim/order_statistics.hpp"

#include <algorithm>
#include <numeric>

#include "sim/random/philox.hpp"
#include "tests/catch.hpp"
#include "tests/support/minted.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

TEST_CASE("order statistics of small lists are what counting by hand gives") {
  const auto of = [](std::vector<std::int64_t> keys) {
    return order_statistics({integers(SqlType::bigint, keys)});
  };
  const OrderStatistics sorted = of({-5, 0, 7, 8});
  CHECK(sorted.largest_displacement == 0);
  CHECK(sorted.displaced == 0);
  CHECK(sorted.inversions == 0);
  CHECK(sorted.ascending_runs == 1);
  const OrderStatistics reversed = of({4, 3, 2, -1});
  CHECK(reversed.largest_displacement == 3);
  CHECK(reversed.inversions == 6);
  CHECK(reversed.inversions_percent() == 100);
  CHECK(reversed.ascending_runs == 4);
  const OrderStatistics one_late = of({2, 3, 4, 1, 5});
  CHECK(one_late.largest_displacement == 3);
  CHECK(one_late.displaced == 4);
  CHECK(one_late.inversions == 3);
  CHECK(one_late.ascending_runs == 2);
  CHECK(of({1, 1, 1}).inversions == 0);
  CHECK(of({}).keys == 0);
  CHECK(of({}).inversions_percent() == 0);
}

TEST_CASE("inversions are as many as comparing every pair finds") {
  for (std::uint64_t list = 0; list < 50; ++list) {
    INFO("list " << list);
    std::vector<std::uint64_t> ranks(2 + list);
    std::iota(ranks.begin(), ranks.end(), 0);
    for (std::size_t i = ranks.size() - 1; i > 0; --i)
      std::swap(ranks[i], ranks[RandomKey{list, 0}.block(i)[0] % (i + 1)]);
    std::uint64_t expected = 0;
    for (std::size_t left = 0; left < ranks.size(); ++left) {
      for (std::size_t right = left + 1; right < ranks.size(); ++right)
        expected += ranks[left] > ranks[right];
    }
    CHECK(order_statistics(ranks).inversions == expected);
  }
}

TEST_CASE("a stream is out of order by as much as its options let it be") {
  const auto of = [](const char* stream, const std::vector<Named>& options,
                     const std::vector<Named>& arrival) {
    return order_statistics(
        {minted(stream, SqlType::uuid, 20'000, options_of(options), options_of(arrival))});
  };
  CHECK(of("uuidv7", {}, {{"rows_per_tick", std::int64_t{500}}}).inversions == 0);
  // 500 ids of a millisecond in random order: nobody is further than 499 places off.
  const OrderStatistics random =
      of("uuidv7", {{"within_ms", std::string("random")}}, {{"rows_per_tick", std::int64_t{500}}});
  CHECK(random.largest_displacement < 500);
  CHECK(random.largest_displacement > 450);
  const OrderStatistics v4 = of("uuidv4", {}, {});
  CHECK(v4.inversions_percent() == Approx(50).margin(1));
  CHECK(v4.largest_displacement > 19'000);
  // Late by 100 rows: the late one is 100 places off, less those that are late with it.
  const OrderStatistics late =
      of("uuidv7", {}, {{"late_percent", std::int64_t{10}}, {"late_ms", std::int64_t{100}}});
  CHECK(late.largest_displacement > 80);
  CHECK(late.largest_displacement <= 100);
}
