// Do rows arrive as the arrival says: at its rate, from its writers, late, shuffled, and the same everywhere?
#include "sim/arrival/arrival.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/error.hpp"
#include "sim/random/exponential.hpp"
#include "sim/random/uniform.hpp"
#include "tests/catch.hpp"
#include "tests/support/minted.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::vector<MintClock::Reading> readings(const std::vector<Named>& options, std::size_t count,
                                         std::uint64_t seed = 1) {
  MintClock clock(read_arrival(options_of(options)), arrival_random(seed));
  std::vector<MintClock::Reading> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(clock.next());
  return all;
}

constexpr std::uint64_t ms = 1'000'000;
const Named from_zero{"start_ms", std::int64_t{0}};

}  // namespace

TEST_CASE("the high half of a product is exact") {
  CHECK(multiply_high(~std::uint64_t{0}, ~std::uint64_t{0}) == ~std::uint64_t{0} - 1);
  CHECK(multiply_high(std::uint64_t{1} << 63, 2) == 1);
  CHECK(multiply_high((std::uint64_t{1} << 63) - 1, 2) == 0);
  CHECK(multiply_high(0x123456789abcdef0, 0xfedcba9876543210) == 0x121fa00ad77d7422);
}

TEST_CASE("exponential draws have mean and variance 1, and their tail") {
  const RandomKey key{1, 0};
  const int count = 100'000;
  double sum = 0;
  double squares = 0;
  int above_three = 0;
  for (int i = 0; i < count; ++i) {
    const double x =
        static_cast<double>(exponential_draw(key, static_cast<std::uint64_t>(i), 0)) / 4294967296.0;
    sum += x;
    squares += x * x;
    above_three += x > 3 ? 1 : 0;
  }
  // Four standard errors: of the mean 1/√n, of the mean square √20/√n.
  CHECK(std::abs(sum / count - 1) < 4 / std::sqrt(count));
  CHECK(std::abs(squares / count - 2) < 4 * std::sqrt(20.0 / count));
  const double tail = std::exp(-3.0);
  CHECK(std::abs(above_three / double{count} - tail) < 4 * std::sqrt(tail * (1 - tail) / count));
}

TEST_CASE("exponential draws are pinned, on every compiler") {
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) hash = hash * 31 + exponential_draw({7, 3}, i, 5);
  CHECK(hash == 0x499dfe98fdd72fd6);
  CHECK(scaled_exponential(1000, std::uint64_t{3} << 31) == 1500);
  CHECK(scaled_exponential((std::uint64_t{1} << 58) - 1, std::uint64_t{1} << 32) ==
        (std::uint64_t{1} << 58) - 1);
}

