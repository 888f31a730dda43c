#include "src/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace keycost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Interval {
  double lowest;
  double highest;
};

/// `number` at 15 significant digits. In binary 0.7 + 0.1 falls short of 0.8 by one unit in the last place;
/// whoever writes "near 0.7 within 0.1" means that 0.8 holds.
double as_written(double number) {
  // The program never sets a locale, so this reads the decimal point that fmt has written.
  return std::strtod(fmt::format("{:.15g}", number).c_str(), nullptr);
}

Interval accepted_interval(const Bound& bound) {
  switch (bound.kind) {
    case BoundKind::equals:
      return {bound.value, bound.value};
    case BoundKind::minimum:
      return {bound.value, infinity};
    case BoundKind::maximum:
      return {-infinity, bound.value};
    case BoundKind::near:
      break;
  }
  const double reach = bound.within_percent ? std::abs(bound.value) * bound.within / 100 : bound.within;
  return {as_written(bound.value - reach), as_written(bound.value + reach)};
}

}  // namespace

Verdict judge(const Expectation& expectation, const ScenarioResult& result) {
  Verdict verdict;
  verdict.expectation = &expectation;
  const auto [lowest, highest] = accepted_interval(expectation.bound);
  verdict.lowest = lowest;
  verdict.highest = highest;
  const ExpressionValue value = expectation.value.evaluate(result.tables);
  // A division by zero gives infinity, which would pass any "min": there is no number to compare.
  if (!value.number || !std::isfinite(*value.number)) {
    verdict.missing = value.missing.empty() ? "the expression has no finite value" : value.missing;
    return verdict;
  }
  verdict.value = value.number;
  verdict.margin = std::min(*value.number - lowest, highest - *value.number);
  const bool held = lowest <= *value.number && *value.number <= highest;
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
