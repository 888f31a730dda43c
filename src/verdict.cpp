#include "src/verdict.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace keycost {

namespace {

/// The expression's value from one seed's tables; without one, says why in `verdict` and gives nothing.
std::optional<double> value_from(const std::vector<TableResult>& tables, Verdict& verdict) {
  const ExpressionValue value = verdict.expectation->value.evaluate(tables);
  // A division by zero gives infinity, which would pass any "min": there is no number to compare.
  if (value.number && std::isfinite(*value.number)) return value.number;
  verdict.missing = value.missing.empty() ? "the expression has no finite value" : value.missing;
  return std::nullopt;
}

/// The value of every replicate, in their order, or nothing if one has none.
std::vector<double> replicate_values(const ScenarioResult& result, Verdict& verdict) {
  std::vector<double> values;
  for (const Replicate& replicate : result.replicates) {
    const std::optional<double> value = value_from(replicate.tables, verdict);
    if (!value) {
      verdict.seed = replicate.seed;
      return {};
    }
    values.push_back(*value);
  }
  if (!values.empty()) return values;
  if (const std::optional<double> value = value_from(result.tables, verdict)) values.push_back(*value);
  return values;
}

void compare(double value, const Interval& accepted, Verdict& verdict) {
  const bool contradicts = verdict.expectation->contradicts();
  const double depth = std::min(value - accepted.lowest, accepted.highest - value);
  verdict.value = value;
  verdict.lowest = accepted.lowest;
  verdict.highest = accepted.highest;
  verdict.margin = contradicts ? -depth : depth;
  verdict.outcome = accepted.contains(value) != contradicts ? Outcome::held : Outcome::failed;
}

void compare_mean(const std::vector<double>& values, Verdict& verdict) {
  const Bound& bound = verdict.expectation->bound;
  const Spread spread = spread_of(values);
  if (!bound.band->sd && spread.count < replicates_for_a_band) {
    verdict.missing = fmt::format("a band without \"sd\" needs at least {} replicates, there {} {}",
                                  replicates_for_a_band, spread.count == 1 ? "is" : "are", spread.count);
    return;
  }
  verdict.sd = bound.band->sd.value_or(spread.sd);
  compare(spread.mean, accepted_interval(bound, verdict.sd, spread.count), verdict);
}

void compare_each(const std::vector<double>& values, const ScenarioResult& result, Verdict& verdict) {
  const Interval accepted = accepted_interval(verdict.expectation->bound);
  const auto margin_of = [&](double value) {
    compare(value, accepted, verdict);
    return verdict.margin;
  };
  const auto worst = std::ranges::min_element(values, {}, margin_of);
  compare(*worst, accepted, verdict);
  if (values.size() > 1)
    verdict.seed = result.replicates[static_cast<std::size_t>(worst - values.begin())].seed;
}

}  // namespace

Verdict judge(const Expectation& expectation, const ScenarioResult& result) {
  Verdict verdict;
  verdict.expectation = &expectation;
  const Interval accepted = accepted_interval(expectation.bound);
  verdict.lowest = accepted.lowest;
  verdict.highest = accepted.highest;
  const std::vector<double> values = replicate_values(result, verdict);
  if (values.empty()) return verdict;
  if (values.size() > 1) verdict.spread = spread_of(values);
  if (expectation.bound.band) {
    compare_mean(values, verdict);
  } else {
    compare_each(values, result, verdict);
  }
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
