#include "src/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace keycost {

Verdict judge(const Expectation& expectation, const ScenarioResult& result) {
  Verdict verdict;
  verdict.expectation = &expectation;
  const Interval accepted = accepted_interval(expectation.bound);
  verdict.lowest = accepted.lowest;
  verdict.highest = accepted.highest;
  const ExpressionValue value = expectation.value.evaluate(result.tables);
  // A division by zero gives infinity, which would pass any "min": there is no number to compare.
  if (!value.number || !std::isfinite(*value.number)) {
    verdict.missing = value.missing.empty() ? "the expression has no finite value" : value.missing;
    return verdict;
  }
  verdict.value = value.number;
  const bool inside = accepted.contains(*value.number);
  const double depth = std::min(*value.number - accepted.lowest, accepted.highest - *value.number);
  const bool held = inside != expectation.contradicts();
  verdict.margin = expectation.contradicts() ? -depth : depth;
  verdict.outcome = held ? Outcome::held : Outcome::failed;
  return verdict;
}

std::vector<Verdict> judge_all(const ScenarioFile& scenario, const ScenarioResult& result) {
  std::vector<Verdict> verdicts;
  for (const Expectation& expectation : scenario.expectations) verdicts.push_back(judge(expectation, result));
  return verdicts;
}

bool all_held(const std::vector<Verdict>& verdicts) {
  return std::ranges::all_of(verdicts,
                             [](const Verdict& verdict) { return verdict.outcome == Outcome::held; });
}

}  // namespace keycost
