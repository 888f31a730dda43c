// Does the report for people stay readable: aligned, whole, and within the terminal?
#include <sstream>
#include <string>

#include "src/report/kinds.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/quantities.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

std::string written(const ScenarioReport& report, const ReportStyle& style = {}) {
  return write_text_report(std::vector{report}, style);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

ScenarioReport renamed(const std::string& first_table) {
  ScenarioReport report = test::sample_report();
  report.result.tables[0].name = first_table;
  return report;
}

/// The lines of the table of step "first", its heading included.
std::vector<std::string> first_table_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("first") || !lines.empty()) {
      if (line.empty()) break;
      lines.push_back(line);
    }
  }
  return lines;
}

TEST_CASE("all lines of a table end in the same column, with wide and with long names") {
  for (const std::string name :
       {"a", "键值表", "a_table_with_a_name_as_long_as_postgresql_allows_it_to_be_63_bytes"}) {
    CAPTURE(name);
    const std::vector<std::string> lines = first_table_lines(written(renamed(name)));
    REQUIRE(lines.size() > 10);
    CHECK(lines[0].find(name) != std::string::npos);
    for (const std::string& line : lines) CHECK(display_width(line) == display_width(lines[0]));
  }
}

TEST_CASE("quantities are in the units that the documents use") {
  const std::vector<QuantityTable> tables = quantity_tables(test::sample_report());
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].columns == std::vector<std::string>{"a", "b"});
  const auto cells = [&](const std::string& label) {
    for (const auto& row : tables[1].rows) {
      if (row.label == label) return row.cells;
    }
    return std::vector<std::string>{};
  };
  using Cells = std::vector<std::string>;
  CHECK(cells("primary key size") == Cells{"48 kB", "48 kB"});
  CHECK(cells("primary key average leaf density") == Cells{"–", "71.57 %"});
  CHECK(cells("WAL") == Cells{"121 kB", "482 kB"});
  CHECK(cells("WAL records") == Cells{"2,000", "8,000"});
  CHECK(cells("full-page images a round") == Cells{"7…14", "28…56"});
}

TEST_CASE("a narrow terminal gets its columns one below the other, and loses none") {
  ReportStyle style;
  style.width = 48;
  const std::string text = written(test::sample_report(), style);
  std::size_t headings = 0;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("first")) ++headings;
    if (line.starts_with("rows inserted")) CHECK(display_width(line) <= style.width);
  }
  CHECK(headings == 2);
}

TEST_CASE("verdicts tell value, bound, margin and reason") {
  const std::string text = written(test::sample_report());
  CHECK(text.find("✓ b.second.wal.bytes / a.second.wal.bytes = 4, expected ≥ 3, margin 1\n") !=
        std::string::npos);
  CHECK(text.find("✗ a.second.wal.fpi = 7, expected ≤ 5, too high by 2\n") != std::string::npos);
  CHECK(text.find("because images | pages\n") != std::string::npos);
  CHECK(text.find("has no value (") != std::string::npos);
  CHECK(text.find("3 expectations: 1 held, 1 failed, 1 without a value\n") != std::string::npos);
}

TEST_CASE("ASCII is ASCII, colour is absent unless asked for") {
  ReportStyle style;
  style.ascii = true;
  for (const char character : written(renamed("键"), style))
    CHECK(static_cast<unsigned char>(character) < 0x80);
  CHECK(written(test::sample_report()).find('\x1b') == std::string::npos);
  style.colour = true;
  CHECK(written(test::sample_report(), style).find("\x1b[31mFAILED\x1b[0m") != std::string::npos);
}

TEST_CASE("a scenario that was refused is told with its place") {
  CHECK(written(test::refused_report()).find("could not be run: folder/broken.json:3:5: unknown key") !=
        std::string::npos);
}

TEST_CASE("a lesson asks for a prediction before its numbers, and explains them behind") {
  std::string lesson = test::sample_scenario;
  lesson.insert(lesson.find("\"engine\""),
                R"("predict": "More or less?", "explanation": ["More, <of course>.", "Twice."], )");
  const std::vector reports{test::sample_report(lesson)};
  const auto place = [](const std::string& text, const std::string& part) {
    CAPTURE(part);
    REQUIRE(text.find(part) != std::string::npos);
    return text.find(part);
  };
  const std::string text = write_text_report(reports, {});
  CHECK(place(text, "Predict: More or less?\n") < place(text, "rows inserted"));
  CHECK(place(text, "why\nMore, <of course>.\nTwice.\n") > place(text, "expectations"));
  const std::string markdown = write_markdown_report(reports, {});
  CHECK(place(markdown, "**Predict:** More or less?\n") < place(markdown, "rows inserted"));
  CHECK(place(markdown, "\nTwice.\n") > place(markdown, "expectation"));
  const std::string page = write_html_report(reports, {});
  CHECK(place(page, "<p>Predict: More or less?</p>") < place(page, "rows inserted"));
  CHECK(place(page, "<h2>Why</h2>\n<p>More, &lt;of course&gt;.</p>\n<p>Twice.</p>") >
        place(page, "What was expected"));
}

}  // namespace
}  // namespace keycost
