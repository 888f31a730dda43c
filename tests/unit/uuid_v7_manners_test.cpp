// Does version 7 keep, in every manner, the order that RFC 9562 promises for it, up to its limits?
#include <algorithm>

#include "sim/error.hpp"
#include "sim/ids/uuid.hpp"
#include "tests/catch.hpp"
#include "tests/support/minted.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::vector<Bits128> uuids(const std::vector<Named>& options, std::size_t count,
                           const std::optional<Options>& arrival = {}) {
  const ColumnBatch batch = minted("uuidv7", SqlType::uuid, count, options_of(options), arrival);
  std::vector<Bits128> ids;
  for (std::size_t row = 0; row < count; ++row) ids.push_back(from_bytes(batch.value(row)));
  return ids;
}

bool ascend_strictly(const std::vector<Bits128>& ids) {
  return std::adjacent_find(ids.begin(), ids.end(), [](const Bits128& left, const Bits128& right) {
           return !(left < right);
         }) == ids.end();
}

std::vector<Bits128> every(const std::vector<Bits128>& ids, std::size_t stride, std::size_t first) {
  std::vector<Bits128> some;
  for (std::size_t i = first; i < ids.size(); i += stride) some.push_back(ids[i]);
  return some;
}

const Named per_ms_500{"ids_per_ms", std::int64_t{500}};
Named manner(const char* name) {
  return {"within_ms", std::string(name)};
}

}  // namespace

