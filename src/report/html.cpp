// A page about each run, to hand to somebody or to print: nothing in it runs, and nothing is fetched.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/decode/option_value_text.hpp"
#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/quantities.hpp"
#include "src/report/svg_figure.hpp"
#include "src/report/verdict_text.hpp"
#include "src/report/xml_text.hpp"

namespace keycost {

namespace {

constexpr std::string_view page_style = R"(:root{color-scheme:light dark}
body{margin:2rem auto;max-width:62rem;padding:0 1rem;font:1rem/1.45 system-ui,"DejaVu Sans",Arial,sans-serif;color:#1b1b1b;background:#fff}
h1{font-size:1.5rem;line-height:1.2}
h2,h3{font-size:1.15rem;margin-top:2rem}
figure{margin:1.5rem 0;overflow-x:auto}
figure svg{max-width:100%;height:auto}
table{border-collapse:collapse;margin:1.2rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.2rem .6rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}
thead th{border-bottom:2px solid #555}
tbody th{font-weight:400}
.number{text-align:right;white-space:nowrap}
.scroll{overflow-x:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
pre,code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.85rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid #ccc;padding-left:.8rem}
.failed{font-weight:700}
.reason{display:block;color:#555}
@media screen and (prefers-color-scheme:dark){
body{color:#eee;background:#16181c}
th,td{border-bottom-color:#3c4048}
thead th{border-bottom-color:#b5b5b5}
pre{border-left-color:#3c4048}
.reason{color:#b5b5b5}
}
@media print{
body{margin:0;max-width:none;padding:0;font-size:9.5pt}
figure,tr{break-inside:avoid}
h2,caption{break-after:avoid}
.scroll,figure{overflow-x:visible}
}
)";

/// Where a report stands on the page.
struct Place {
  std::size_t number = 1;  ///< of the report, from 1
  int level = 1;           ///< of its heading
};

std::string element(std::string_view name, std::string_view words, std::string_view style = "") {
  const std::string attribute = style.empty() ? "" : fmt::format(" class=\"{}\"", style);
  return fmt::format("<{0}{1}>{2}</{0}>", name, attribute, escaped_xml(words));
}

std::string section_heading(const Place& place, std::string_view words) {
  return element(fmt::format("h{}", place.level + 1), words) + "\n";
}

std::string column_head(std::string_view words, bool is_number = false) {
  return fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"number\"" : "", escaped_xml(words));
}

std::string row_head(std::string_view words) {
  return fmt::format("<th scope=\"row\">{}</th>", escaped_xml(words));
}

/// Wide tables scroll on a screen by themselves, reachable with the keyboard.
std::string table_start(const ScenarioReport& report, std::string_view caption, std::string_view heads) {
  return fmt::format(
      "<section class=\"scroll\" tabindex=\"0\" aria-label=\"{}: {}\"><table>\n<caption>{}</caption>\n"
      "<thead><tr>{}</tr></thead>\n<tbody>\n",
      escaped_xml(report.name()), escaped_xml(caption), escaped_xml(caption), heads);
}

constexpr std::string_view table_end = "</tbody>\n</table></section>\n";

std::string quantity_table_text(const ScenarioReport& report, const QuantityTable& table) {
  std::string heads = column_head("quantity");
  for (const std::string& column : table.columns) heads += column_head(column, true);
  std::string text = table_start(report, table.step, heads);
  for (const QuantityTable::Row& row : table.rows) {
    text += "<tr>" + row_head(row.label);
    for (const std::string& cell : row.cells) text += element("td", cell, "number");
    text += "</tr>\n";
  }
  return text + std::string(table_end);
}

std::string reasons_text(const Expectation& expectation) {
  std::string text;
  for (const std::string& line : reason_lines(expectation)) text += element("span", line, "reason");
  return text;
}

std::string verdict_row(const Verdict& verdict) {
  const bool held = verdict.outcome == Outcome::held;
  std::string text =
      "<tr>" + element("td", (held ? "✓ " : "✗ ") + outcome_word(verdict.outcome), held ? "" : "failed");
  text += fmt::format("<th scope=\"row\">{}{}</th>", element("code", verdict.expectation->value.text()),
                      reasons_text(*verdict.expectation));
  const std::string seeds = seeds_text(verdict);
  text += element("td", value_text(verdict, false) + (seeds.empty() ? "" : " (" + seeds + ")"), "number");
  return text + element("td", bound_text(verdict, false)) + element("td", margin_text(verdict)) + "</tr>\n";
}

std::string skipped_row(const SkippedExpectation& skipped) {
  return "<tr>" + element("td", "– skipped") +
         fmt::format("<th scope=\"row\">{}{}</th>", element("code", skipped.expectation->value.text()),
                     reasons_text(*skipped.expectation)) +
         "<td></td><td></td>" + element("td", skipped.reason) + "</tr>\n";
}

std::string verdicts_text(const ScenarioReport& report, const Place& place) {
  if (report.verdicts.empty() && report.skipped.empty()) return "";
  std::string text = section_heading(place, "What was expected");
  text += table_start(report, "expectations, each held against the result",
                      column_head("outcome") + column_head("expectation, and why") +
                          column_head("value", true) + column_head("bound") + column_head("margin"));
  for (const Verdict& verdict : report.verdicts) text += verdict_row(verdict);
  for (const SkippedExpectation& skipped : report.skipped) text += skipped_row(skipped);
  return text + std::string(table_end) + element("p", counts_text(count_outcomes({&report, 1}))) + "\n";
}

std::string settings_text(const ScenarioReport& report) {
  const Scenario& scenario = report.scenario->scenario;
  const EngineDescription* engine = find_engine(scenario.engine);
  if (engine == nullptr || engine->settings.empty()) return "";
  std::string text = table_start(
      report, "settings of " + scenario.engine,
      column_head("setting") + column_head("value") + column_head("set by") + column_head("meaning"));
  for (const Declaration& setting : engine->settings) {
    const std::string value =
        option_value_text(setting, scenario.settings.value(engine->settings, setting.name));
    const bool is_given = scenario.settings.contains(setting.name);
    text += "<tr>" + row_head(setting.name) + element("td", value) +
            element("td", is_given ? "the scenario" : "default") + element("td", setting.meaning) + "</tr>\n";
  }
  return text + std::string(table_end);
}

/// For a shell: in quotes where it has to be.
std::string shell_word(const std::string& word) {
  constexpr std::string_view harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-=:,+@%";
  if (!word.empty() && word.front() != '-' && word.find_first_not_of(harmless) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char character : word) quoted += character == '\'' ? "'\\''" : std::string(1, character);
  return quoted + "'";
}

/// The file's name without its folder: a report must not depend on where it was made.
std::string repeat_command(const ScenarioReport& report) {
  const ScenarioFile& file = *report.scenario;
  std::string command = "keycost run " + shell_word(std::filesystem::path(report.path).filename().string());
  command += fmt::format(" --seed {}", report.result.seed);
  if (!report.result.replicates.empty())
    command += fmt::format(" --replicates {}", report.result.replicates.size());
  if (report.result.tables.size() < file.scenario.tables.size()) {
    for (const TableResult& table : report.result.tables) command += " --table " + shell_word(table.name);
  }
  return command + " -o html:report.html";
}

/// Line by line: a line's end is no character to be replaced.
std::string scenario_text(std::string_view text) {
  std::string lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines += escaped_xml(line) + "\n";
    start = end + 1;
  }
  return lines;
}

std::string repeat_text(const ScenarioReport& report, const Place& place) {
  const ScenarioFile& file = *report.scenario;
  std::string text =
      section_heading(place, "How to repeat it") + "<pre>" + escaped_xml(repeat_command(report)) + "</pre>\n";
  text += fmt::format("<dl>\n<dt>program</dt><dd>keycost {}</dd>\n<dt>hash of the scenario</dt><dd>{}</dd>\n",
                      KEYCOST_VERSION, element("code", file.hash));
  for (const RowsFile& rows : file.rows_files) {
    text += fmt::format("<dt>rows of {}</dt><dd>from {}, which the hash does not cover</dd>\n",
                        escaped_xml(file.scenario.tables[rows.table].name),
                        escaped_xml(std::filesystem::path(rows.path).filename().string()));
  }
  text += "</dl>\n" +
          element("p",
                  "The result depends on the program's version, the scenario, its rows and the seed, and on "
                  "nothing else.") +
          "\n";
  text += settings_text(report);
  return text + section_heading(place, "The scenario") + "<pre>" + scenario_text(file.text) + "</pre>\n";
}

std::string heading_text(const ScenarioReport& report, const Place& place) {
  if (!report.scenario) return element(fmt::format("h{}", place.level), report.name()) + "\n";
  const ScenarioFile& file = *report.scenario;
  std::string text =
      element(fmt::format("h{}", place.level), file.title.empty() ? file.name : file.title) + "\n";
  if (!file.question.empty()) text += element("p", file.question) + "\n";
  if (!file.predict.empty()) text += element("p", "Predict: " + file.predict) + "\n";
  text += "<dl>\n";
  const auto fact = [&](std::string_view name, std::string_view words) {
    if (!words.empty()) text += element("dt", name) + element("dd", words) + "\n";
  };
  fact("source", file.source);
  fact("scenario", file.name);
  fact("engine", file.scenario.engine);
  fact("drawn from", report.seeds_text());
  return text + "</dl>\n";
}

std::string explanation_text(const ScenarioReport& report, const Place& place) {
  if (report.scenario->explanation.empty()) return "";
  std::string text = section_heading(place, "Why");
  for (const std::string& paragraph : report.scenario->explanation) text += element("p", paragraph) + "\n";
  return text;
}

std::string report_text(const ScenarioReport& report, const Place& place) {
  std::string text = "<article>\n" + heading_text(report, place);
  if (!report.problems.empty()) {
    text += section_heading(place, "Could not be run") + "<ul>\n";
    for (const Problem& problem : report.problems) text += element("li", problem.text()) + "\n";
    return text + "</ul>\n</article>\n";
  }
  text += fmt::format(
      "<figure>\n{}<figcaption>What each step wrote, and how full the indexes were when it ended; the "
      "numbers are in "
      "the tables below.</figcaption>\n</figure>\n",
      svg_figure(report, fmt::format("figure-{}", place.number)).element);
  text += section_heading(place, "What it cost");
  for (const QuantityTable& table : quantity_tables(report)) text += quantity_table_text(report, table);
  text += element("p", "1 kB is 1,024 bytes and 1 MB 1,024 kB, as pg_size_pretty prints.") + "\n";
  return text + verdicts_text(report, place) + explanation_text(report, place) + repeat_text(report, place) +
         "</article>\n";
}

std::string page_title(std::span<const ScenarioReport> reports) {
  if (reports.size() != 1) return counted(reports.size(), "scenario");
  const ScenarioReport& report = reports.front();
  return report.scenario && !report.scenario->title.empty() ? report.scenario->title : report.name();
}

}  // namespace

std::string write_html_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta "
      "charset=\"UTF-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  text += element("title", page_title(reports) + " – keycost") + "\n";
  text +=
      fmt::format("<style>\n{}{}</style>\n", page_style, svg_figure_style()) + "</head>\n<body>\n<main>\n";
  if (reports.size() != 1) text += element("h1", page_title(reports)) + "\n";
  for (std::size_t position = 0; position < reports.size(); ++position)
    text += report_text(reports[position], {position + 1, reports.size() == 1 ? 1 : 2});
  return text + "</main>\n</body>\n</html>\n";
}

}  // namespace keycost
