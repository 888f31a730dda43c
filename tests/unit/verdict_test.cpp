// Does an expectation hold exactly when its value lies in the accepted interval, both ends included, and
// never otherwise?
#include <cmath>
#include <limits>
#include <string>

#include "src/verdict.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

/// `value` is a number or an expression over the sample's tables; `bound` is written as in a scenario. The
/// factor is 1: an expression without a result in it is refused, since it says nothing.
Verdict judged(const std::string& value, const std::string& bound) {
  std::string text = test::sample_scenario;
  text.resize(text.find("\"expect\""));
  text += "\"expect\": [{\"value\": \"(" + value + ") * a.first.buffers.read\", " + bound + "}]}";
  static ScenarioFile file;  // outlives the verdict, which points into it
  file = decode_scenario("sample.json", text);
  return judge(file.expectations.at(0), test::sample_result());
}

Outcome outcome(const std::string& value, const std::string& bound) {
  return judged(value, bound).outcome;
}

TEST_CASE("the ends of the accepted interval are included, one unit in the last place beyond them is not") {
  CHECK(outcome("3", "\"min\": 3") == Outcome::held);
  CHECK(outcome("3", "\"min\": 3.0000000000000004") == Outcome::failed);
  CHECK(outcome("3", "\"max\": 3") == Outcome::held);
  CHECK(outcome("3", "\"max\": 2.9999999999999996") == Outcome::failed);
  CHECK(outcome("3", "\"equals\": 3") == Outcome::held);
  CHECK(outcome("3", "\"equals\": 3.0000000000000004") == Outcome::failed);
  CHECK(outcome("3", "\"equals\": 2.9999999999999996") == Outcome::failed);
}

TEST_CASE("near and within reach equally far to both sides, absolutely or as a share of |near|") {
  CHECK(outcome("97", "\"near\": 100, \"within\": 3") == Outcome::held);
  CHECK(outcome("103", "\"near\": 100, \"within\": 3") == Outcome::held);
  CHECK(outcome("96.999", "\"near\": 100, \"within\": 3") == Outcome::failed);
  CHECK(outcome("103.001", "\"near\": 100, \"within\": 3") == Outcome::failed);
  CHECK(outcome("194", "\"near\": 200, \"within\": \"3%\"") == Outcome::held);
  CHECK(outcome("206.001", "\"near\": 200, \"within\": \"3%\"") == Outcome::failed);
  CHECK(outcome("0 - 206", "\"near\": -200, \"within\": \"3%\"") == Outcome::held);
  CHECK(outcome("0 - 193", "\"near\": -200, \"within\": \"3%\"") == Outcome::failed);
}

TEST_CASE("an interval's ends are the decimal numbers that its writer means") {
  // In binary 0.7 + 0.1 is 0.7999999999999999.
  const Verdict verdict = judged("0.8", "\"near\": 0.7, \"within\": 0.1");
  CHECK(verdict.highest == 0.8);
  CHECK(verdict.outcome == Outcome::held);
}

TEST_CASE("the margin is the distance to the nearer end, negative outside") {
  CHECK(judged("4", "\"min\": 3").margin == 1);
  CHECK(judged("2", "\"min\": 3").margin == -1);
  CHECK(judged("98", "\"near\": 100, \"within\": 3").margin == 1);
  CHECK(judged("104", "\"near\": 100, \"within\": 3").margin == -1);
  CHECK(judged("5", "\"equals\": 5").margin == 0);
  CHECK(std::isinf(judged("4", "\"min\": 3").highest));
}

TEST_CASE("a value that does not exist holds no bound, not even one that is open") {
  const std::string density = "a.first.indexes.a_pkey.avg_leaf_density";
  CHECK(outcome(density, "\"min\": -1") == Outcome::missing);
  CHECK_FALSE(judged(density, "\"min\": -1").missing.empty());
  // 1/0 is above every "min"; it must not count as a value.
  CHECK(outcome("1 / (a.first.wal.fpi - 7)", "\"min\": 3") == Outcome::missing);
  CHECK_FALSE(judged("1 / (a.first.wal.fpi - 7)", "\"min\": 3").value.has_value());
  CHECK(outcome("1e308 * 10", "\"min\": 3") == Outcome::missing);
}

TEST_CASE("every expectation of the sample fails when it is flipped") {
  const ScenarioResult result = test::sample_result();
  const ScenarioFile file = decode_scenario("sample.json", test::sample_scenario);
  REQUIRE(judge(file.expectations[0], result).outcome == Outcome::held);
  CHECK(outcome(file.expectations[0].value.text(), "\"max\": 3") == Outcome::failed);
  REQUIRE(judge(file.expectations[1], result).outcome == Outcome::failed);
  CHECK(outcome(file.expectations[1].value.text(), "\"min\": 5") == Outcome::held);
}

TEST_CASE("one failure decides the whole, wherever it stands") {
  for (std::size_t position = 0; position < 3; ++position) {
    for (const Outcome bad : {Outcome::failed, Outcome::missing}) {
      std::vector<Verdict> verdicts(3);
      for (Verdict& verdict : verdicts) verdict.outcome = Outcome::held;
      REQUIRE(all_held(verdicts));
      verdicts[position].outcome = bad;
      CHECK_FALSE(all_held(verdicts));
    }
  }
}

}  // namespace
}  // namespace keycost
