// Expectations for CI servers: a suite is a scenario, a case is an expectation. Layout: the common guide at
// https://github.com/testmoapp/junitxml, since there is no standard. No times: they would change from run to
// run.
#include <fmt/format.h>

#include "src/report/counts.hpp"
#include "src/report/kinds.hpp"
#include "src/report/verdict_text.hpp"
#include "src/report/xml_text.hpp"

namespace keycost {

namespace {

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, escaped_xml(value));
}

std::string properties(const ScenarioReport& report) {
  std::string text = "    <properties>\n" + property("version", KEYCOST_VERSION);
  if (report.scenario) {
    const Scenario& scenario = report.scenario->scenario;
    text += property("engine", scenario.engine);
    text += property("seed", fmt::format("{}", report.problems.empty() ? report.result.seed : scenario.seed));
    if (!report.result.replicates.empty())
      text += property("replicates", fmt::format("{}", report.result.replicates.size()));
    text += property("hash", report.scenario->hash);
  }
  return text + "    </properties>\n";
}

std::string case_start(const ScenarioReport& report, std::string_view name, const SourcePosition& position) {
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
                     escaped_xml(report.name()), escaped_xml(name), escaped_xml(report.path), position.line);
}

/// What stands between the tags of a failure: one line each.
std::string detail(const Verdict& verdict) {
  std::string lines = escaped_xml(verdict_line(verdict, false)) + "\n";
  for (const std::string& line : reason_lines(*verdict.expectation)) lines += escaped_xml(line) + "\n";
  return lines;
}

std::string verdict_case(const ScenarioReport& report, const Verdict& verdict) {
  const Expectation& expectation = *verdict.expectation;
  const std::string name = fmt::format("{} {}", expectation.value.text(), bound_text(verdict, false));
  const std::string start = case_start(report, name, expectation.position);
  if (verdict.outcome == Outcome::held) return start + "/>\n";
  // No value is not a wrong value: CI servers show the two apart.
  const std::string element = verdict.outcome == Outcome::failed ? "failure" : "error";
  return fmt::format("{}>\n      <{} message=\"{}\" type=\"expectation\">{}</{}>\n    </testcase>\n", start,
                     element, escaped_xml(verdict_line(verdict, false)), detail(verdict), element);
}

std::string skipped_case(const ScenarioReport& report, const SkippedExpectation& skipped) {
  return fmt::format("{}>\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                     case_start(report, skipped.expectation->value.text(), skipped.expectation->position),
                     escaped_xml(skipped.reason));
}

std::string problem_case(const ScenarioReport& report, const Problem& problem) {
  return fmt::format("{}>\n      <error message=\"{}\" type=\"scenario\"/>\n    </testcase>\n",
                     case_start(report, "can be run", problem.position), escaped_xml(problem.text()));
}

std::string suite(const ScenarioReport& report) {
  const OutcomeCounts counts = count_outcomes({&report, 1});
  std::string text =
      fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
                  escaped_xml(report.name()), counts.judged() + counts.skipped + report.problems.size(),
                  counts.failed, counts.missing + report.problems.size(), counts.skipped);
  text += properties(report);
  for (const Problem& problem : report.problems) text += problem_case(report, problem);
  for (const Verdict& verdict : report.verdicts) text += verdict_case(report, verdict);
  for (const SkippedExpectation& skipped : report.skipped) text += skipped_case(report, skipped);
  return text + "  </testsuite>\n";
}

}  // namespace

std::string write_junit_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  const OutcomeCounts counts = count_outcomes(reports);
  std::size_t problems = 0;
  std::string suites;
  for (const ScenarioReport& report : reports) {
    problems += report.problems.size();
    suites += suite(report);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"keycost\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\">\n{}</testsuites>\n",
      counts.judged() + counts.skipped + problems, counts.failed, counts.missing + problems, counts.skipped,
      suites);
}

}  // namespace keycost
