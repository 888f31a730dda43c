// Are values read and printed as the database does, and refused when it would refuse them?
#include "sim/sql_type.hpp"

#include <initializer_list>
#include <utility>

#include "tests/catch.hpp"

using namespace keycost;

namespace {

std::string round_trip(SqlType type, std::string_view text, const TypeModifiers& modifiers = {}) {
  std::string payload;
  const std::string problem = parse_value(type, text, payload, modifiers);
  return problem.empty() ? print_value(type, std::as_bytes(std::span(payload))) : "refused";
}

}  // namespace

TEST_CASE("integers hold exactly what their type holds") {
  CHECK(round_trip(SqlType::smallint, "32767") == "32767");
  CHECK(round_trip(SqlType::smallint, "32768") == "refused");
  CHECK(round_trip(SqlType::smallint, "-32768") == "-32768");
  CHECK(round_trip(SqlType::smallint, "-32769") == "refused");
  CHECK(round_trip(SqlType::integer, "2147483647") == "2147483647");
  CHECK(round_trip(SqlType::integer, "2147483648") == "refused");
  CHECK(round_trip(SqlType::bigint, "9223372036854775807") == "9223372036854775807");
  CHECK(round_trip(SqlType::bigint, "9223372036854775808") == "refused");
  CHECK(round_trip(SqlType::bigint, "-9223372036854775808") == "-9223372036854775808");
  CHECK(round_trip(SqlType::bigint, "+7") == "7");
  for (const char* text : {"", "+", "-", "+-7", "7 ", " 7", "7a", "1e6", "0x10", "1.0"}) {
    INFO(text);
    CHECK(round_trip(SqlType::bigint, text) == "refused");
  }
}

TEST_CASE("uuids are read in every spelling that PostgreSQL reads") {
  const std::string canonical = "01890a5d-ac96-774b-bcce-b302099a8057";
  CHECK(round_trip(SqlType::uuid, canonical) == canonical);
  CHECK(round_trip(SqlType::uuid, "01890A5D-AC96-774B-BCCE-B302099A8057") == canonical);
  CHECK(round_trip(SqlType::uuid, "01890a5dac96774bbcceb302099a8057") == canonical);
  CHECK(round_trip(SqlType::uuid, "{01890a5d-ac96-774b-bcce-b302099a8057}") == canonical);
  CHECK(round_trip(SqlType::uuid, "0189-0a5d-ac96-774b-bcce-b302-099a-8057") == canonical);
  for (const char* text : {"", "01890a5d-ac96-774b-bcce-b302099a805", "01890a5d-ac96-774b-bcce-b302099a80577",
                           "01890a5g-ac96-774b-bcce-b302099a8057", "0-1890a5dac96774bbcceb302099a8057",
                           "01890a5d--ac96-774b-bcce-b302099a8057", "-01890a5dac96774bbcceb302099a8057",
                           "01890a5dac96774bbcceb302099a8057-", "{01890a5dac96774bbcceb302099a8057"}) {
    INFO(text);
    CHECK(round_trip(SqlType::uuid, text) == "refused");
  }
}

TEST_CASE("a refusal says what was wrong and what would be right, and leaves nothing behind") {
  std::string payload = "kept";
  CHECK(parse_value(SqlType::smallint, "40000", payload) ==
        "40000 is out of range for smallint, which holds -32768 to 32767");
  CHECK(parse_value(SqlType::uuid, "xyz", payload) ==
        "\"xyz\" is not a uuid: 32 hexadecimal digits, as in 01890a5d-ac96-774b-bcce-b302099a8057");
  CHECK(payload == "kept");
}