TEST_CASE("version 7: every manner but the random one ascends strictly, at 500 ids a millisecond") {
  for (const char* name : {"sub_ms", "counter", "random_counter", "uuid_creator"}) {
    INFO(name);
    CHECK(ascend_strictly(uuids({per_ms_500, manner(name)}, 20'000)));
  }
  CHECK_FALSE(ascend_strictly(uuids({per_ms_500, manner("random")}, 1000)));
}

TEST_CASE("version 7, random: 500 ids share a millisecond, and the next 500 have the next one") {
  const auto ids = uuids({per_ms_500, manner("random")}, 1001);
  for (std::size_t i = 0; i < ids.size(); ++i)
    REQUIRE(unix_ms_of_uuid_v7(ids[i]) == unix_ms_of_uuid_v7(ids[0]) + i / 500);
}

TEST_CASE("version 7, counter: rand_a counts from 0 in each millisecond") {
  const auto ids = uuids({per_ms_500, manner("counter")}, 1001);
  for (std::size_t i = 0; i < ids.size(); ++i) REQUIRE(rand_a_of(ids[i]) == i % 500);
}

TEST_CASE("version 7, four writers: rand_a is a node of four bits and a counter of eight, in turn") {
  const auto ids = uuids({per_ms_500,
                          manner("counter"),
                          {"node_bits", std::int64_t{4}},
                          {"counter_bits", std::int64_t{8}},
                          {"writers", std::int64_t{4}}},
                         1001);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    REQUIRE(unix_ms_of_uuid_v7(ids[i]) == unix_ms_of_uuid_v7(ids[0]) + i / 500);
    REQUIRE(rand_a_of(ids[i]) >> 8 == i % 4);
    REQUIRE((rand_a_of(ids[i]) & 0xFF) == i % 500 / 4);
  }
}

TEST_CASE("version 7: an arrival's writers are the same as the stream's own") {
  const std::vector<Named> counter{
      manner("counter"), {"node_bits", std::int64_t{4}}, {"counter_bits", std::int64_t{8}}};
  std::vector<Named> own = counter;
  own.push_back(per_ms_500);
  own.push_back({"writers", std::int64_t{4}});
  const Options arrival = options_of({{"writers", std::int64_t{4}}, {"rows_per_tick", std::int64_t{500}}});
  CHECK(uuids(own, 2000) == uuids(counter, 2000, arrival));
}

TEST_CASE("version 7: a full counter borrows the next millisecond, and not one value before") {
  const auto ids = uuids({per_ms_500, manner("counter"), {"counter_bits", std::int64_t{8}}}, 600);
  const std::uint64_t start = unix_ms_of_uuid_v7(ids[0]);
  CHECK(unix_ms_of_uuid_v7(ids[255]) == start);
  CHECK(rand_a_of(ids[255]) >> 4 == 255);
  CHECK(unix_ms_of_uuid_v7(ids[256]) == start + 1);
  CHECK(rand_a_of(ids[256]) >> 4 == 0);
  // The clock catches up with the second millisecond at id 500: the count goes on.
  CHECK(unix_ms_of_uuid_v7(ids[499]) == start + 1);
  CHECK(unix_ms_of_uuid_v7(ids[511]) == start + 1);
  CHECK(unix_ms_of_uuid_v7(ids[512]) == start + 2);
  CHECK(ascend_strictly(ids));
}

TEST_CASE("version 7: a counter may reach into rand_b, and a node of ten bits with it") {
  const auto ids = uuids({per_ms_500,
                          manner("counter"),
                          {"node_bits", std::int64_t{10}},
                          {"counter_bits", std::int64_t{32}},
                          {"writers", std::int64_t{1000}}},
                         3000);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::uint64_t ordered = rand_a_of(ids[i]) << 30 | rand_b_of(ids[i]) >> 32;
    REQUIRE(ordered >> 32 == i % 1000);
  }
  CHECK(ascend_strictly(uuids({manner("counter"), {"counter_bits", std::int64_t{42}}}, 5000)));
  CHECK(ascend_strictly(uuids({manner("counter"), {"counter_bits", std::int64_t{1}}}, 5000)));
}

TEST_CASE("version 7: a random start of the counter lies in its lower half, so that it has room") {
  const auto ids = uuids(
      {manner("counter"), {"ids_per_ms", std::int64_t{1}}, {"counter_start", std::string("random")}}, 2000);
  std::uint64_t highest = 0;
  for (const Bits128& id : ids) highest = std::max(highest, rand_a_of(id));
  CHECK(highest < 2048);
  CHECK(highest > 2000);
}

TEST_CASE("version 7: the random counter steps by 1, or by up to increment_max") {
  const auto by_one = uuids({per_ms_500, manner("random_counter"), {"increment_max", std::int64_t{1}}}, 500);
  for (std::size_t i = 1; i < by_one.size(); ++i)
    REQUIRE(rand_b_of(by_one[i]) == rand_b_of(by_one[i - 1]) + 1);
  const auto by_ten = uuids({per_ms_500, manner("random_counter"), {"increment_max", std::int64_t{10}}}, 500);
  std::uint64_t largest = 0;
  for (std::size_t i = 1; i < by_ten.size(); ++i) {
    const std::uint64_t step = rand_b_of(by_ten[i]) - rand_b_of(by_ten[i - 1]);
    REQUIRE(step >= 1);
    largest = std::max(largest, step);
  }
  CHECK(largest == 10);
}

TEST_CASE("version 7, uuid-creator: 26 bits count by one, 48 are drawn anew") {
  const auto ids = uuids({per_ms_500, manner("uuid_creator")}, 500);
  const auto counter = [](const Bits128& id) { return rand_a_of(id) << 14 | rand_b_of(id) >> 48; };
  for (std::size_t i = 1; i < ids.size(); ++i) {
    REQUIRE(counter(ids[i]) == counter(ids[i - 1]) + 1);
    REQUIRE(lowest_bits(ids[i].low, 48) != lowest_bits(ids[i - 1].low, 48));
  }
}

TEST_CASE("version 7: clocks that go back do not take the order of a writer along") {
  const Options jitter = options_of({{"rows_per_tick", std::int64_t{100}},
                                     {"jitter_us", std::int64_t{5000}},
                                     {"writers", std::int64_t{3}},
                                     {"skew_ms", std::int64_t{20}}});
  for (const char* name : {"sub_ms", "counter", "random_counter", "uuid_creator"}) {
    INFO(name);
    const auto ids = uuids({manner(name)}, 6000, jitter);
    for (std::size_t writer = 0; writer < 3; ++writer) CHECK(ascend_strictly(every(ids, 3, writer)));
    CHECK_FALSE(ascend_strictly(ids));
  }
}

TEST_CASE("version 7: offsets move the time, random ones into the past") {
  const auto plain = uuids({per_ms_500}, 1000);
  const auto moved = uuids({per_ms_500, {"offset_ms", std::int64_t{-7}}}, 1000);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    REQUIRE(unix_ms_of_uuid_v7(moved[i]) + 7 == unix_ms_of_uuid_v7(plain[i]));
    REQUIRE(rand_a_of(moved[i]) == rand_a_of(plain[i]));
  }
  const auto scattered = uuids({per_ms_500, {"random_offset_ms", std::int64_t{100}}}, 5000);
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < scattered.size(); ++i) {
    const std::uint64_t now = unix_ms_of_uuid_v7(plain[0]) + i / 500;
    REQUIRE(unix_ms_of_uuid_v7(scattered[i]) <= now);
    most = std::max(most, now - unix_ms_of_uuid_v7(scattered[i]));
  }
  CHECK(most == 100);
}

