// Does inspect read every format, tell ambiguous ids from plain ones, and refuse what is none in words that
// help?
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/ids/format.hpp"
#include "src/command/id_estimates.hpp"
#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"

namespace keycost {
namespace {

using namespace test;
using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Json inspected(const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"inspect", "-o", "json"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const ProgramOutput output = run_keycost(all);
  INFO(output.err);
  REQUIRE(output.status == 0);
  return Json::parse(output.out);
}

std::vector<std::string> formats_of(const std::string& id) {
  std::vector<std::string> names;
  const Json document = inspected({id});
  for (const Json& candidate : document["ids"][0]["candidates"]) names.push_back(candidate["format"]);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("inspect knows an id by its looks") {
  CHECK(formats_of("42") == Names{"sequence"});
  CHECK(formats_of("919108f7-52d1-4320-9bac-f847db4148a8") == Names{"uuidv4"});
  CHECK(formats_of("017F22E2-79B0-7CC3-98C4-DC0C0C07398F") == Names{"uuidv7"});
  CHECK(formats_of("C232AB00-9414-11EC-B3C8-9F6BDECED846") == Names{"uuidv1"});
  CHECK(formats_of("1EC9414C-232A-6B00-B3C8-9F6BDECED846") == Names{"uuidv6"});
  CHECK(formats_of("5df41881-3aed-3515-88a7-2f4a814cf09e") == Names{"uuid"});
  CHECK(formats_of("\\x11ec9414c232ab00b3c89f6bdeced846") == Names{"uuid-swapped", "ulid-as-uuid"});
  CHECK(formats_of("01ARZ3NDEKTSV4RRFFQ69G5FAV") == Names{"ulid"});
  CHECK(formats_of("0ujtsYcgvSTl8PAuAdqWYSMnLOv") == Names{"ksuid"});
  CHECK(formats_of("prj_01h455vb4pex5vsknk084sn02q") == Names{"typeid"});
  CHECK(formats_of("V1StGXR8_Z5jdHi6B-myT") == Names{"nanoid"});
  CHECK(formats_of("09AZaz_-_-_-_-_-_-_-_") == Names{"nanoid"});
  CHECK(formats_of("86Rf07") == Names{"sqids"});
}

TEST_CASE("inspect lists every format that an ambiguous id can be") {
  CHECK(formats_of("1541815603606036480") == Names{"snowflake-pgedge", "snowflake-twitter"});
  // 32 digits that are a uuid of version 1 either way round, and one in base32 that is of version 7.
  CHECK(formats_of("01h455vb4pex5vsknk084sn02q") == Names{"ulid", "typeid"});
  const std::string text = run_keycost({"inspect", "1541815603606036480"}).out;
  CHECK(contains(text, "can be any of 2 formats"));
  CHECK(contains(text, "2022-06-28 16:07:40.105+00"));
}

TEST_CASE("inspect tells what an id says and gives away") {
  const Json v7 = inspected({"01890a5d-ac96-774b-bcce-b302099a8057"})["ids"][0]["candidates"][0];
  CHECK(v7["fields"]["time"] == "2023-06-30 03:34:18.518+00");
  CHECK(v7["unix_us"] == 1688096058518000);
  CHECK(v7["leaks"] == "when it was made");
  const Json v1 = inspected({"C232AB00-9414-11EC-B3C8-9F6BDECED846"})["ids"][0]["candidates"][0];
  CHECK(v1["fields"]["time"] == "2022-02-22 19:22:22+00");
  CHECK(v1["fields"]["node"] == "9f:6b:de:ce:d8:46 (drawn at random: its multicast bit is set)");
  CHECK(v1["fields"]["clock sequence"] == "13256");
  const Json ksuid = inspected({"0ujtsYcgvSTl8PAuAdqWYSMnLOv"})["ids"][0]["candidates"][0];
  CHECK(ksuid["fields"]["time"] == "2017-10-10 04:00:47+00");
  const Json tweet =
      inspected({"--as", "snowflake-twitter", "1541815603606036480"})["ids"][0]["candidates"][0];
  CHECK(tweet["fields"]["node"] == "378 (data centre 11, worker 26)");
  const Json id = inspected({"prj_01h455vb4pex5vsknk084sn02q"})["ids"][0]["candidates"][0];
  CHECK(id["fields"]["prefix"] == "prj");
  CHECK(id["fields"]["uuid"] == "01890a5d-ac96-774b-bcce-b302099a8057");
  const Json sqid = inspected({"86Rf07"})["ids"][0]["candidates"][0];
  CHECK(sqid["fields"]["numbers"] == "1, 2, 3");
}

TEST_CASE("inspect reads what keys prints") {
  const std::pair<std::string, std::string> streams[] = {
      {"identity", "sequence"}, {"uuidv1", "uuidv1"}, {"uuidv4", "uuidv4"},
      {"uuidv6", "uuidv6"},     {"uuidv7", "uuidv7"}, {"snowflake", "snowflake-pgedge"},
      {"nanoid", "nanoid"},     {"typeid", "typeid"}, {"sqids", "sqids"}};
  for (const auto& [stream, format] : streams) {
    INFO(stream);
    std::string id = run_keycost({"keys", stream, "-n", "1"}).out;
    id.pop_back();
    const Json read = inspected({"--as", format, "--", id});
    CHECK(read["ids"][0]["candidates"][0]["format"] == format);
    const Json document = inspected({"--", id});
    std::vector<std::string> names;
    for (const Json& candidate : document["ids"][0]["candidates"]) names.push_back(candidate["format"]);
    CHECK(std::find(names.begin(), names.end(), format) != names.end());
  }
  std::string ksuid = run_keycost({"keys", "ksuid", "-n", "1", "--type", "text"}).out;
  ksuid.pop_back();
  CHECK(formats_of(ksuid) == Names{"ksuid"});
}

TEST_CASE("inspect says which id is none, and why") {
  const auto refused = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"inspect"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramOutput output = run_keycost(all);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    return output.err;
  };
  CHECK(contains(
      refused({"42", "prj_8zzzzzzzzzzzzzzzzzzzzzzzzz"}),
      "id 2, \"prj_8zzzzzzzzzzzzzzzzzzzzzzzzz\" is no TypeID: the part after the prefix starts with '8'"));
  CHECK(contains(refused({"--as", "typeid", "PRJ_01h455vb4pex5vsknk084sn02q"}),
                 "character 1 of the prefix is none of a to z and _"));
  CHECK(contains(refused({"--as", "typeid", "01H455VB4PEX5VSKNK084SN02Q"}), "character 3"));
  CHECK(contains(refused({"--as", "uuidv7", "919108f7-52d1-4320-9bac-f847db4148a8"}),
                 "is a uuid of version 4, not 7: digit 13 says so"));
  CHECK(contains(refused({"--as", "uuidv4", "919108f7-52d1-4320-cbac-f847db4148a8"}),
                 "not of the RFC's variant: digit 17 is c, should be 8 to b"));
  CHECK(contains(refused({"--as", "ulid", "80000000000000000000000000"}),
                 "above 7 it would be more than 128 bits"));
  CHECK(contains(refused({"--as", "ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLO"}), "has 26 characters, needs 27"));
  CHECK(contains(refused({"99999999999999999999"}), "is not a whole number of 64 bits"));
  CHECK(contains(refused({"*"}), "character 1 is none of"));
  CHECK(contains(refused({"--as", "uuidv8", "1"}), "did you mean"));
  CHECK(contains(refused({}), "an ID is missing"));
  CHECK(contains(refused({"-o", "xml", "1"}), "text or json"));
  CHECK(contains(refused({"--apart", "60", "1"}), "--apart needs two ids that count"));
}

TEST_CASE("five numbers of a sequence give away how many there are, two how fast they come") {
  const Json five = inspected({"183289", "377266", "464367", "1188068", "1632355"});
  CHECK(five["conclusions"]["estimated_count"] == 1958825);
  CHECK(contains(run_keycost({"inspect", "183289", "377266", "464367", "1188068", "1632355"}).out,
                 "1,958,825"));
  const Json two = inspected({"--apart", "3600", "1000", "19000"});
  CHECK(two["conclusions"]["ids_per_second"] == 5.0);
  const Json times =
      inspected({"017f22e2-79b0-7000-8000-000000000000", "017f22e2-7d98-7000-8000-000000000000"});
  CHECK(times["conclusions"]["between_us"] == 1000000);
  CHECK(inspected({"--as", "sequence", "0"})["ids"][0]["candidates"][0]["number"] == 0);
  CHECK_FALSE(inspected({"--as", "sequence", "--", "-1"})["ids"][0]["candidates"][0].contains("number"));
  const std::uint64_t alone[] = {10};
  CHECK(estimated_count(alone) == 19);
}

TEST_CASE("how many random ids may be made: the published figures of NanoID") {
  CHECK(contains(run_keycost({"inspect", "--collisions", "8"}).out, "among 750 ids"));
  CHECK(contains(run_keycost({"inspect", "--collisions", "21"}).out, "among 4.12 × 10^14 ids"));
  CHECK(ids_at_one_in_a_billion(2, 122) == Approx(1.03e14).epsilon(0.01));  // UUIDv4
  CHECK(run_keycost({"inspect", "--collisions", "0"}).status == 2);
  CHECK(run_keycost({"inspect", "--collisions", "8", "--alphabet", "1"}).status == 2);
}

TEST_CASE("the table of formats is simulated: facts from the formats, figures from the model") {
  const ProgramOutput output = run_keycost({"inspect", "--formats", "--rows", "5000", "-o", "json"});
  REQUIRE(output.status == 0);
  const Json root = Json::parse(output.out);
  CHECK(root["rows"] == 5000);
  const auto line = [&](const std::string& format) {
    for (const Json& one : root["formats"]) {
      if (one["format"] == format) return one;
    }
    FAIL(format);
    return Json();
  };
  const Json v4 = line("UUIDv4: uuid");
  const Json v7 = line("UUIDv7, PostgreSQL 18: uuid");
  CHECK(v4["key_bytes"] == 16);
  CHECK(v7["largest_displacement"] == 0);
  CHECK(v4["largest_displacement"] > 4000);
  CHECK(v7["avg_leaf_density"] > v4["avg_leaf_density"]);
  CHECK(v4["wal_bytes_per_row_checkpointed"] > v7["wal_bytes_per_row_checkpointed"]);
  CHECK(line("UUIDv4: text")["key_bytes"] == 36);
  CHECK(line("KSUID: bytea")["key_bytes"] == 20);
  CHECK(line("TypeID, prefix prj: text")["key_bytes"] == 30);
  CHECK(line("NanoID: text")["leaks"] == "nothing");
  const ProgramOutput text = run_keycost({"inspect", "--formats", "--rows", "100"});
  CHECK(contains(text.out, "KSUID: bytea"));
  CHECK(contains(text.out, "100 rows in one statement"));
  CHECK(run_keycost({"inspect", "--formats", "--rows", "9"}).status == 2);
}

TEST_CASE("help names every format") {
  const std::string help = run_keycost({"inspect", "--help"}).out;
  for (const IdFormat& format : id_formats()) {
    INFO(format.name);
    CHECK(contains(help, std::string(format.name)));
  }
}

TEST_CASE("keys tells how far out of order they are") {
  const std::string text = run_keycost({"keys", "uuidv7", "-n", "5000", "--order-statistics", "--set",
                                        "within_ms=random", "--arrival", "rows_per_tick=500"})
                               .out;
  CHECK(contains(text, "keys                  5000\n"));
  CHECK(contains(text, "largest displacement  49"));
  CHECK(run_keycost({"keys", "uuidv7", "--arrival", "writers=3", "--set", "ids_per_ms=5"}).status == 2);
  CHECK(run_keycost({"keys", "uuidv7", "--arrival", "late_percent=3"}).status == 2);
  CHECK(run_keycost({"keys", "uuidv7", "--arrival", "turn=3"}).status == 2);
  CHECK(run_keycost({"keys", "counter", "-n", "4", "--arrival", "writers=2"}).out == "1\n2\n3\n4\n");
}

}  // namespace keycost
