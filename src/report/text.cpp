// The report for people at a terminal.
#include <algorithm>

#include <fmt/format.h>

#include "src/report/colour.hpp"
#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/quantities.hpp"
#include "src/report/verdict_text.hpp"

namespace keycost {

namespace {

constexpr std::size_t prose_width = 100;
constexpr std::size_t gap = 2;  // between columns

class TextWriter {
 public:
  explicit TextWriter(const ReportStyle& style) : style_(style) {}

  std::string write(std::span<const ScenarioReport> reports);

 private:
  void add_scenario(const ScenarioReport& report);
  void add_problems(const ScenarioReport& report);
  void add_heading(const ScenarioReport& report);
  void add_table(const QuantityTable& table);
  void add_columns(const QuantityTable& table, std::size_t first, std::size_t last,
                   const std::vector<std::size_t>& widths, std::size_t label_width);
  void add_expectations(const ScenarioReport& report);
  void add_reasons(const Expectation& expectation);
  void add_explanation(const ScenarioReport& report);
  void add_prose(std::string_view text, std::size_t indent);
  std::string shown(std::string_view text) const { return printable(text, style_.ascii); }
  std::string bold(const std::string& text) const { return coloured(text, Colour::bold, style_.colour); }

  const ReportStyle& style_;
  std::string text_;
};

std::string TextWriter::write(std::span<const ScenarioReport> reports) {
  for (const ScenarioReport& report : reports) {
    if (!text_.empty()) text_ += "\n";
    add_scenario(report);
  }
  text_ += "\n";
  add_prose(
      "1 kB is 1,024 bytes and 1 MB 1,024 kB, as pg_size_pretty prints. "
      "`keycost explain NAME` says what a quantity means; -o json has all of them.",
      0);
  return std::move(text_);
}

void TextWriter::add_scenario(const ScenarioReport& report) {
  add_heading(report);
  if (!report.problems.empty()) return add_problems(report);
  for (const QuantityTable& table : quantity_tables(report)) add_table(table);
  add_expectations(report);
  add_explanation(report);
}

void TextWriter::add_problems(const ScenarioReport& report) {
  for (const Problem& problem : report.problems)
    text_ += fmt::format("could not be run: {}\n", shown(problem.text()));
}

void TextWriter::add_heading(const ScenarioReport& report) {
  if (!report.scenario) {
    text_ += bold(shown(report.name())) + "\n";
    return;
  }
  const ScenarioFile& file = *report.scenario;
  text_ += bold(shown(file.title.empty() ? file.name : file.title)) + "\n";
  if (!file.question.empty()) add_prose(file.question, 0);
  if (!file.predict.empty()) add_prose("Predict: " + file.predict, 0);
  text_ += shown(fmt::format("scenario {} · engine {} · {}", file.name, file.scenario.engine,
                             report.seeds_text())) +
           "\n";
}

/// In as many blocks of columns as the terminal's width asks for; each repeats the labels.
void TextWriter::add_table(const QuantityTable& table) {
  std::size_t label_width = display_width(shown(table.step));
  for (const auto& row : table.rows) label_width = std::max(label_width, display_width(row.label));
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    std::size_t width = display_width(shown(table.columns[column]));
    for (const auto& row : table.rows) width = std::max(width, display_width(shown(row.cells[column])));
    widths.push_back(width);
  }
  for (std::size_t first = 0; first < widths.size();) {
    std::size_t last = first;
    std::size_t total = label_width;
    const auto fits = [&] {
      return style_.width == 0 || total + gap + widths[last] <= style_.width || last == first;
    };
    while (last < widths.size() && fits()) total += gap + widths[last++];
    add_columns(table, first, last, widths, label_width);
    first = last;
  }
}

void TextWriter::add_columns(const QuantityTable& table, std::size_t first, std::size_t last,
                             const std::vector<std::size_t>& widths, std::size_t label_width) {
  const auto cell = [&](const std::string& text, std::size_t column) {
    return std::string(gap, ' ') + padded_left(shown(text), widths[column]);
  };
  std::string head = padded_right(shown(table.step), label_width);
  for (std::size_t column = first; column < last; ++column) head += cell(table.columns[column], column);
  text_ += fmt::format("\n{}\n", bold(head));
  for (const auto& row : table.rows) {
    text_ += padded_right(shown(row.label), label_width);
    for (std::size_t column = first; column < last; ++column) text_ += cell(row.cells[column], column);
    text_ += "\n";
  }
}

void TextWriter::add_expectations(const ScenarioReport& report) {
  if (report.verdicts.empty() && report.skipped.empty()) return;
  text_ += fmt::format("\n{}\n", bold("expectations"));
  for (const Verdict& verdict : report.verdicts) {
    text_ +=
        fmt::format("{} {}\n", verdict_mark(verdict.outcome, style_), verdict_line(verdict, style_.ascii));
    add_reasons(*verdict.expectation);
  }
  for (const SkippedExpectation& skipped : report.skipped) {
    text_ += fmt::format("{} {}: skipped, {}\n", style_.ascii ? "-     " : "–",
                         shown(skipped.expectation->value.text()), shown(skipped.reason));
  }
  text_ += counts_text(count_outcomes({&report, 1})) + "\n";
}

void TextWriter::add_reasons(const Expectation& expectation) {
  const std::size_t indent = style_.ascii ? 7 : 2;
  for (const std::string& line : reason_lines(expectation)) add_prose(line, indent);
}

void TextWriter::add_explanation(const ScenarioReport& report) {
  if (report.scenario->explanation.empty()) return;
  text_ += fmt::format("\n{}\n", bold("why"));
  for (const std::string& paragraph : report.scenario->explanation) add_prose(paragraph, 0);
}

void TextWriter::add_prose(std::string_view text, std::size_t indent) {
  const std::size_t width = style_.width == 0 ? prose_width : std::min(style_.width, prose_width);
  text_ += wrapped(shown(text), width, indent);
}

}  // namespace

std::string write_text_report(std::span<const ScenarioReport> reports, const ReportStyle& style) {
  return TextWriter(style).write(reports);
}

}  // namespace keycost
