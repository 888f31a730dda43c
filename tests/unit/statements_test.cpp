// Is every line that a document states listed once, under its document, with the verdict of judge() and a
// value that does not contradict it?
#include <string>
#include <vector>

#include "src/report/kinds.hpp"
#include "src/report/statements.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

/// The sample's tables with other expectations. a.first.rows is 1000, a.first.wal.fpi 7, b.first.rows 4000.
ScenarioReport report_of(const std::string& expect, const std::string& source = "") {
  std::string text = test::sample_scenario;
  text.resize(text.find("\"expect\""));
  if (!source.empty()) text += "\"source\": \"" + source + "\", ";
  return test::sample_report(text + "\"expect\": [" + expect + "]}");
}

TEST_CASE("a contradiction holds outside of what is stated and fails inside, ends included") {
  const auto outcome = [](const std::string& bound) {
    const ScenarioReport report = report_of("{\"value\": \"a.first.rows\", \"contradicts\": \"a reason\", " +
                                            bound + ", \"source\": \"D, t\"}");
    return report.verdicts.at(0).outcome;
  };
  CHECK(outcome("\"equals\": 999, \"stated\": 999") == Outcome::held);
  CHECK(outcome("\"equals\": 1000, \"stated\": 1000") == Outcome::failed);
  CHECK(outcome("\"min\": 1000.5, \"stated\": 1001") == Outcome::held);
  CHECK(outcome("\"min\": 1000, \"stated\": 1001") == Outcome::failed);
  CHECK(outcome("\"max\": 999.5, \"stated\": 999") == Outcome::held);
  CHECK(outcome("\"max\": 1000, \"stated\": 999") == Outcome::failed);
  CHECK(outcome("\"near\": 990, \"within\": 9.5, \"stated\": 990") == Outcome::held);
  CHECK(outcome("\"near\": 990, \"within\": 10, \"stated\": 990") == Outcome::failed);
}

TEST_CASE("a value that does not exist contradicts nothing") {
  const ScenarioReport report = report_of(
      "{\"value\": \"a.first.indexes.a_pkey.avg_leaf_density\", \"equals\": 5, \"stated\": 5, "
      "\"contradicts\": \"a reason\", \"source\": \"D, t\"}");
  CHECK(report.verdicts.at(0).outcome == Outcome::missing);
}

TEST_CASE("the margin of a contradiction is its distance from what is stated") {
  const ScenarioReport report = report_of(
      "{\"value\": \"a.first.rows\", \"near\": 990, \"within\": 4, \"stated\": 990, \"contradicts\": \"r\", "
      "\"source\": \"D, t\"}, {\"value\": \"a.first.rows\", \"near\": 990, \"within\": 12, \"stated\": 990, "
      "\"contradicts\": \"r\", \"source\": \"D, t\"}");
  CHECK(report.verdicts.at(0).margin == 6);
  CHECK(report.verdicts.at(1).margin == -2);
}

TEST_CASE("rows are grouped by document, in order of appearance, and only stated lines are listed") {
  const std::vector<ScenarioReport> reports{
      report_of(
          "{\"value\": \"a.first.rows\", \"equals\": 1000, \"stated\": 1000, \"source\": \"One, table 1\"},"
          "{\"value\": \"a.first.rows\", \"equals\": 1000, \"source\": \"One, table 2\"},"
          "{\"value\": \"a.first.rows\", \"min\": 1, \"stated_as\": \"some\", \"source\": \"Two\"}"),
      report_of("{\"value\": \"b.first.rows\", \"equals\": 4000, \"stated\": 4000}",
                "One, chapter 3, page 4")};
  const std::vector<StatementRow> rows = statement_rows(reports);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].document == "One");
  CHECK(rows[0].place == "table 1");
  CHECK(rows[1].document == "One");
  CHECK(rows[1].place == "chapter 3, page 4");
  CHECK(rows[2].document == "Two");
  CHECK(rows[2].place.empty());
}

TEST_CASE("every outcome has its own words in the table, and the counts add up") {
  std::vector<ScenarioReport> reports{
      report_of("{\"value\": \"a.first.rows\", \"equals\": 1000, \"stated\": 1000, \"source\": \"D, t\"},"
                "{\"value\": \"a.first.rows\", \"equals\": 1001, \"stated\": 1001, \"source\": \"D, t\"},"
                "{\"value\": \"a.first.rows\", \"equals\": 7, \"stated\": 7, \"contradicts\": \"it | "
                "differs\", \"source\": \"D\"},"
                "{\"value\": \"a.first.indexes.a_pkey.avg_leaf_density\", \"min\": 5, \"stated\": 5, "
                "\"source\": \"D, t\"}")};
  ScenarioReport not_run =
      report_of("{\"value\": \"a.first.rows\", \"equals\": 5, \"stated\": 5, \"source\": \"E\"}");
  not_run.verdicts.clear();
  not_run.problems = test::refused_report().problems;
  reports.push_back(std::move(not_run));
  const std::string text = write_documents_markdown(reports, {});
  CAPTURE(text);
  for (const char* words :
       {"✓ held", "✗ **failed**, too low by 1", "≠ contradicted: it \\| differs", "✗ **no value**",
        "✗ **could not be run**",
        "5 stated lines: 1 held, 1 contradicted with a reason, 2 failed, 1 could not be run"})
    CHECK(text.find(words) != std::string::npos);
}

TEST_CASE("a simulated value is shortened only as far as its verdict allows") {
  const auto simulated = [](const std::string& value, const std::string& bound) {
    return simulated_text(report_of("{\"value\": \"" + value + "\", " + bound + "}").verdicts.at(0));
  };
  CHECK(simulated("a.first.rows / 3", "\"min\": 1") == "333.333");
  // 333.333 would lie below the bound although the value does not.
  CHECK(simulated("a.first.rows / 3", "\"min\": 333.3333") == "333.3333333333333");
  CHECK(simulated("a.first.wal.bytes * 10", "\"min\": 1") == "1,234,560");
}

}  // namespace
}  // namespace keycost