TEST_CASE("text holds as many characters as its type says, and blanks beyond are cut off") {
  const TypeModifiers three{.length = 3};
  for (const SqlType type : {SqlType::varchar, SqlType::character}) {
    CHECK(round_trip(type, "abc", three) == "abc");
    CHECK(round_trip(type, "abcd", three) == "refused");
    CHECK(round_trip(type, "abc   ", three) == "abc");
    CHECK(round_trip(type, "abc d", three) == "refused");
    CHECK(round_trip(type, "\u00e4\u20ac\U0001f511", three) == "\u00e4\u20ac\U0001f511");  // 2, 3 and 4 bytes
    CHECK(round_trip(type, "\u00e4\u20ac\U0001f511x", three) == "refused");
    CHECK(round_trip(type, "", three) == "");
  }
  CHECK(round_trip(SqlType::varchar, "a  ", three) == "a  ");
  CHECK(round_trip(SqlType::varchar, "a   ", three) == "a  ");
  CHECK(round_trip(SqlType::character, "a  ", three) == "a");
  CHECK(round_trip(SqlType::text, "a    ") == "a    ");
  std::string payload;
  CHECK(parse_value(SqlType::varchar, "four", payload, three) ==
        "the value has 4 characters, varchar(3) holds 3");
}

TEST_CASE("a value must be in the column's character set") {
  const TypeModifiers latin1{.length = 9, .character_set = CharacterSet::latin1};
  const TypeModifiers ascii{.length = 9, .character_set = CharacterSet::ascii};
  CHECK(round_trip(SqlType::varchar, "\u00ff\u20ac", latin1) == "\u00ff\u20ac");
  CHECK(round_trip(SqlType::varchar, "\u0100", latin1) == "refused");
  CHECK(round_trip(SqlType::varchar, "\x7f", ascii) == "\x7f");
  CHECK(round_trip(SqlType::varchar, "\u00e4", ascii) == "refused");
  std::string encoded;
  CHECK(encode_text("a\u00ff\u20ac", CharacterSet::latin1, encoded));
  CHECK(encoded == "a\xff\x80");
}

TEST_CASE("bytes fill at most their type") {
  const TypeModifiers two{.length = 2};
  CHECK(round_trip(SqlType::binary, "00ff", two) == "00ff");
  CHECK(round_trip(SqlType::binary, "\\x00FF", two) == "00ff");
  CHECK(round_trip(SqlType::varbinary, "", two) == "");
  for (const char* text : {"00ff00", "0", "0g", "0x00"}) {
    INFO(text);
    CHECK(round_trip(SqlType::varbinary, text, two) == "refused");
  }
  CHECK(round_trip(SqlType::bytea, "00ff") == "refused");
  std::string payload;
  CHECK(parse_value(SqlType::binary, "001122", payload, two) == "the value has 3 bytes, binary(2) holds 2");
}

TEST_CASE("a time has at most six digits behind the point") {
  CHECK(round_trip(SqlType::timestamp, "2026-01-31 12:30:00.123456") == "2026-01-31 12:30:00.123456");
  CHECK(round_trip(SqlType::timestamp, "2026-01-31 12:30:00.1234567") == "refused");
  CHECK(round_trip(SqlType::timestamp, "2026-01-31 12:30:00.") == "refused");
}

TEST_CASE("times are rounded to the digits that their type keeps") {
  const auto rounded = [](SqlType type, const char* text, int digits) {
    return round_trip(type, text, TypeModifiers{.precision = digits});
  };
  CHECK(rounded(SqlType::datetime, "2026-01-31 12:30:00.1235", 3) == "2026-01-31 12:30:00.124");
  CHECK(rounded(SqlType::datetime, "2026-01-31 12:30:00.123499", 3) == "2026-01-31 12:30:00.123");
  CHECK(rounded(SqlType::timestamp, "2026-12-31 23:59:59.5", 0) == "2027-01-01 00:00:00");
  CHECK(rounded(SqlType::timestamptz, "2026-01-31 12:30:00.499999", 0) == "2026-01-31 12:30:00+00");
  // Before 2000 PostgreSQL's halves go back in time, MySQL's forth.
  CHECK(rounded(SqlType::timestamp, "1999-12-31 23:59:58.5", 0) == "1999-12-31 23:59:58");
  CHECK(rounded(SqlType::datetime, "1999-12-31 23:59:58.5", 0) == "1999-12-31 23:59:59");
  CHECK(rounded(SqlType::datetime, "1999-12-31 23:59:58.25", 0) == "1999-12-31 23:59:58");
  CHECK(rounded(SqlType::datetime, "1999-12-31 23:59:59.75", 0) == "2000-01-01 00:00:00");
}

