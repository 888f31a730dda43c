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

/// The sample's result from `count` seeds; a.first.rows is `first`, `first` + 2, `first` + 4, …
ScenarioResult replicated_result(std::size_t count, std::uint64_t first) {
  ScenarioResult result = test::sample_result();
  for (std::size_t replicate = 0; replicate < count; ++replicate) {
    result.tables[0].steps[0].rows = first + 2 * replicate;
    result.replicates.push_back({100 + replicate, result.tables});
  }
  if (count > 0) result.tables = result.replicates.front().tables;
  return result;
}

Verdict judged_over_seeds(const std::string& bound, std::size_t count, std::uint64_t first) {
  std::string text = test::sample_scenario;
  text.resize(text.find("\"expect\""));
  text += "\"replicates\": 10, \"expect\": [{\"value\": \"a.first.rows\", " + bound + "}]}";
  static ScenarioFile file;  // outlives the verdict, which points into it
  file = decode_scenario("sample.json", text);
  return judge(file.expectations.at(0), replicated_result(count, first));
}

TEST_CASE("without a band every seed's value has to hold, and the one nearest to failing is told") {
  // 100, 102, … 118
  CHECK(judged_over_seeds("\"max\": 118", 10, 100).outcome == Outcome::held);
  const Verdict high = judged_over_seeds("\"max\": 117", 10, 100);
  CHECK(high.outcome == Outcome::failed);
  CHECK(high.value == 118);
  CHECK(high.seed == 109);
  const Verdict low = judged_over_seeds("\"min\": 101", 10, 100);
  CHECK(low.outcome == Outcome::failed);
  CHECK(low.value == 100);
  CHECK(low.seed == 100);
  CHECK(judged_over_seeds("\"equals\": 100", 10, 100).outcome == Outcome::failed);
  const Verdict middle = judged_over_seeds("\"near\": 110, \"within\": 10", 10, 100);
  CHECK(middle.outcome == Outcome::held);
  CHECK(middle.margin == 0);
  CHECK(middle.spread->mean == 109);
}

TEST_CASE("a contradiction has to hold for every seed too") {
  const std::string rest = ", \"stated\": 90, \"contradicts\": \"r\", \"source\": \"D, t\"";
  CHECK(judged_over_seeds("\"max\": 99" + rest, 10, 100).outcome == Outcome::held);
  CHECK(judged_over_seeds("\"max\": 100" + rest, 10, 100).outcome == Outcome::failed);
}

// Of 100, 102, … 118 the mean is 109 and the standard deviation √(330/9) = 6.0553007081949835.
TEST_CASE(
    "a band around one run's figure is so many s √(1 + 1/n) wide, around an expected value so many s/√n") {
  const Verdict one_run = judged_over_seeds("\"near\": 100, \"band\": \"2sd\"", 10, 100);
  CHECK(one_run.value == 109);
  CHECK_FALSE(one_run.seed.has_value());
  CHECK(one_run.lowest == 87.2983);  // 2 × 6.0553 × √1.1 = 12.7017
  CHECK(one_run.highest == 112.7017);
  CHECK(one_run.outcome == Outcome::held);
  const Verdict expected = judged_over_seeds("\"near\": 100, \"band\": \"2se\"", 10, 100);
  CHECK(expected.highest == 103.82971);  // 2 × 6.0553 / √10 = 3.82971
  CHECK(expected.outcome == Outcome::failed);
}

TEST_CASE("\"within\" and \"band\" add up") {
  CHECK(judged_over_seeds("\"near\": 100, \"within\": 0.5, \"band\": \"2se\"", 10, 100).highest == 104.32971);
}

TEST_CASE("a standard deviation known from elsewhere needs no replicates") {
  const Verdict one_run = judged_over_seeds("\"near\": 90, \"band\": \"2sd\", \"sd\": 5", 0, 0);
  CHECK(one_run.value == 1000);
  CHECK(one_run.highest == 104.1421);  // 2 × 5 × √2, of two single runs
  CHECK(judged_over_seeds("\"near\": 90, \"band\": \"2se\", \"sd\": 5", 0, 0).highest == 100);
  CHECK(judged_over_seeds("\"near\": 90, \"band\": \"2se\", \"sd\": 5", 4, 100).highest == 95);
}

TEST_CASE("a band of fewer replicates than it takes has no value") {
  const Verdict verdict = judged_over_seeds("\"near\": 109, \"band\": \"4sd\"", 9, 100);
  CHECK(verdict.outcome == Outcome::missing);
  CHECK(verdict.missing == "a band without \"sd\" needs at least 10 replicates, there are 9");
  CHECK(judged_over_seeds("\"near\": 109, \"band\": \"4sd\"", 0, 0).outcome == Outcome::missing);
}

TEST_CASE("one seed without a value leaves the whole without one, and is told") {
  std::string text = test::sample_scenario;
  text.resize(text.find("\"expect\""));
  text += "\"expect\": [{\"value\": \"1 / (a.first.rows - 104)\", \"min\": -5}]}";
  const ScenarioFile file = decode_scenario("sample.json", text);
  const Verdict verdict = judge(file.expectations.at(0), replicated_result(10, 100));
  CHECK(verdict.outcome == Outcome::missing);
  CHECK(verdict.seed == 102);
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
