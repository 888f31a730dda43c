// Do the streams of every other id format give the ids that they promise, in every column type, up to their
// limits?
#include <algorithm>
#include <map>
#include <set>

#include "sim/error.hpp"
#include "sim/ids/base32.hpp"
#include "sim/ids/ksuid.hpp"
#include "sim/ids/snowflake.hpp"
#include "sim/ids/sqids.hpp"
#include "sim/ids/typeid.hpp"
#include "sim/ids/ulid.hpp"
#include "sim/ids/uuid.hpp"
#include "sim/streams/key_stream.hpp"
#include "tests/catch.hpp"
#include "tests/support/minted.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::vector<std::string> texts(const std::string& stream, SqlType type, std::size_t count,
                               const std::vector<Named>& options = {}) {
  return printed(minted(stream, type, count, options_of(options)));
}

std::vector<std::int64_t> bigints(const std::string& stream, std::size_t count,
                                  const std::vector<Named>& options = {},
                                  const std::optional<Options>& arrival = {}) {
  return numbers(minted(stream, SqlType::bigint, count, options_of(options), arrival));
}

std::int64_t rows_max(const std::string& stream, SqlType type, const std::vector<Named>& options) {
  return static_cast<std::int64_t>(
      stream_limit(table({column("id", type, stream, options_of(options))}), 1).rows_max);
}

bool all_differ(const std::vector<std::int64_t>& values) {
  return std::set<std::int64_t>(values.begin(), values.end()).size() == values.size();
}

}  // namespace

TEST_CASE("a uuid is the same in every form") {
  for (const char* stream : {"uuidv1", "uuidv4", "uuidv6", "uuidv7"}) {
    INFO(stream);
    const auto ids = texts(stream, SqlType::uuid, 100);
    CHECK(texts(stream, SqlType::text, 100) == ids);
    const auto upper = texts(stream, SqlType::character, 100, {{"letters", std::string("upper")}});
    const auto bytes = texts(stream, SqlType::bytea, 100);
    const auto swapped = texts(stream, SqlType::binary, 100, {{"swap", true}});
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::string digits = ids[i];
      std::transform(digits.begin(), digits.end(), digits.begin(),
                     [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c; });
      REQUIRE(upper[i] == digits);
      REQUIRE(parse_uuid_text(bytes[i].substr(2)) == parse_uuid_text(ids[i]));
      const std::string hex = swapped[i].starts_with("\\x") ? swapped[i].substr(2) : swapped[i];
      REQUIRE(parse_uuid_text(hex) == with_time_swapped(*parse_uuid_text(ids[i])));
    }
  }
}