TEST_CASE("a decimal number has one spelling") {
  for (const auto& [text, printed] :
       std::initializer_list<std::pair<const char*, const char*>>{{"0", "0"},
                                                                  {"-0.00", "0.00"},
                                                                  {"007", "7"},
                                                                  {"+1.50", "1.50"},
                                                                  {".5", "0.5"},
                                                                  {"5.", "5"},
                                                                  {"-00.010", "-0.010"},
                                                                  {"1.5e3", "1500"},
                                                                  {"12.345e1", "123.45"},
                                                                  {"1e-3", "0.001"},
                                                                  {"1.20E+1", "12.0"},
                                                                  {"10000", "10000"}}) {
    INFO(text);
    CHECK(round_trip(SqlType::numeric, text) == printed);
  }
  for (const char* text :
       {"", ".", "-", "1.2.3", "1e", "e5", "1 ", "0x1F", "NaN", "Infinity", "1_000", "1e+-2"}) {
    INFO(text);
    CHECK(round_trip(SqlType::numeric, text) == "refused");
  }
  CHECK(round_trip(SqlType::numeric, "1e131071").size() == 131072);
  CHECK(round_trip(SqlType::numeric, "1e131072") == "refused");
  CHECK(round_trip(SqlType::numeric, "1e-16383").size() == 16385);
  CHECK(round_trip(SqlType::numeric, "1e-16384") == "refused");
  CHECK(round_trip(SqlType::numeric, "1e99999999999999999999") == "refused");
}

TEST_CASE("numeric(p,s) rounds to its scale and refuses what it does not hold") {
  const auto rounded = [](const char* text, int precision, int scale) {
    return round_trip(SqlType::numeric, text, TypeModifiers{.precision = precision, .scale = scale});
  };
  CHECK(rounded("1", 5, 2) == "1.00");
  CHECK(rounded("1.005", 5, 2) == "1.01");
  CHECK(rounded("-1.005", 5, 2) == "-1.01");
  CHECK(rounded("1.00499999", 5, 2) == "1.00");
  CHECK(rounded("999.99", 5, 2) == "999.99");
  CHECK(rounded("999.995", 5, 2) == "refused");
  CHECK(rounded("999.994", 5, 2) == "999.99");
  CHECK(rounded("1000", 5, 2) == "refused");
  CHECK(rounded("0.004", 5, 2) == "0.00");
  CHECK(rounded("-0.004", 5, 2) == "0.00");
  CHECK(rounded("9.5", 1, 0) == "refused");
  CHECK(rounded("9.4", 1, 0) == "9");
  CHECK(rounded("0.00999", 3, 5) == "0.00999");  // a scale beyond the precision: zeros behind the point
  CHECK(rounded("0.01", 3, 5) == "refused");
  CHECK(rounded("12345", 3, -2) == "12300");  // a negative scale: hundreds
  CHECK(rounded("99949", 3, -2) == "99900");
  CHECK(rounded("99950", 3, -2) == "refused");
  CHECK(rounded("49", 3, -2) == "0");
  std::string payload;
  CHECK(parse_value(SqlType::numeric, "1000", payload, TypeModifiers{.precision = 5, .scale = 2}) ==
        "1000 is out of range for numeric(5,2), which holds less than 10^3");
}

TEST_CASE("types are found by every spelling") {
  CHECK(find_sql_type("int8") == &describe(SqlType::bigint));
  CHECK(find_sql_type("int") == find_sql_type("integer"));
  CHECK(find_sql_type("character varying") == &describe(SqlType::varchar));
  CHECK(find_sql_type("decimal") == &describe(SqlType::numeric));
  CHECK(find_sql_type("") == nullptr);
  CHECK(find_sql_type("BIGINT") == nullptr);
}
