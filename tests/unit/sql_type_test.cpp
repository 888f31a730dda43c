// Are values read and printed as the database does, and refused when it would refuse them?
#include "sim/sql_type.hpp"

#include "tests/catch.hpp"

using namespace keycost;

namespace {

std::string round_trip(SqlType type, std::string_view text) {
  std::string payload;
  const std::string problem = parse_value(type, text, payload);
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

TEST_CASE("types are found by either spelling") {
  CHECK(find_sql_type("int8") == &describe(SqlType::bigint));
  CHECK(find_sql_type("int") == find_sql_type("integer"));
  CHECK(find_sql_type("") == nullptr);
  CHECK(find_sql_type("BIGINT") == nullptr);
}
