// The report for people, in Markdown as GitHub renders it.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/markdown_text.hpp"
#include "src/report/quantities.hpp"
#include "src/report/verdict_text.hpp"

namespace keycost {

namespace {

std::string table_text(const QuantityTable& table) {
  std::string head = fmt::format("| {} |", escaped_markdown(table.step));
  std::string rule = "|---|";
  for (const std::string& column : table.columns) {
    head += fmt::format(" {} |", escaped_markdown(column));
    rule += "---:|";
  }
  std::string text = fmt::format("\n{}\n{}\n", head, rule);
  for (const auto& row : table.rows) {
    text += fmt::format("| {} |", escaped_markdown(row.label));
    for (const std::string& cell : row.cells) text += fmt::format(" {} |", cell);
    text += "\n";
  }
  return text;
}

std::string reasons(const Expectation& expectation) {
  std::vector<std::string> parts;
  const Statement& stated = expectation.stated;
  if (!expectation.because.empty()) parts.push_back(expectation.because);
  if (stated.is_given()) parts.push_back("stated: " + stated_text(stated));
  if (expectation.contradicts()) parts.push_back("contradicts it: " + stated.contradicts);
  if (!expectation.source.empty()) parts.push_back(expectation.source);
  return escaped_markdown(fmt::format("{}", fmt::join(parts, "; ")));
}

std::string expectations_text(const ScenarioReport& report) {
  if (report.verdicts.empty() && report.skipped.empty()) return "";
  std::string text = "\n| | expectation | value | bound | | because |\n|---|---|---:|---|---|---|\n";
  for (const Verdict& verdict : report.verdicts) {
    const std::string mark =
        verdict.outcome == Outcome::held ? "✓" : "✗ **" + outcome_word(verdict.outcome) + "**";
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", mark,
                        markdown_code(verdict.expectation->value.text()),
                        escaped_markdown(value_text(verdict, false)), bound_text(verdict, false),
                        margin_text(verdict), reasons(*verdict.expectation));
  }
  for (const SkippedExpectation& skipped : report.skipped) {
    text +=
        fmt::format("| – skipped | {} | | | {} | {} |\n", markdown_code(skipped.expectation->value.text()),
                    escaped_markdown(skipped.reason), reasons(*skipped.expectation));
  }
  return text + "\n" + counts_text(count_outcomes({&report, 1})) + "\n";
}

std::string heading_text(const ScenarioReport& report) {
  if (!report.scenario) return fmt::format("## {}\n", escaped_markdown(report.name()));
  const ScenarioFile& file = *report.scenario;
  std::string text = fmt::format("## {}\n", escaped_markdown(file.title.empty() ? file.name : file.title));
  if (!file.question.empty()) text += fmt::format("\n{}\n", escaped_markdown(file.question));
  if (!file.predict.empty()) text += fmt::format("\n**Predict:** {}\n", escaped_markdown(file.predict));
  return text + fmt::format("\nscenario {} · engine {} · {}\n", markdown_code(file.name),
                            escaped_markdown(file.scenario.engine), report.seeds_text());
}

}  // namespace

std::string write_markdown_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string text;
  for (const ScenarioReport& report : reports) {
    if (!text.empty()) text += "\n";
    text += heading_text(report);
    for (const Problem& problem : report.problems) {
      text += fmt::format("\n**could not be run**: {}\n", escaped_markdown(problem.text()));
    }
    if (!report.problems.empty()) continue;
    for (const QuantityTable& table : quantity_tables(report)) text += table_text(table);
    text += expectations_text(report);
    for (const std::string& paragraph : report.scenario->explanation)
      text += fmt::format("\n{}\n", escaped_markdown(paragraph));
  }
  return text;
}

}  // namespace keycost
