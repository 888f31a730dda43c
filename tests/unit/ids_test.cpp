// Do the id formats read and write what their specifications publish, and refuse what they refuse?
#include <algorithm>
#include <limits>

#include "sim/ids/base32.hpp"
#include "sim/ids/ksuid.hpp"
#include "sim/ids/snowflake.hpp"
#include "sim/ids/sqids.hpp"
#include "sim/ids/typeid.hpp"
#include "sim/ids/ulid.hpp"
#include "sim/ids/uuid.hpp"
#include "sim/random/uniform.hpp"
#include "tests/catch.hpp"

using namespace keycost;

namespace {

Bits128 uuid(const char* text) {
  const auto bits = parse_uuid_text(text);
  REQUIRE(bits);
  return *bits;
}

Bits128 random_bits(std::uint64_t row) {
  const PhiloxBlock bits = RandomKey{99, 0}.block(row);
  return {half_of(bits, 0), half_of(bits, 1)};
}

constexpr Bits128 all_ones{~std::uint64_t{0}, ~std::uint64_t{0}};

}  // namespace

// RFC 9562, appendix A: Tuesday, February 22, 2022 2:22:22 PM GMT-05:00, which is 1645557742000 ms.
TEST_CASE("UUIDs: the test vectors of RFC 9562") {
  const std::uint64_t ticks = 0x1EC9414C232AB00;
  CHECK(ticks == gregorian_to_unix_ticks + 1645557742000 * gregorian_ticks_per_ms);
  CHECK(print_uuid(make_uuid_v1(ticks, 0x33C8, 0x9F6BDECED846)) == "c232ab00-9414-11ec-b3c8-9f6bdeced846");
  CHECK(print_uuid(make_uuid(0x919108f752d10320, 0xdbacf847db4148a8, 4)) ==
        "919108f7-52d1-4320-9bac-f847db4148a8");
  CHECK(print_uuid(make_uuid_v6(ticks, 0x33C8, 0x9F6BDECED846)) == "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
  CHECK(print_uuid(make_uuid_v7(0x017F22E279B0, 0xCC3, 0x18C4DC0C0C07398F)) ==
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  CHECK(0x017F22E279B0 == 1645557742000);

  const Bits128 v1 = uuid("C232AB00-9414-11EC-B3C8-9F6BDECED846");
  CHECK(uuid_version(v1) == 1);
  CHECK(has_rfc_variant(v1));
  CHECK(ticks_of_uuid_v1(v1) == ticks);
  CHECK(clock_sequence_of(v1) == 0x33C8);
  CHECK(node_of(v1) == 0x9F6BDECED846);
  const Bits128 v6 = uuid("1EC9414C-232A-6B00-B3C8-9F6BDECED846");
  CHECK(uuid_version(v6) == 6);
  CHECK(ticks_of_uuid_v6(v6) == ticks);
  const Bits128 v7 = uuid("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");
  CHECK(uuid_version(v7) == 7);
  CHECK(unix_ms_of_uuid_v7(v7) == 1645557742000);
  CHECK(rand_a_of(v7) == 0xCC3);
  CHECK(rand_b_of(v7) == 0x18C4DC0C0C07398F);
}

TEST_CASE("UUIDs are read in the forms that the RFC and libraries write, and in no other") {
  const Bits128 id = uuid("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  CHECK(uuid("017F22E279B07CC398C4DC0C0C07398F") == id);
  CHECK(uuid("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}") == id);
  CHECK(uuid("urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f") == id);
  for (const char* wrong :
       {"", "{}", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398ff",
        "017f22e279b0-7cc3-98c4-dc0c0c07398f-", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
        "017f22e2-79b0-7cc3-98c4_dc0c0c07398f", "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}) {
    INFO(wrong);
    CHECK_FALSE(parse_uuid_text(wrong));
  }
}

// MySQL 8.4 Reference Manual, 14.23 (UUID_TO_BIN).
TEST_CASE("swapping the time fields gives the manual's bytes, and back") {
  const Bits128 id = uuid("6ccd780c-baba-1026-9564-5b8c656024db");
  CHECK(with_time_swapped(id) == uuid("1026baba-6ccd-780c-9564-5b8c656024db"));
  CHECK(with_time_swapped_back(with_time_swapped(id)) == id);
}

// jetify-com/typeid, spec/valid.yml.
TEST_CASE("base32: the vectors of TypeID") {
  const std::pair<const char*, const char*> vectors[] = {
      {"00000000000000000000000000", "00000000-0000-0000-0000-000000000000"},
      {"00000000000000000000000001", "00000000-0000-0000-0000-000000000001"},
      {"0000000000000000000000000a", "00000000-0000-0000-0000-00000000000a"},
      {"0000000000000000000000000g", "00000000-0000-0000-0000-000000000010"},
      {"00000000000000000000000010", "00000000-0000-0000-0000-000000000020"},
      {"7zzzzzzzzzzzzzzzzzzzzzzzzz", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
      {"0123456789abcdefghjkmnpqrs", "0110c853-1d09-52d8-d73e-1194e95b5f19"},
      {"01h455vb4pex5vsknk084sn02q", "01890a5d-ac96-774b-bcce-b302099a8057"},
  };
  for (const auto& [text, id] : vectors) {
    INFO(text);
    CHECK(encode_base32(uuid(id), base32_lower) == text);
    REQUIRE(decode_base32(text, base32_lower).bits);
    CHECK(*decode_base32(text, base32_lower).bits == uuid(id));
  }
}

TEST_CASE("base32 strings sort as what they encode, and every one decodes to it") {
  for (std::uint64_t row = 0; row < 1000; ++row) {
    const Bits128 left = random_bits(2 * row);
    // Half of the pairs differ in the last bit only.
    const Bits128 right = row % 2 == 0 ? random_bits(2 * row + 1) : Bits128{left.high, left.low ^ 1};
    const std::string left_text = encode_base32(left, base32_lower);
    const std::string right_text = encode_base32(right, base32_lower);
    REQUIRE((left < right) == (left_text < right_text));
    REQUIRE(decode_base32(left_text, base32_lower).bits == left);
  }
}

// jetify-com/typeid, spec/valid.yml and spec/invalid.yml.
TEST_CASE("TypeIDs: what the specification allows and refuses") {
  const auto valid = read_typeid("prefix_01h455vb4pex5vsknk084sn02q");
  REQUIRE(valid.id);
  CHECK(valid.id->prefix == "prefix");
  CHECK(valid.id->uuid == uuid("01890a5d-ac96-774b-bcce-b302099a8057"));
  CHECK(print_typeid(*valid.id) == "prefix_01h455vb4pex5vsknk084sn02q");
  REQUIRE(read_typeid("pre_fix_00000000000000000000000000").id);
  CHECK(read_typeid("pre_fix_00000000000000000000000000").id->prefix == "pre_fix");
  CHECK(read_typeid("my__type_01h5fskfsk4fpeqwnsyz5hj55t").id);
  CHECK(read_typeid("01h455vb4pex5vsknk084sn02q").id->prefix.empty());
  CHECK(read_typeid(std::string(63, 'a') + "_00000000000000000000000000").id);
  for (const std::string& wrong :
       std::vector<std::string>{"PREFIX_00000000000000000000000000",
                                "12345_00000000000000000000000000",
                                "pre.fix_00000000000000000000000000",
                                "préfix_00000000000000000000000000",
                                "  prefix_00000000000000000000000000",
                                std::string(64, 'a') + "_00000000000000000000000000",
                                "_00000000000000000000000000",
                                "_",
                                "prefix_1234567890123456789012345",
                                "prefix_123456789012345678901234567",
                                "prefix_1234567890123456789012345 ",
                                "prefix_0123456789ABCDEFGHJKMNPQRS",
                                "prefix_123456789-123456789-123456",
                                "prefix_ooooooiiiiiiuuuuuuulllllll",
                                "prefix_i23456789ol23456789oi23456",
                                "prefix_123456789-0123456789-0123456",
                                "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                                "_prefix_00000000000000000000000000",
                                "prefix__00000000000000000000000000",
                                "",
                                "prefix_"}) {
    INFO(wrong);
    CHECK_FALSE(read_typeid(wrong).id);
    CHECK_FALSE(read_typeid(wrong).wrong.empty());
  }
  CHECK(read_typeid("prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz").wrong ==
        "the part after the prefix starts with '8', but above 7 it would be more than 128 bits");
}

// ulid/spec, README.
TEST_CASE("ULIDs: what the specification shows") {
  CHECK(print_ulid(all_ones) == "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  CHECK(unix_ms_of_ulid(all_ones) == 281474976710655);
  CHECK_FALSE(decode_base32("80000000000000000000000000", base32_upper).bits);
  const auto first = decode_base32("01BX5ZZKBKACTAV9WEVGEMMVRZ", base32_upper).bits;
  REQUIRE(first);
  CHECK(print_ulid({first->high, first->low + 1}) == "01BX5ZZKBKACTAV9WEVGEMMVS0");
  // The README's own ULID was minted on 2016-07-30.
  CHECK(unix_ms_of_ulid(*decode_base32("01ARZ3NDEKTSV4RRFFQ69G5FAV", base32_upper).bits) == 1469922850259);
}

// segmentio/ksuid, README and ksuid_test.go.
TEST_CASE("KSUIDs: what the reference implementation prints") {
  const auto reading = read_ksuid("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
  REQUIRE(reading.id);
  CHECK(reading.id->seconds == 107608047);
  CHECK(reading.id->payload == uuid("B5A1CD34-B5F9-9D11-54FB-6853345C9735"));
  CHECK(print_ksuid(*reading.id) == "0ujtsYcgvSTl8PAuAdqWYSMnLOv");
  CHECK(ksuid_bytes(*reading.id)[0] == std::byte{0x06});
  CHECK(ksuid_bytes(*reading.id)[19] == std::byte{0x35});
  const auto another = read_ksuid("0ujzPyRiIAffKhBux4PvQdDqMHY");
  REQUIRE(another.id);
  CHECK(another.id->seconds == 107610780);
  CHECK(another.id->payload == uuid("73FC1AA3-B244-6246-D6E8-9FCD909E8FE8"));
  CHECK(print_ksuid({}) == std::string(27, '0'));
  CHECK(print_ksuid({0xFFFFFFFF, all_ones}) == "aWgEPTl1tmebfsQzFP4bxwgy80V");
  CHECK(read_ksuid("aWgEPTl1tmebfsQzFP4bxwgy80V").id == Ksuid{0xFFFFFFFF, all_ones});
  for (const char* wrong : {"aWgEPTl1tmebfsQzFP4bxwgy80W", "aaaaaaaaaaaaaaaaaaaaaaaaaaa",
                            "aWgEPTl1tmebfsQzFP4bxwgy80!", "123", ""}) {
    INFO(wrong);
    CHECK_FALSE(read_ksuid(wrong).id);
  }
}

// The time of pgEdge's id is the one that docs/snowflake_functions.md gives for it (its node and counter
// there are of an older layout). The other is a tweet of June 2022.
TEST_CASE("snowflakes: ids that others have published") {
  const Snowflake pgedge = decode_snowflake(136169504773242881);
  CHECK(static_cast<std::int64_t>(pgedge.ms) + snowflake_layouts[0].epoch_unix_ms == 1704996539845);
  const Snowflake tweet = decode_snowflake(1541815603606036480);
  CHECK(static_cast<std::int64_t>(tweet.ms) + snowflake_layouts[1].epoch_unix_ms == 1656432460105);
  CHECK(tweet.node == 378);
  CHECK(tweet.counter == 0);
  CHECK(encode_snowflake(tweet) == 1541815603606036480);
  CHECK(encode_snowflake({(std::uint64_t{1} << 41) - 1, 1023, 4095}) ==
        std::numeric_limits<std::int64_t>::max());
}

// sqids/sqids-spec, tests/encoding.test.ts, minlength.test.ts, blocklist.test.ts (without a list of words).
TEST_CASE("Sqids: the specification's tests") {
  const std::pair<std::vector<std::uint64_t>, const char*> vectors[] = {
      {{1, 2, 3}, "86Rf07"},
      {{0}, "bM"},
      {{1}, "Uk"},
      {{2}, "gb"},
      {{3}, "Ef"},
      {{4}, "Vq"},
      {{5}, "uw"},
      {{6}, "OI"},
      {{7}, "AX"},
      {{8}, "p6"},
      {{9}, "nJ"},
      {{0, 0}, "SvIz"},
      {{0, 1}, "n3qa"},
      {{0, 9}, "moxr"},
      {{1, 0}, "nWqP"},
      {{9, 0}, "m2xn"},
      {{100}, "86u"},
      {{1000000}, "gMvFo"},
      {{100000}, "ArUO"},
      {{4572721}, "aho1e"},
      {{100, 202, 303, 404}, "lP3iIcG1HkYs"},
      {{101, 202, 303, 404, 505, 606, 707}, "862REt0hfxXVdsLG8vGWD"},
  };
  for (const auto& [numbers, text] : vectors) {
    INFO(text);
    CHECK(encode_sqid(numbers) == text);
    CHECK(decode_sqid(text) == numbers);
  }
  const std::uint64_t one_two_three[] = {1, 2, 3};
  CHECK(encode_sqid(one_two_three, 7) == "86Rf07x");
  CHECK(encode_sqid(one_two_three, 62) == "86Rf07xd4zBmiJXQG6otHEbew02c3PWsUOLZxADhCpKj7aVFv9I8RquYrNlSTM");
  CHECK(encode_sqid(one_two_three, 65) ==
        "86Rf07xd4zBmiJXQG6otHEbew02c3PWsUOLZxADhCpKj7aVFv9I8RquYrNlSTMyf1");
  CHECK(decode_sqid("86Rf07xd4zBmiJXQG6otHEbew02c3PWsUOLZxADhCpKj7aVFv9I8RquYrNlSTMyf1") ==
        std::vector<std::uint64_t>{1, 2, 3});
  // With the specification's words avoided, 4572721 is written so: it is read the same.
  CHECK(decode_sqid("JExTR") == std::vector<std::uint64_t>{4572721});
  CHECK_FALSE(decode_sqid("*"));
  CHECK_FALSE(decode_sqid(""));
  CHECK(encode_sqid({}) == "");
}

TEST_CASE("Sqids hold every number and refuse what is larger") {
  const std::uint64_t largest[] = {~std::uint64_t{0}};
  const std::string text = encode_sqid(largest);
  CHECK(decode_sqid(text) == std::vector<std::uint64_t>{~std::uint64_t{0}});
  CHECK_FALSE(decode_sqid(text + text.back()));
  for (std::uint64_t row = 0; row < 1000; ++row) {
    const Bits128 bits = random_bits(row);
    const std::uint64_t numbers[] = {bits.high >> (row % 64), bits.low};
    REQUIRE(decode_sqid(encode_sqid(numbers)) == std::vector<std::uint64_t>{numbers[0], numbers[1]});
  }
}
