// Does the same run still print the same, in every kind of report?
//
// The files are tests/golden/reports/report.KIND, made from tiny.json beside them. A change of theirs is a
// change that users see: rewrite them with KEYCOST_REWRITE_GOLDENS=1 only after reading the difference.
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "src/execute.hpp"
#include "src/report/kinds.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

const std::string folder = KEYCOST_SOURCE_DIR "/tests/golden/reports/";

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

/// The scenario under a path that is the same on every machine.
ScenarioReport report_of(const std::string& file_name) {
  ScenarioReport report;
  report.path = file_name;
  report.scenario =
      std::make_shared<const ScenarioFile>(decode_scenario(report.path, content_of(folder + file_name)));
  report.result = execute(*report.scenario, {});
  report.verdicts = judge_all(*report.scenario, report.result);
  return report;
}

ScenarioReport tiny_report() {
  return report_of("tiny.json");
}

/// A new version of the program is no new result.
std::string without_version(std::string text) {
  const std::string version = KEYCOST_VERSION;
  for (const std::string before : {"\"", "keycost "}) {
    for (std::size_t at = text.find(before + version); at != std::string::npos;
         at = text.find(before + version))
      text.replace(at + before.size(), version.size(), "VERSION");
  }
  return text;
}

bool is_rewriting() {
  const char* variable = std::getenv("KEYCOST_REWRITE_GOLDENS");
  return variable != nullptr && std::string(variable) == "1";
}

void compare(const std::string& file_name, const std::string& text) {
  CAPTURE(file_name);
  if (is_rewriting()) std::ofstream(folder + file_name, std::ios::binary) << text;
  CHECK(text == content_of(folder + file_name));
}

TEST_CASE("every kind of report prints what it printed before") {
  const std::vector reports{tiny_report()};
  for (const ReportKind& kind : report_kinds()) {
    compare("report." + std::string(kind.name), without_version(kind.write(reports, {})));
  }
}

TEST_CASE("the text report in ASCII prints what it printed before") {
  ReportStyle style;
  style.ascii = true;
  compare("report.ascii", write_text_report(std::vector{tiny_report()}, style));
}

TEST_CASE("the figure of an InnoDB run, and of several runs, is drawn as it was drawn before") {
  compare("innodb.svg", write_svg_report(std::vector{report_of("innodb.json"), tiny_report()}, {}));
}

TEST_CASE("the table of what documents state prints what it printed before") {
  for (const ReportKind& kind : document_report_kinds())
    compare("documents." + std::string(kind.name), kind.write(std::vector{tiny_report()}, {}));
}

TEST_CASE("replicates print what they printed before") {
  const std::vector reports{report_of("replicated.json")};
  for (const char* kind : {"text", "md", "junit", "tap", "svg"})
    compare("replicated." + std::string(kind), without_version(find_report_kind(kind)->write(reports, {})));
  compare("replicated.documents.md", write_documents_markdown(reports, {}));
}

TEST_CASE("the tiny scenario shows each outcome once") {
  const ScenarioReport report = tiny_report();
  REQUIRE(report.verdicts.size() == 5);
  CHECK(report.verdicts[0].outcome == Outcome::held);
  CHECK(report.verdicts[1].outcome == Outcome::failed);
  CHECK(report.verdicts[2].outcome == Outcome::missing);
  CHECK(report.verdicts[3].outcome == Outcome::held);
  CHECK(report.verdicts[4].outcome == Outcome::held);
  CHECK(report.verdicts[4].expectation->contradicts());
}

}  // namespace
}  // namespace keycost