TEST_CASE("a reading moves by nanoseconds over the edges of a millisecond, both ways") {
  CHECK(moved({5, 999'999}, 1) == ClockReading{6, 0});
  CHECK(moved({5, 0}, -1) == ClockReading{4, 999'999});
  CHECK(moved({5, 1}, -2'000'001) == ClockReading{3, 0});
  CHECK(moved({0, 0}, -1'000'000) == ClockReading{-1, 0});
  CHECK(moved({5, 10}, 3'000'000) == ClockReading{8, 10});
}

TEST_CASE("a fixed rate spaces rows evenly, and pauses come between bursts") {
  const auto even = readings({from_zero, {"rows_per_tick", std::int64_t{4}}}, 6);
  CHECK(even[3].elapsed_ns == 750'000);
  CHECK(even[4].elapsed_ns == 1 * ms);
  const auto bursts =
      readings({from_zero, {"burst_rows", std::int64_t{2}}, {"pause_ms", std::int64_t{100}}}, 5);
  CHECK(bursts[1].elapsed_ns == 1 * ms);
  CHECK(bursts[2].elapsed_ns == 102 * ms);
  CHECK(bursts[4].elapsed_ns == 204 * ms);
}

TEST_CASE("a Poisson rate gives Poisson numbers of rows in a tick") {
  const std::int64_t mean = 5;
  const std::size_t count = 100'000;
  const auto all = readings({from_zero, {"rate", std::string("poisson")}, {"rows_per_tick", mean}}, count);
  std::vector<int> rows(all.back().elapsed_ns / ms);
  for (const auto& reading : all) {
    if (reading.elapsed_ns / ms < rows.size()) ++rows[reading.elapsed_ns / ms];
  }
  const double n = static_cast<double>(rows.size());
  const double average = std::accumulate(rows.begin(), rows.end(), 0.0) / n;
  double variance = 0;
  for (const int of_tick : rows) variance += (of_tick - average) * (of_tick - average) / n;
  CHECK(std::abs(average - 5) < 4 * std::sqrt(5 / n));
  // The variance of a Poisson number is its mean; the sample variance's error is about √((2·25 + 5) / n).
  CHECK(std::abs(variance - 5) < 4 * std::sqrt(55 / n));
}

TEST_CASE("a varying rate stays within twice the mean and keeps it") {
  const auto all =
      readings({from_zero, {"rate", std::string("varying")}, {"rows_per_tick", std::int64_t{5}}}, 50'000);
  std::vector<int> rows(all.back().elapsed_ns / ms);
  for (const auto& reading : all) {
    if (reading.elapsed_ns / ms < rows.size()) ++rows[reading.elapsed_ns / ms];
  }
  CHECK(*std::max_element(rows.begin(), rows.end()) == 10);
  CHECK(*std::min_element(rows.begin(), rows.end()) == 0);
  const double n = static_cast<double>(rows.size());
  // 0 … 10, each as likely: the variance is 10.
  CHECK(std::abs(std::accumulate(rows.begin(), rows.end(), 0.0) / n - 5) < 4 * std::sqrt(10 / n));
}

TEST_CASE("writers take turns, alone or several rows at a time, or mint at random") {
  const auto in_turn = readings({{"writers", std::int64_t{3}}, {"turn_rows", std::int64_t{2}}}, 8);
  std::vector<std::uint32_t> writers;
  for (const auto& reading : in_turn) writers.push_back(reading.mint.writer);
  CHECK(writers == std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 0, 0});
  const auto at_random = readings({{"writers", std::int64_t{3}}, {"turns", std::string("random")}}, 30'000);
  int counts[3] = {};
  for (const auto& reading : at_random) ++counts[reading.mint.writer];
  for (const int count : counts) CHECK(std::abs(count - 10'000) < 4 * std::sqrt(30'000 * 2.0 / 9));
}

TEST_CASE("skew is a writer's for good, jitter is each reading's own, both within their limits") {
  const auto skewed = readings({from_zero, {"writers", std::int64_t{2}}, {"skew_ms", std::int64_t{50}}}, 100);
  const auto error_ns = [](const MintClock::Reading& reading) {
    return reading.mint.clock.unix_ms * 1'000'000 + reading.mint.clock.nanoseconds -
           static_cast<std::int64_t>(reading.elapsed_ns);
  };
  for (std::size_t i = 2; i < skewed.size(); ++i) REQUIRE(error_ns(skewed[i]) == error_ns(skewed[i - 2]));
  CHECK(error_ns(skewed[0]) != error_ns(skewed[1]));
  CHECK(std::abs(error_ns(skewed[0])) <= 50'000'000);
  std::int64_t largest = 0;
  for (const auto& reading : readings({from_zero, {"jitter_us", std::int64_t{3}}}, 1000))
    largest = std::max(largest, std::abs(error_ns(reading)));
  CHECK(largest <= 3000);
  CHECK(largest > 2900);
}

TEST_CASE("late rows arrive as late as they are, the others in order") {
  const std::vector<Named> arrival{
      from_zero, {"late_percent", std::int64_t{10}}, {"late_ms", std::int64_t{100}}};
  // One row a millisecond, numbered: a late one is due when the hundredth row after it is minted, so it comes
  // after every punctual row before that one and before every one after.
  const auto keys = numbers(minted("counter", SqlType::bigint, 20'000, {}, options_of(arrival)));
  std::vector<std::int64_t> late;
  std::int64_t newest = 0;
  for (const std::int64_t key : keys) {
    if (key < newest) {
      REQUIRE(newest <= key + 100);
      late.push_back(key);
    } else {
      if (!late.empty()) REQUIRE(key >= late.back() + 100);
      newest = key;
    }
  }
  CHECK(std::is_sorted(late.begin(), late.end()));
  CHECK(std::abs(static_cast<double>(late.size()) - 2000) < 4 * std::sqrt(20'000 * 0.09));
  auto sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("how late a row is does not depend on what made it late") {
  const ArrivalSettings settings = read_arrival(options_of({{"late_percent", std::int64_t{10}},
                                                            {"late_ms", std::int64_t{1000}},
                                                            {"delay", std::string("uniform")}}));
  std::vector<double> delays;
  for (std::uint64_t row = 0; row < 20'000; ++row) {
    if (const std::uint64_t delay = delay_ns(settings, arrival_random(1), row); delay > 0)
      delays.push_back(static_cast<double>(delay) / static_cast<double>(ms));
  }
  const auto n = static_cast<double>(delays.size());
  CHECK(std::accumulate(delays.begin(), delays.end(), 0.0) / n ==
        Approx(500).margin(4 * 1000 / std::sqrt(12 * n)));
}

TEST_CASE("late rows bring all their columns along, and every row may be late") {
  TableDefinition table;
  table.name = "t";
  for (const char* name : {"a", "b"}) {
    table.columns.push_back({name, SqlType::bigint, false, StreamReference{"counter", {}}});
  }
  table.arrival = options_of({{"late_percent", std::int64_t{100}},
                              {"late_ms", std::int64_t{50}},
                              {"delay", std::string("exponential")}});
  std::vector<ColumnBatch> columns{ColumnBatch(SqlType::bigint), ColumnBatch(SqlType::bigint)};
  make_stream_rows(table, 1)->next(5000, columns);
  CHECK(numbers(columns[0]) == numbers(columns[1]));
  CHECK_FALSE(std::is_sorted(printed(columns[0]).begin(), printed(columns[0]).end()));
}

TEST_CASE("shuffled rows stay within their group, and every group is whole") {
  const auto keys = numbers(
      minted("counter", SqlType::bigint, 1000, {}, options_of({{"shuffle_rows", std::int64_t{100}}})));
  for (std::size_t group = 0; group < 10; ++group) {
    std::vector<std::int64_t> of_group(keys.begin() + static_cast<std::ptrdiff_t>(group * 100),
                                       keys.begin() + static_cast<std::ptrdiff_t>(group * 100 + 100));
    CHECK_FALSE(std::is_sorted(of_group.begin(), of_group.end()));
    std::sort(of_group.begin(), of_group.end());
    for (std::size_t i = 0; i < 100; ++i)
      REQUIRE(of_group[i] == static_cast<std::int64_t>(group * 100 + i + 1));
  }
}

TEST_CASE("every arrival gives the same rows however they are cut into batches") {
  const std::vector<std::vector<Named>> arrivals{
      {{"rate", std::string("poisson")}, {"writers", std::int64_t{5}}, {"turns", std::string("random")}},
      {{"rate", std::string("varying")}, {"jitter_us", std::int64_t{700}}, {"skew_ms", std::int64_t{9}}},
      {{"late_percent", std::int64_t{30}}, {"late_ms", std::int64_t{40}}, {"delay", std::string("uniform")}},
      {{"shuffle_rows", std::int64_t{77}}},
  };
  for (const auto& arrival : arrivals) {
    const auto whole = printed(minted("uuidv7", SqlType::uuid, 3000, {}, options_of(arrival)));
    TableDefinition table;
    table.name = "t";
    table.columns.push_back({"id", SqlType::uuid, false, StreamReference{"uuidv7", {}}});
    table.arrival = options_of(arrival);
    const auto rows = make_stream_rows(table, 1);
    std::vector<std::string> parts;
    for (const std::size_t count : {1U, 9U, 990U, 2000U}) {
      std::vector<ColumnBatch> columns{ColumnBatch(SqlType::uuid)};
      rows->next(count, columns);
      for (const std::string& text : printed(columns[0])) parts.push_back(text);
    }
    CHECK(parts == whole);
  }
}

TEST_CASE("arrivals are pinned, on every compiler") {
  const auto hash = [](const std::vector<Named>& arrival) {
    return hash_of(minted("uuidv7", SqlType::uuid, 10'000, {}, options_of(arrival)));
  };
  CHECK(hash({{"rate", std::string("poisson")}, {"rows_per_tick", std::int64_t{7}}}) == 0xba7b1f034a5010a1);
  CHECK(hash({{"rate", std::string("varying")},
              {"rows_per_tick", std::int64_t{7}},
              {"writers", std::int64_t{3}},
              {"turns", std::string("random")},
              {"skew_ms", std::int64_t{20}},
              {"jitter_us", std::int64_t{900}}}) == 0xd4549ed1f0c80a9a);
  CHECK(hash({{"late_percent", std::int64_t{20}},
              {"late_ms", std::int64_t{500}},
              {"delay", std::string("exponential")}}) == 0xb258ba1e6fd09860);
  CHECK(hash({{"shuffle_rows", std::int64_t{1000}}}) == 0x5676b44ece715680);
}

TEST_CASE("a clock ends after 292 years") {
  MintClock clock(read_arrival(options_of(
                      {{"burst_rows", std::int64_t{1}}, {"pause_ms", std::int64_t{365} * 86'400'000}})),
                  arrival_random(1));
  for (int year = 0; year < 292; ++year) clock.next();
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 2; ++i) clock.next();
      }(),
      RowRefused);
}
