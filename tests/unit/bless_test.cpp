// Does bless change the numbers of failed bounds, and not another byte; and does what it wrote hold?
#include <string>

#include "src/bless.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

/// The sample's tables with other expectations, laid out as a person does, with comments.
std::string scenario_with(const std::string& expect) {
  std::string text = test::sample_scenario;
  text.resize(text.find("\"expect\""));
  return text + "// what must hold\n  \"expect\": [\n" + expect + "\n  ] // \"min\": 3\n}\n";
}

struct Blessed {
  Blessing blessing;
  std::vector<Verdict> verdicts_after;
  ScenarioFile before;
  ScenarioFile after;
};

Blessed blessed(const std::string& text, const ScenarioResult& result = test::sample_result()) {
  Blessed blessed;
  blessed.before = decode_scenario("s.json", text);
  blessed.blessing = bless(text, blessed.before, judge_all(blessed.before, result));
  blessed.after = decode_scenario("s.json", blessed.blessing.text);
  blessed.verdicts_after = judge_all(blessed.after, result);
  return blessed;
}

TEST_CASE("every kind of bound that failed takes the measured number, and then holds") {
  const std::string text = scenario_with(
      R"(    {"value": "a.first.rows", "equals":  1 , "because": "1 row"}, // 1
    { "min" : 1e9,
      "value": "a.first.rows" },
    {"value": "a.first.rows", "max": -0.5},
    {"value": "a.first.rows / 3", "near": 3, "within": 0.001})");
  const Blessed result = blessed(text);
  CHECK(result.blessing.changed == 4);
  CHECK(result.blessing.left.empty());
  CHECK(all_held(result.verdicts_after));
  CHECK(result.blessing.text ==
        scenario_with(
            R"(    {"value": "a.first.rows", "equals":  1000 , "because": "1 row"}, // 1
    { "min" : 1000,
      "value": "a.first.rows" },
    {"value": "a.first.rows", "max": 1000},
    {"value": "a.first.rows / 3", "near": 333.3333333333333, "within": 0.001})"));
}

TEST_CASE("bounds that hold stay as they are, even where the measured number is another") {
  const std::string text = scenario_with(
      R"({"value": "a.first.rows", "min": 3}, {"value": "a.first.rows", "near": 990, "within": "2%"})");
  const Blessed result = blessed(text);
  CHECK(result.blessing.changed == 0);
  CHECK(result.blessing.text == text);
}

TEST_CASE("what a document states is not rewritten, nor what has no value") {
  const std::string text = scenario_with(
      R"({"value": "a.first.rows", "equals": 3, "stated": 3, "source": "D, t"},
    {"value": "a.first.rows", "equals": 1000, "stated": 1000, "contradicts": "r", "source": "D, t"},
    {"value": "a.first.indexes.a_pkey.avg_leaf_density", "min": 3},
    {"value": "a.first.rows - 1000", "near": 3, "within": "5%"},
    {"value": "a.first.rows", "equals": 4})");
  const Blessed result = blessed(text);
  CHECK(result.blessing.changed == 1);
  REQUIRE(result.blessing.left.size() == 4);
  CHECK(result.blessing.left[0].reason == "it is what a document states");
  CHECK(result.blessing.left[1].reason == "it is what a document states");
  CHECK(result.blessing.left[2].reason.find("it has no value: ") == 0);
  CHECK(result.blessing.left[3].reason == "its value is 0, and a percentage of 0 leaves no room");
  CHECK(result.verdicts_after[4].outcome == Outcome::held);
}

TEST_CASE("with replicates the number holds for every seed, or the bound is left") {
  ScenarioResult result = test::sample_result();
  for (const std::uint64_t rows : {100U, 110U, 104U}) {
    result.tables[0].steps[0].rows = rows;
    result.replicates.push_back({rows, result.tables});
  }
  const Blessed four = blessed(scenario_with(R"({"value": "a.first.rows", "min": 105},
    {"value": "a.first.rows", "max": 9},
    {"value": "a.first.rows", "near": 9, "within": 5},
    {"value": "a.first.rows", "equals": 104},
    {"value": "a.first.rows", "near": 9, "within": 4})"),
                               result);
  CHECK(four.blessing.changed == 4);
  REQUIRE(four.blessing.left.size() == 1);
  CHECK(four.blessing.left[0].expectation == 3);
  CHECK(four.after.expectations[0].bound.value == 100);
  CHECK(four.after.expectations[1].bound.value == 110);
  CHECK(four.after.expectations[2].bound.value == 105);
  CHECK(four.verdicts_after[2].outcome == Outcome::held);
  // 100 … 110 do not fit into ± 4 of anything.
  CHECK(four.verdicts_after[4].outcome == Outcome::failed);
}

TEST_CASE("changed lines are a unified difference without context, neighbours in one hunk") {
  CHECK(changed_lines("a b.json", "1\n2\n3\n4\n5", "1\n2x\n3x\n4\n5x") ==
        "--- a b.json\n+++ a b.json\n@@ -2,2 +2,2 @@\n-2\n-3\n+2x\n+3x\n@@ -5 +5 @@\n-5\n+5x\n");
  CHECK(changed_lines("a.json", "1\n2\n", "1\n2\n").empty());
}

}  // namespace
}  // namespace keycost
