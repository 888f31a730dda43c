#include "src/report/statements.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/decimal.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

StatementOutcome outcome_of(const Verdict* verdict) {
  if (verdict == nullptr) return StatementOutcome::not_run;
  if (verdict->outcome != Outcome::held) return StatementOutcome::failed;
  return verdict->expectation->contradicts() ? StatementOutcome::contradicted : StatementOutcome::held;
}

StatementRow statement_row(const ScenarioReport& report, const Expectation& expectation,
                           const Verdict* verdict) {
  const std::string& source = expectation.source.empty() ? report.scenario->source : expectation.source;
  const std::size_t comma = source.find(", ");
  StatementRow row;
  row.document = source.substr(0, comma);
  if (comma != std::string::npos) row.place = source.substr(comma + 2);
  row.scenario = report.name();
  row.expectation = &expectation;
  row.verdict = verdict;
  row.outcome = outcome_of(verdict);
  return row;
}

void add_rows(const ScenarioReport& report, std::vector<StatementRow>& rows) {
  for (const Verdict& verdict : report.verdicts) {
    if (verdict.expectation->stated.is_given())
      rows.push_back(statement_row(report, *verdict.expectation, &verdict));
  }
  // A scenario that could not be run has no verdicts, but its document still states what it states.
  if (report.problems.empty() || report.scenario == nullptr) return;
  for (const Expectation& expectation : report.scenario->expectations) {
    if (expectation.stated.is_given()) rows.push_back(statement_row(report, expectation, nullptr));
  }
}

}  // namespace

std::vector<StatementRow> statement_rows(std::span<const ScenarioReport> reports) {
  std::vector<StatementRow> found;
  for (const ScenarioReport& report : reports) add_rows(report, found);
  std::vector<std::string> documents;
  for (const StatementRow& row : found) {
    if (std::ranges::find(documents, row.document) == documents.end()) documents.push_back(row.document);
  }
  std::vector<StatementRow> grouped;
  for (const std::string& document : documents) {
    for (const StatementRow& row : found) {
      if (row.document == document) grouped.push_back(row);
    }
  }
  return grouped;
}

std::string simulated_text(const Verdict& verdict) {
  const double value = verdict.value.value_or(0);
  if (std::trunc(value) == value) return full_precision_with_thousands(value);
  const double shortened = parse_decimal(fmt::format("{:.5e}", value)).value_or(value);
  const Interval accepted{verdict.lowest, verdict.highest};
  const bool same_side = accepted.contains(shortened) == accepted.contains(value);
  return full_precision_with_thousands(same_side ? shortened : value);
}

}  // namespace keycost
