// Does every scenario that is shipped hold, and would each of its expectations be seen to fail if the
// simulation said something else?
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "src/execute.hpp"
#include "src/report/verdict_text.hpp"
#include "src/scenario_file.hpp"
#include "src/verdict.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

/// `bound` moved so that it just leaves `value` out: above it or below it. Nothing where the bound has no end
/// there.
std::vector<Bound> just_beyond(const Bound& bound, const Verdict& verdict) {
  const double value = *verdict.value;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto moved_to = [&](double middle) {
    Bound moved = bound;
    moved.value = middle;
    return moved;
  };
  switch (bound.kind) {
    case BoundKind::minimum:
      return {moved_to(std::nextafter(value, infinity))};
    case BoundKind::maximum:
      return {moved_to(std::nextafter(value, -infinity))};
    case BoundKind::equals:
      return {moved_to(std::nextafter(value, infinity)), moved_to(std::nextafter(value, -infinity))};
    case BoundKind::near:
      break;
  }
  // Ends of intervals are rounded to 15 digits: a step that is sure to survive that.
  const double step = std::max(std::abs(value), 1.0) * 1e-9;
  const double reach = (verdict.highest - verdict.lowest) / 2 + step;
  std::vector<Bound> both{moved_to(value + reach), moved_to(value - reach)};
  for (Bound& moved : both) {
    // A percentage would widen as the middle moves.
    if (!moved.within_percent) continue;
    moved.within_percent = false;
    moved.within = std::abs(bound.value) * bound.within / 100;
  }
  return both;
}

void check_flipped(Expectation& expectation, const ScenarioResult& result) {
  const Verdict verdict = judge(expectation, result);
  CAPTURE(verdict_line(verdict, false));
  REQUIRE(verdict.outcome == Outcome::held);
  const Bound bound = expectation.bound;
  const std::string contradicts = expectation.stated.contradicts;

  // The statement inverted: what holds inside fails outside, and the other way round.
  expectation.stated.contradicts = contradicts.empty() ? "flipped" : "";
  CHECK(judge(expectation, result).outcome == Outcome::failed);
  expectation.stated.contradicts = contradicts;

  if (!expectation.contradicts()) {
    for (const Bound& moved : just_beyond(bound, verdict)) {
      expectation.bound = moved;
      CHECK(judge(expectation, result).outcome == Outcome::failed);
    }
    expectation.bound = bound;
  }
  REQUIRE(judge(expectation, result).outcome == Outcome::held);
}

TEST_CASE("every shipped expectation holds, and fails when it is inverted or moved just beyond its value") {
  const std::vector<std::string> paths = find_scenarios(KEYCOST_SOURCE_DIR "/scenarios");
  REQUIRE(paths.size() >= 3);
  for (const std::string& path : paths) {
    CAPTURE(path);
    ScenarioFile file = load_scenario(path);
    REQUIRE_FALSE(file.expectations.empty());
    const ScenarioResult result = execute(file, {});
    for (Expectation& expectation : file.expectations) check_flipped(expectation, result);
  }
}

TEST_CASE("every shipped expectation says why it must hold, or what it is taken from") {
  for (const std::string& path : find_scenarios(KEYCOST_SOURCE_DIR "/scenarios")) {
    CAPTURE(path);
    const ScenarioFile file = load_scenario(path);
    CHECK_FALSE(file.question.empty());
    CHECK_FALSE(file.source.empty());
    for (const Expectation& expectation : file.expectations) {
      CAPTURE(expectation.value.text());
      CHECK((!expectation.because.empty() || expectation.contradicts()));
    }
  }
}

}  // namespace
}  // namespace keycost