TEST_CASE("version 7: a time that 48 bits do not hold is refused, the last one is not") {
  const std::int64_t last = (std::int64_t{1} << 48) - 1;
  const std::int64_t start = std::int64_t{1} << 47;
  const Named from{"start_ms", start};
  const Named one_a_ms{"ids_per_ms", std::int64_t{1}};
  const auto ids = uuids({from, one_a_ms, {"offset_ms", last - start}}, 1);
  CHECK(unix_ms_of_uuid_v7(ids[0]) == static_cast<std::uint64_t>(last));
  CHECK_THROWS_AS(uuids({from, one_a_ms, {"offset_ms", last - start}}, 2), RowRefused);
  CHECK_THROWS_AS(uuids({{"start_ms", std::int64_t{0}}, {"offset_ms", std::int64_t{-1}}}, 1), RowRefused);
}

TEST_CASE("version 7: a writer that the node's bits do not hold is refused") {
  const std::vector<Named> two_bits{manner("counter"), {"node_bits", std::int64_t{2}}};
  CHECK_NOTHROW(uuids(two_bits, 4, options_of({{"writers", std::int64_t{4}}})));
  CHECK_THROWS_AS(uuids(two_bits, 5, options_of({{"writers", std::int64_t{5}}})), RowRefused);
}

TEST_CASE("version 7: every manner is pinned") {
  const auto hash = [](const std::vector<Named>& options) {
    return hash_of(minted("uuidv7", SqlType::uuid, 10'000, options_of(options)));
  };
  CHECK(hash({per_ms_500, manner("random")}) == 0x7ea3ac6c88394055);
  CHECK(hash({per_ms_500, manner("counter")}) == 0x9ac8405afd8494fa);
  CHECK(hash({per_ms_500,
              manner("counter"),
              {"node_bits", std::int64_t{4}},
              {"counter_bits", std::int64_t{8}},
              {"writers", std::int64_t{4}}}) == 0x7ce47e5a51040fba);
  CHECK(hash({per_ms_500,
              manner("counter"),
              {"counter_bits", std::int64_t{42}},
              {"counter_start", std::string("random")}}) == 0x812ad9de58f2a66c);
  CHECK(hash({per_ms_500, manner("random_counter")}) == 0xd8c2e44e98e7135c);
  CHECK(hash({per_ms_500, manner("uuid_creator")}) == 0x5c06d85108e0b94d);
  CHECK(hash({per_ms_500, {"random_offset_ms", std::int64_t{604'800'000}}}) == 0x46200fb80d1f85ac);
}