TEST_CASE("swapping orders version 1 and takes the order from version 7") {
  const auto is_sorted = [](const char* stream, bool swap) {
    const auto ids = texts(stream, SqlType::bytea, 5000, {{"swap", swap}});
    return std::is_sorted(ids.begin(), ids.end());
  };
  CHECK(is_sorted("uuidv1", true));
  CHECK(is_sorted("uuidv7", false));
  CHECK_FALSE(is_sorted("uuidv7", true));
  // Version 1 wraps its low 32 bits every 430 seconds: at one id in ten seconds that shows.
  const Options slow = options_of({{"tick_ms", std::int64_t{10'000}}});
  const auto v1 = printed(minted("uuidv1", SqlType::uuid, 1000, {}, slow));
  const auto v6 = printed(minted("uuidv6", SqlType::uuid, 1000, {}, slow));
  CHECK_FALSE(std::is_sorted(v1.begin(), v1.end()));
  CHECK(std::is_sorted(v6.begin(), v6.end()));
}

TEST_CASE("versions 1 and 6 carry time, node and clock sequence, a writer's own") {
  const std::vector<Named> two_writers{{"ids_per_ms", std::int64_t{10}},
                                       {"writers", std::int64_t{2}},
                                       {"start_ms", std::int64_t{1'645'557'742'000}}};
  const auto v1 = texts("uuidv1", SqlType::uuid, 4, two_writers);
  const auto v6 = texts("uuidv6", SqlType::uuid, 4, two_writers);
  for (std::size_t i = 0; i < 4; ++i) {
    const Bits128 one = *parse_uuid_text(v1[i]);
    const Bits128 six = *parse_uuid_text(v6[i]);
    CHECK(ticks_of_uuid_v1(one) == 0x1EC9414C232AB00 + i * 1000);
    CHECK(ticks_of_uuid_v6(six) == ticks_of_uuid_v1(one));
    CHECK(node_of(one) == node_of(six));
    CHECK((node_of(one) >> 40 & 1) == 1);
    CHECK(node_of(one) == node_of(*parse_uuid_text(v1[i % 2])));
  }
  CHECK(node_of(*parse_uuid_text(v1[0])) != node_of(*parse_uuid_text(v1[1])));
}

TEST_CASE("a tick of 100 ns has one value of a writer: more run ahead of the clock") {
  const auto ids = texts("uuidv6", SqlType::uuid, 20'001, {{"ids_per_ms", std::int64_t{20'000}}});
  const auto ticks = [&](std::size_t i) { return ticks_of_uuid_v6(*parse_uuid_text(ids[i])); };
  CHECK(ticks(20'000) - ticks(0) == 20'000);
}

TEST_CASE("ULIDs carry their millisecond; monotonic ones step by one within it") {
  const auto plain = texts("ulid", SqlType::text, 1000, {{"ids_per_ms", std::int64_t{500}}});
  const auto monotonic =
      texts("ulid", SqlType::text, 1000, {{"ids_per_ms", std::int64_t{500}}, {"monotonic", true}});
  CHECK_FALSE(std::is_sorted(plain.begin(), plain.end()));
  CHECK(std::is_sorted(monotonic.begin(), monotonic.end()));
  CHECK(plain[0] == monotonic[0]);
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto id = decode_base32(monotonic[i], base32_upper).bits;
    REQUIRE(id);
    REQUIRE(unix_ms_of_ulid(*id) == 1'767'225'600'000 + i / 500);
    if (i % 500 > 0) REQUIRE(id->low == decode_base32(monotonic[i - 1], base32_upper).bits->low + 1);
  }
  // Stored as a uuid a ULID keeps every byte.
  const auto as_uuid = texts("ulid", SqlType::uuid, 10, {{"ids_per_ms", std::int64_t{500}}});
  for (std::size_t i = 0; i < 10; ++i)
    CHECK(decode_base32(plain[i], base32_upper).bits == parse_uuid_text(as_uuid[i]));
}

TEST_CASE("KSUIDs carry their second, in bytes and in text") {
  const std::vector<Named> options{{"ids_per_ms", std::int64_t{1}}};
  const auto ids = texts("ksuid", SqlType::text, 2001, options);
  const auto bytes = minted("ksuid", SqlType::bytea, 1, options_of(options));
  const auto seconds = [&](std::size_t i) { return read_ksuid(ids[i]).id->seconds; };
  CHECK(seconds(0) == 1'767'225'600 - 1'400'000'000);
  CHECK(seconds(999) == seconds(0));
  CHECK(seconds(2000) == seconds(0) + 2);
  CHECK(std::ranges::equal(ksuid_bytes(*read_ksuid(ids[0]).id), bytes.value(0)));
}

TEST_CASE("TypeIDs are the uuids of version 7 in base32, in their order") {
  const auto uuids = texts("uuidv7", SqlType::uuid, 1000);
  CHECK(texts("typeid", SqlType::uuid, 1000) == uuids);
  const auto ids = texts("typeid", SqlType::text, 1000, {{"prefix", std::string("prj")}});
  CHECK(std::is_sorted(ids.begin(), ids.end()));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    REQUIRE(ids[i].size() == 30);
    REQUIRE(read_typeid(ids[i]).id->uuid == parse_uuid_text(uuids[i]));
  }
  const auto random = texts("typeid", SqlType::text, 10, {{"version", std::string("4")}});
  CHECK(read_typeid(random[3]).id->uuid == parse_uuid_text(texts("uuidv4", SqlType::uuid, 10)[3]));
}

