// The report for people, in Markdown as GitHub renders it.
#include <algorithm>

#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/quantities.hpp"
#include "src/report/verdict_text.hpp"

namespace keycost {

namespace {

/// Text that Markdown must not read as markup, a table's border or HTML.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char character : printable(text, false)) {
    if (std::string_view("\\`*_[]<>|#&~").find(character) != std::string_view::npos) result += '\\';
    result += character;
  }
  return result;
}

/// A code span inside a table. The pipe needs its backslash there too; backquotes inside need a longer fence.
std::string code(std::string_view text) {
  std::string content;
  for (const char character : printable(text, false)) {
    if (character == '|') content += '\\';
    content += character;
  }
  const bool has_backquote = content.find('`') != std::string::npos;
  return has_backquote ? fmt::format("`` {} ``", content) : fmt::format("`{}`", content);
}

std::string table_text(const QuantityTable& table) {
  std::string head = fmt::format("| {} |", escaped(table.step));
  std::string rule = "|---|";
  for (const std::string& column : table.columns) {
    head += fmt::format(" {} |", escaped(column));
    rule += "---:|";
  }
  std::string text = fmt::format("\n{}\n{}\n", head, rule);
  for (const auto& row : table.rows) {
    text += fmt::format("| {} |", escaped(row.label));
    for (const std::string& cell : row.cells) text += fmt::format(" {} |", cell);
    text += "\n";
  }
  return text;
}

std::string reasons(const Expectation& expectation) {
  const bool has_both = !expectation.because.empty() && !expectation.source.empty();
  return escaped(expectation.because) + (has_both ? "; " : "") + escaped(expectation.source);
}

std::string expectations_text(const ScenarioReport& report) {
  if (report.verdicts.empty() && report.skipped.empty()) return "";
  std::string text = "\n| | expectation | value | bound | | because |\n|---|---|---:|---|---|---|\n";
  for (const Verdict& verdict : report.verdicts) {
    const std::string mark =
        verdict.outcome == Outcome::held ? "✓" : "✗ **" + outcome_word(verdict.outcome) + "**";
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", mark, code(verdict.expectation->value.text()),
                        escaped(value_text(verdict, false)), bound_text(verdict, false), margin_text(verdict),
                        reasons(*verdict.expectation));
  }
  for (const SkippedExpectation& skipped : report.skipped) {
    text += fmt::format("| – skipped | {} | | | {} | {} |\n", code(skipped.expectation->value.text()),
                        escaped(skipped.reason), reasons(*skipped.expectation));
  }
  return text + "\n" + counts_text(count_outcomes({&report, 1})) + "\n";
}

std::string heading_text(const ScenarioReport& report) {
  if (!report.scenario) return fmt::format("## {}\n", escaped(report.name()));
  const ScenarioFile& file = *report.scenario;
  std::string text = fmt::format("## {}\n", escaped(file.title.empty() ? file.name : file.title));
  if (!file.question.empty()) text += fmt::format("\n{}\n", escaped(file.question));
  return text + fmt::format("\nscenario {} · engine {} · seed {}\n", code(file.name),
                            escaped(file.scenario.engine),
                            report.problems.empty() ? report.result.seed : file.scenario.seed);
}

}  // namespace

std::string write_markdown_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string text;
  for (const ScenarioReport& report : reports) {
    if (!text.empty()) text += "\n";
    text += heading_text(report);
    for (const Problem& problem : report.problems) {
      text += fmt::format("\n**could not be run**: {}\n", escaped(problem.text()));
    }
    if (!report.problems.empty()) continue;
    for (const QuantityTable& table : quantity_tables(report)) text += table_text(table);
    text += expectations_text(report);
  }
  return text;
}

}  // namespace keycost
