// Do JUnit, TAP, Markdown and GitHub annotations survive every character, and tell failures apart from
// errors?
#include <algorithm>
#include <sstream>
#include <string>

#include "src/report/kinds.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

using Writer = std::string (*)(std::span<const ScenarioReport>, const ReportStyle&);

std::string written(Writer write, std::vector<ScenarioReport> reports) {
  return write(reports, {});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The sample with `because` of its failing expectation replaced.
ScenarioReport with_reason(const std::string& json_text) {
  std::string text = test::sample_scenario;
  const std::string bound = "\"max\": 5";
  text.replace(text.find(bound), bound.size(), bound + ", \"because\": \"" + json_text + "\"");
  return test::sample_report(text);
}

ScenarioReport with_failures(std::size_t failures) {
  std::string text = test::sample_scenario;
  text.resize(text.find("\"expect\""));
  text += "\"expect\": [";
  for (std::size_t i = 0; i < failures; ++i) {
    text += (i == 0 ? "" : ",") + std::string("\n{\"value\": \"") + std::to_string(i + 1) +
            " * a.first.rows\", \"max\": 0}";
  }
  return test::sample_report(text + "]}");
}

TEST_CASE("JUnit: a failed expectation is a failure, a missing value an error, a refused scenario an error") {
  const std::string text = written(write_junit_report, {test::sample_report(), test::refused_report()});
  CHECK(
      contains(text, "<testsuites name=\"keycost\" tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"0\">"));
  CHECK(contains(text, "<testsuite name=\"sample\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\">"));
  CHECK(contains(text, "<testsuite name=\"broken\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">"));
  CHECK(count(text, "<failure ") == 1);
  CHECK(count(text, "<error ") == 2);
  CHECK(contains(text, "<property name=\"seed\" value=\"7\"/>"));
  CHECK(contains(text, "<property name=\"engine\" value=\"postgresql-18\"/>"));
  CHECK(contains(text, "line=\"15\""));
}

TEST_CASE("JUnit: markup characters are escaped, control characters replaced") {
  const std::string text = written(write_junit_report, {with_reason(R"(a < b && \"c\" > d \u0001 \u001b)")});
  CHECK(contains(text, "a &lt; b &amp;&amp; &quot;c&quot; &gt; d \uFFFD \uFFFD"));
  CHECK(std::none_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x20 && byte != '\n'; }));
}

TEST_CASE("TAP: the plan counts every point, failures are 'not ok', and '#' starts no directive") {
  const std::string text =
      written(write_tap_report, {with_reason(R"(say \"x\" \\ # SKIP)"), test::refused_report()});
  CHECK(text.starts_with("TAP version 14\n1..4\n"));
  CHECK(contains(text, "\nok 1 - sample: b.second.wal.bytes / a.second.wal.bytes ≥ 3\n"));
  CHECK(contains(text, "\nnot ok 2 - sample: a.second.wal.fpi ≤ 5\n"));
  CHECK(contains(text, "\nnot ok 3 - "));
  CHECK(contains(text, "\nnot ok 4 - broken: can be run\n"));
  CHECK(contains(text, "  because: \"say \\\"x\\\" \\\\ # SKIP\"\n"));
  CHECK(count(text, "\n  ---\n") == 4);
  CHECK(count(text, "\n  ...\n") == 4);
}

TEST_CASE("TAP: '#' and backslash in a name are escaped") {
  ScenarioReport report = test::refused_report();
  report.path = "folder/a # TODO \\.json";
  CHECK(contains(written(write_tap_report, {report}), "not ok 1 - a \\# TODO \\\\: can be run\n"));
}

TEST_CASE("TAP: a skipped expectation says so") {
  ScenarioReport report = test::sample_report();
  report.skipped.push_back({&report.scenario->expectations[0], "left out"});
  CHECK(contains(written(write_tap_report, {report}),
                 "ok 4 - sample: b.second.wal.bytes / a.second.wal.bytes # SKIP left out\n"));
}

TEST_CASE("Markdown: pipes and tags in names stay text") {
  const std::string text = written(write_markdown_report, {test::sample_report()});
  CHECK(contains(text, "## Keys \\| \\<tags\\> \\& \"quotes\"\n"));
  CHECK(contains(text, "| images \\| pages; table 1 |"));
  CHECK(contains(text, "| first | a | b |\n|---|---:|---:|\n"));
  // Every line of a table has as many unescaped pipes as its heading.
  std::istringstream lines(text);
  std::size_t expected = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t pipes = count(line, "|") - count(line, "\\|");
    if (!line.starts_with('|')) expected = 0;
    if (!line.starts_with('|')) continue;
    if (expected == 0) expected = pipes;
    CAPTURE(line);
    CHECK(pipes == expected);
  }
}

TEST_CASE("GitHub: an annotation stands at the expectation's own line, its text escaped") {
  const std::string text = written(write_github_report, {with_reason(R"(100%\r\nnext, a:b)")});
  CHECK(contains(text, "::error file=folder/sample.json,line=16,col=5,title=sample%3A expectation failed::"));
  CHECK(contains(text, "%0Abecause 100%25%0D%0Anext, a:b\n"));
  CHECK(count(text, "::error ") == 2);  // the failed one and the missing one
  CHECK(count(text, "\n") == 2);
}

TEST_CASE("GitHub: never more than ten annotations, and the tenth counts the others") {
  CHECK(count(written(write_github_report, {with_failures(10)}), "::error ") == 10);
  CHECK_FALSE(contains(written(write_github_report, {with_failures(10)}), " more, see"));
  const std::string text = written(write_github_report, {with_failures(13)});
  CHECK(count(text, "::error ") == 10);
  CHECK(contains(text, "%0A… and 3 more, see the summary of this step\n"));
  CHECK(count(text, "and 3 more") == 1);
}

TEST_CASE("GitHub: what holds is not mentioned") {
  ScenarioReport report = test::sample_report();
  report.verdicts.resize(1);
  CHECK(written(write_github_report, {report}).empty());
}

}  // namespace
}  // namespace keycost
