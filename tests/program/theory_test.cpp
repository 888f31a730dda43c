// Does `theory` answer what it is asked, and refuse what has no answer? Does `selftest` hold, and say so?
#include <cmath>

#include <nlohmann/json.hpp>

#include "src/selftest/selftest.hpp"
#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"

namespace keycost {
namespace {

using namespace test;
using Json = nlohmann::json;

Json theory_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"theory", "-o", "json"});
  const ProgramOutput output = run_keycost(arguments);
  INFO(output.err);
  REQUIRE(output.status == 0);
  return Json::parse(output.out);
}

std::string refusal_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "theory");
  const ProgramOutput output = run_keycost(arguments);
  CHECK(output.status == 2);
  CHECK(output.out.empty());
  return output.err;
}

}  // namespace

TEST_CASE("theory gives the value at N, and the curve up to it") {
  const Json answer = theory_of({"-n", "700000"});
  CHECK(answer["page"]["rightmost_split"] == Json({261, 31}));
  CHECK(answer["steady_state"]["keys_per_leaf"] == Approx(201.205));
  CHECK(answer["modes"][0]["real"] == Approx(0.795176));
  const Json& last = answer["curve"].back();
  CHECK(last["keys"] == 700000);
  CHECK(last["leaf_pages"] == Approx(3580.65));
  CHECK(last["avg_leaf_density"] == Approx(67.49).margin(0.006));
  CHECK(answer["curve"].size() > 5);
}

TEST_CASE("theory knows other keys, other fillfactors, other rules") {
  CHECK(theory_of({"--key", "bigint"})["curve"].back()["leaf_pages"] == Approx(3740.04));
  CHECK(theory_of({"--key-bytes", "8"})["curve"].back()["leaf_pages"] == Approx(3740.04));
  CHECK(theory_of({"--fillfactor", "70"})["page"]["rightmost_split"][0] == 203);
  const Json own = theory_of({"--capacity", "5", "--left", "3"});
  CHECK(own["steady_state"]["keys_per_leaf"] == Approx(3.7));
  CHECK(own["page"].count("usable_bytes") == 0);
}

TEST_CASE("theory tells the waves behind a load, and that the stationary fill has none") {
  const Json waves = theory_of({"--loaded", "500000", "-n", "1000000"});
  CHECK(waves["first_wave"]["centre_growth"] == Approx(1.1152).margin(5e-5));
  CHECK(waves["curve"].back()["leaf_pages"] == Approx(3957).margin(1));
  const Json none = theory_of({"--loaded", "500000", "-n", "1000000", "--fill", "stationary"});
  for (const Json& point : none["curve"]) CHECK(point["occupancy"] == Approx(0.69381).margin(5e-6));
}

TEST_CASE("theory prints its curve as CSV") {
  const ProgramOutput output = run_keycost({"theory", "-n", "2000", "-o", "csv"});
  CHECK(output.status == 0);
  CHECK(output.out.find(
            "keys,leaf_pages,leaf_pages_sd,occupancy,avg_leaf_density,split_probability\n1000,5.00002,") == 0);
}

TEST_CASE("theory refuses what has no answer, and says what would be right") {
  CHECK(refusal_of({"--key", "text"}).find("--key-bytes") != std::string::npos);
  CHECK(refusal_of({"--key", "uiid"}).find("did you mean \"uuid\"") != std::string::npos);
  CHECK(refusal_of({"--left", "3"}).find("--capacity") != std::string::npos);
  CHECK(refusal_of({"--fill", "uniform"}).find("--loaded") != std::string::npos);
  CHECK(refusal_of({"--fill", "even", "--loaded", "10"}).find("\"uniform\"") != std::string::npos);
  CHECK(refusal_of({"--capacity", "9", "--loaded", "10"}).find("--fill") != std::string::npos);
  CHECK(refusal_of({"--key-bytes", "2690"}).find("too few keys") != std::string::npos);
  CHECK(refusal_of({"-o", "yaml"}).find("\"json\"") != std::string::npos);
}

TEST_CASE("selftest holds") {
  const ProgramOutput output = run_keycost({"selftest"});
  INFO(output.out);
  CHECK(output.status == 0);
  CHECK(output.out.find("✗") == std::string::npos);
}

TEST_CASE("selftest runs the checks that are named, in JSON too") {
  const ProgramOutput output = run_keycost({"selftest", "steady-state", "-o", "json"});
  CHECK(output.status == 0);
  const Json root = Json::parse(output.out);
  REQUIRE(root["checks"].size() == 1);
  CHECK(root["checks"][0]["lines"].size() == 12);
  CHECK(run_keycost({"selftest", "random-meen"}).err.find("random-mean") != std::string::npos);
}

TEST_CASE("a line of selftest fails as soon as it is off by more than allowed") {
  CHECK(CheckLine{"", 10, 12, 2, 0}.held());
  CHECK_FALSE(CheckLine{"", 10, 12.001, 2, 0}.held());
  CHECK_FALSE(CheckLine{"", 10, std::nan(""), 2, 0}.held());
}

}  // namespace keycost
