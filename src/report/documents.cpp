// Every line that a document states, beside what the simulation says: one table over all scenarios, in
// Markdown.
#include <algorithm>

#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/markdown_text.hpp"
#include "src/report/numbers.hpp"
#include "src/report/statements.hpp"
#include "src/report/verdict_text.hpp"

namespace keycost {

namespace {

std::string verdict_cell(const Verdict& verdict) {
  const std::string& reason = verdict.expectation->stated.contradicts;
  if (verdict.outcome == Outcome::missing) return "✗ **no value**: " + escaped_markdown(verdict.missing);
  if (verdict.outcome == Outcome::failed) return "✗ **failed**, " + escaped_markdown(margin_text(verdict));
  if (verdict.expectation->contradicts()) return "≠ contradicted: " + escaped_markdown(reason);
  return "✓ held";
}

std::string row_text(const StatementRow& row) {
  const Expectation& expectation = *row.expectation;
  const std::string verdict = row.verdict == nullptr ? "✗ **could not be run**" : verdict_cell(*row.verdict);
  return fmt::format(
      "| {} | {} | {} | {} | {} | {} | {} |\n", escaped_markdown(row.document), escaped_markdown(row.place),
      markdown_code(row.scenario), markdown_code(expectation.value.text()),
      escaped_markdown(stated_text(expectation.stated)),
      row.verdict == nullptr || !row.verdict->value ? "–" : simulated_text(*row.verdict), verdict);
}

std::string counts_line(const std::vector<StatementRow>& rows) {
  const auto count = [&rows](StatementOutcome outcome) {
    return static_cast<std::size_t>(std::ranges::count(rows, outcome, &StatementRow::outcome));
  };
  std::string text = fmt::format(
      "{}: {} held, {} contradicted with a reason", counted(rows.size(), "stated line"),
      with_thousands(count(StatementOutcome::held)), with_thousands(count(StatementOutcome::contradicted)));
  if (const std::size_t failed = count(StatementOutcome::failed)) text += fmt::format(", {} failed", failed);
  if (const std::size_t not_run = count(StatementOutcome::not_run))
    text += fmt::format(", {} could not be run", not_run);
  return text + "\n";
}

}  // namespace

std::string write_documents_markdown(std::span<const ScenarioReport> reports, const ReportStyle&) {
  const std::vector<StatementRow> rows = statement_rows(reports);
  std::string text = "## What the documents state, and what the simulation says\n\n";
  text +=
      "| document | table | scenario | value | stated | simulated | verdict "
      "|\n|---|---|---|---|---:|---:|---|\n";
  for (const StatementRow& row : rows) text += row_text(row);
  text += "\n" + counts_line(rows);
  for (const ScenarioReport& report : reports) {
    for (const Problem& problem : report.problems)
      text += fmt::format("\n**could not be run**: {}\n", escaped_markdown(problem.text()));
  }
  return text;
}

}  // namespace keycost
