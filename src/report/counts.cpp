#include "src/report/counts.hpp"

#include <fmt/format.h>

#include "src/report/numbers.hpp"

namespace keycost {

OutcomeCounts count_outcomes(std::span<const ScenarioReport> reports) {
  OutcomeCounts counts;
  for (const ScenarioReport& report : reports) {
    ++counts.scenarios;
    if (!report.problems.empty()) ++counts.not_run;
    counts.skipped += report.skipped.size();
    for (const Verdict& verdict : report.verdicts) {
      if (verdict.outcome == Outcome::held) ++counts.held;
      if (verdict.outcome == Outcome::failed) ++counts.failed;
      if (verdict.outcome == Outcome::missing) ++counts.missing;
    }
  }
  return counts;
}

std::string counts_text(const OutcomeCounts& counts) {
  std::string text = fmt::format("{}: {} held", counted(counts.judged() + counts.skipped, "expectation"),
                                 with_thousands(counts.held));
  if (counts.failed > 0) text += fmt::format(", {} failed", with_thousands(counts.failed));
  if (counts.missing > 0) text += fmt::format(", {} without a value", with_thousands(counts.missing));
  if (counts.skipped > 0) text += fmt::format(", {} skipped", with_thousands(counts.skipped));
  if (counts.not_run > 0) text += fmt::format(", {} could not be run", counted(counts.not_run, "scenario"));
  return text;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_thousands(count), noun, count == 1 ? "" : "s");
}

}  // namespace keycost