TEST_CASE("NanoIDs have their length and use their whole alphabet alike") {
  const auto ids = texts("nanoid", SqlType::text, 2000);
  std::map<char, int> counts;
  for (const std::string& id : ids) {
    REQUIRE(id.size() == 21);
    for (const char c : id) ++counts[c];
  }
  CHECK(counts.size() == 64);
  // 42,000 characters, 656.25 of each; four standard deviations.
  for (const auto& [c, count] : counts) CHECK(std::abs(count - 656.25) < 4 * 25.5);
  const auto binary =
      texts("nanoid", SqlType::text, 10, {{"size", std::int64_t{255}}, {"alphabet", std::string("01")}});
  CHECK(binary[0].size() == 255);
  CHECK(binary[0].find_first_not_of("01") == std::string::npos);
}

TEST_CASE("Sqids are those of the numbers from start on") {
  CHECK(texts("sqids", SqlType::text, 3, {{"start", std::int64_t{0}}}) ==
        std::vector<std::string>{"bM", "Uk", "gb"});
  CHECK(texts("sqids", SqlType::text, 1, {{"size_min", std::int64_t{8}}})[0].size() == 8);
}

TEST_CASE("a column that is too short for the ids is refused beforehand") {
  const auto misfit = [](const char* stream, SqlType type, int length) {
    TypeModifiers modifiers;
    modifiers.length = length;
    return find_key_stream(stream)->misfit(type, modifiers, {});
  };
  CHECK(misfit("uuidv7", SqlType::character, 36).empty());
  CHECK(misfit("uuidv7", SqlType::character, 35) == "the ids have 36 characters, char(35) holds 35");
  CHECK(misfit("uuidv4", SqlType::binary, 16).empty());
  CHECK(misfit("uuidv4", SqlType::binary, 15) == "the ids have 16 bytes, binary(15) holds 15");
  CHECK(misfit("ulid", SqlType::varchar, 26).empty());
  CHECK_FALSE(misfit("ulid", SqlType::varchar, 25).empty());
  CHECK_FALSE(misfit("ksuid", SqlType::binary, 19).empty());
  CHECK_FALSE(misfit("nanoid", SqlType::varchar, 20).empty());
}

TEST_CASE("snowflakes in Twitter's layout count from Twitter's epoch") {
  const auto ids =
      bigints("snowflake", 3, {{"layout", std::string("twitter")}, {"ids_per_ms", std::int64_t{2}}});
  CHECK(static_cast<std::int64_t>(decode_snowflake(ids[0]).ms) + 1'288'834'974'657 == 1'767'225'600'000);
  CHECK(decode_snowflake(ids[1]).counter == 1);
  CHECK(decode_snowflake(ids[2]).counter == 0);
}

TEST_CASE("a snowflake counter of 4096 that is full takes the next millisecond") {
  const auto ids = bigints("snowflake", 9000, {{"ids_per_ms", std::int64_t{5000}}});
  const std::uint64_t start = decode_snowflake(ids[0]).ms;
  CHECK(decode_snowflake(ids[4095]).ms == start);
  CHECK(decode_snowflake(ids[4095]).counter == 4095);
  CHECK(decode_snowflake(ids[4096]).ms == start + 1);
  CHECK(decode_snowflake(ids[4096]).counter == 0);
  CHECK(std::is_sorted(ids.begin(), ids.end()));
  CHECK(all_differ(ids));
}

TEST_CASE("a node or a time that a snowflake does not hold is refused") {
  const std::vector<Named> last_node{{"first_node", std::int64_t{1023}}};
  CHECK_NOTHROW(bigints("snowflake", 1, last_node));
  CHECK_THROWS_AS(bigints("snowflake", 2, last_node, options_of({{"writers", std::int64_t{2}}})), RowRefused);
  CHECK_THROWS_AS(bigints("snowflake", 1, {}, options_of({{"start_ms", std::int64_t{1'672'531'199'999}}})),
                  RowRefused);
}

