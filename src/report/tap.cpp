// Expectations as TAP version 14 (https://testanything.org/tap-version-14-specification.html): one point an
// expectation, its numbers in a YAML block.
#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/verdict_text.hpp"

namespace keycost {

namespace {

/// '#' would start a directive, and a backslash escapes.
std::string description(std::string_view text) {
  std::string result;
  for (const char character : printable(text, false)) {
    if (character == '#' || character == '\\') result += '\\';
    result += character;
  }
  return result;
}

/// A double-quoted YAML scalar on one line.
std::string yaml(std::string_view text) {
  std::string result = "\"";
  for (const char character : printable(text, false)) {
    if (character == '"' || character == '\\') result += '\\';
    result += character;
  }
  return result + "\"";
}

std::string yaml_block(const ScenarioReport& report, const Verdict& verdict) {
  const Expectation& expectation = *verdict.expectation;
  std::string text = "  ---\n";
  text += fmt::format("  outcome: {}\n", outcome_word(verdict.outcome));
  if (verdict.value) {
    text += fmt::format("  value: {}\n", full_precision(*verdict.value));
    text += fmt::format("  margin: {}\n", full_precision(verdict.margin));
  } else {
    text += fmt::format("  missing: {}\n", yaml(verdict.missing));
  }
  text += fmt::format("  expected: {}\n", yaml(bound_text(verdict, false)));
  if (!expectation.because.empty()) text += fmt::format("  because: {}\n", yaml(expectation.because));
  if (expectation.stated.is_given())
    text += fmt::format("  stated: {}\n", yaml(stated_text(expectation.stated)));
  if (expectation.contradicts())
    text += fmt::format("  contradicts: {}\n", yaml(expectation.stated.contradicts));
  if (!expectation.source.empty()) text += fmt::format("  source: {}\n", yaml(expectation.source));
  text += fmt::format("  at: {}\n", yaml(fmt::format("{}:{}", report.path, expectation.position.line)));
  if (verdict.spread) {
    text += fmt::format("  replicates: {}\n  sd: {}\n", verdict.spread->count,
                        full_precision(verdict.spread->sd));
  }
  text += fmt::format("  seed: {}\n", verdict.seed.value_or(report.result.seed));
  return text + "  ...\n";
}

}  // namespace

std::string write_tap_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string points;
  std::size_t number = 0;
  for (const ScenarioReport& report : reports) {
    for (const Problem& problem : report.problems) {
      points += fmt::format("not ok {} - {}: can be run\n  ---\n  message: {}\n  ...\n", ++number,
                            description(report.name()), yaml(problem.text()));
    }
    for (const Verdict& verdict : report.verdicts) {
      points +=
          fmt::format("{} {} - {}: {} {}\n", verdict.outcome == Outcome::held ? "ok" : "not ok", ++number,
                      description(report.name()), description(verdict.expectation->value.text()),
                      description(bound_text(verdict, false)));
      points += yaml_block(report, verdict);
    }
    for (const SkippedExpectation& skipped : report.skipped) {
      points += fmt::format("ok {} - {}: {} # SKIP {}\n", ++number, description(report.name()),
                            description(skipped.expectation->value.text()), description(skipped.reason));
    }
  }
  return fmt::format("TAP version 14\n1..{}\n{}", number, points);
}

}  // namespace keycost