TEST_CASE("interleaved sequences: two ticket servers, odd and even") {
  CHECK(bigints("interleaved", 5, {{"writers", std::int64_t{2}}}) ==
        std::vector<std::int64_t>{1, 2, 3, 4, 5});
  const Options at_random = options_of({{"writers", std::int64_t{2}}, {"turns", std::string("random")}});
  const auto ids = bigints("interleaved", 1000, {}, at_random);
  CHECK(all_differ(ids));
  CHECK_FALSE(std::is_sorted(ids.begin(), ids.end()));
  CHECK(bigints("interleaved", 4, {{"writers", std::int64_t{2}}, {"increment", std::int64_t{10}}}) ==
        std::vector<std::int64_t>{1, 2, 11, 12});
  CHECK_THROWS_AS(bigints("interleaved", 1, {{"increment", std::int64_t{1}}}, at_random), RowRefused);
  CHECK(rows_max("interleaved", SqlType::smallint, {{"writers", std::int64_t{2}}}) == 16383);
}

TEST_CASE("a counter hands out blocks, and loses values to transactions that are rolled back") {
  const std::vector<Named> blocks{{"writers", std::int64_t{2}}, {"cache", std::int64_t{3}}};
  CHECK(bigints("counter", 8, blocks) == std::vector<std::int64_t>{1, 4, 2, 5, 3, 6, 7, 10});
  const auto gaps = bigints("counter", 10'000, {{"rolled_back_percent", std::int64_t{20}}});
  CHECK(std::is_sorted(gaps.begin(), gaps.end()));
  CHECK(all_differ(gaps));
  CHECK(std::abs(static_cast<double>(gaps.back()) - 12'000) < 4 * 40);
  CHECK(rows_max("counter", SqlType::smallint, blocks) == 32767 - 4);
  CHECK(rows_max("counter", SqlType::smallint, {{"rolled_back_percent", std::int64_t{1}}}) == 16383);
  // As many rows as are promised fit, whatever the gaps.
  const auto all = numbers(
      minted("counter", SqlType::smallint, 16383, options_of({{"rolled_back_percent", std::int64_t{99}}})));
  CHECK(all_differ(all));
  CHECK(*std::min_element(all.begin(), all.end()) >= 1);
}

TEST_CASE("scattered sequences are one to one") {
  CHECK(bigints("bit_reversed", 3) ==
        std::vector<std::int64_t>{std::int64_t{1} << 62, std::int64_t{1} << 61, std::int64_t{3} << 61});
  CHECK(bigints("bit_reversed", 4, {{"bits", std::int64_t{2}}}) == std::vector<std::int64_t>{2, 1, 3, 4});
  CHECK(all_differ(bigints("bit_reversed", 10'000, {{"bits", std::int64_t{8}}})));
  CHECK(all_differ(bigints("hashed", 10'000)));
  // The published first outputs of mix64 are those of SplitMix64 whose state is the golden gamma's multiple.
  CHECK(bigints("hashed", 1, {{"start", std::int64_t{0}}})[0] == 0);
}

TEST_CASE("AUTO_RANDOM puts a transaction's shard in front of the count") {
  const auto ids = bigints("auto_random", 3000, {{"transaction_rows", std::int64_t{10}}});
  std::set<std::int64_t> shards;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    REQUIRE(ids[i] >= 0);
    REQUIRE((ids[i] & ((std::int64_t{1} << 58) - 1)) == static_cast<std::int64_t>(i + 1));
    REQUIRE(ids[i] >> 58 == ids[i / 10 * 10] >> 58);
    shards.insert(ids[i] >> 58);
  }
  CHECK(shards.size() == 32);
  // AUTO_RANDOM(5, 54): never above 2^53 − 1, which JSON holds.
  const auto small = bigints("auto_random", 1000, {{"range_bits", std::int64_t{54}}});
  CHECK(*std::max_element(small.begin(), small.end()) < std::int64_t{1} << 53);
  CHECK(rows_max("auto_random", SqlType::bigint,
                 {{"range_bits", std::int64_t{32}}, {"shard_bits", std::int64_t{15}}}) == 65535);
}
