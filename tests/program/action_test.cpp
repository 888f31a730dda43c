// Does the action for other projects' CI check what it is told to, annotate the lines that fail, and pass the
// exit status on?
#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

const std::string action = KEYCOST_SOURCE_DIR "/.github/actions/keycost-check/";

struct ActionOutput {
  int status;
  std::string out;
  std::string summary;
};

/// Runs the action's script in a project, as a runner of GitHub Actions would.
ActionOutput run_action(const TemporaryFolder& project, const std::string& scenarios,
                        const std::string& junit = "") {
  const std::string command = "cd '" + project.path() + "' && env KEYCOST='" + program_path() +
                              "' SCENARIOS='" + scenarios + "' JUNIT='" + junit +
                              "' GITHUB_STEP_SUMMARY=summary.md LC_ALL=C.UTF-8 bash '" + action +
                              "check.sh' > out.txt 2> err.txt";
  const int status = std::system(command.c_str());
  return {WEXITSTATUS(status), read_file(project / "out.txt"), read_file(project / "summary.md")};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The line, from 1, on which `part` stands.
std::size_t line_of(const std::string& text, const std::string& part) {
  const std::string before = text.substr(0, text.find(part));
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

TEST_CASE("each failed expectation is annotated at its own line") {
  const TemporaryFolder project;
  const std::string text = two_tables_scenario("1000", R"({"value": "a.first.rows", "max": 1},
    {"value": "a.first.rows", "min": 1},
    // a comment in between
    {"because": "the first", "value":
       "b.first.rows", "max": 2},
    {"value": "b.first.rows", "max": 3})");
  write_file(project / "one.json", text);
  const ActionOutput output = run_action(project, "one.json");
  CHECK(output.status == 1);
  for (const char* start : {"{\"value\": \"a.first.rows\", \"max\": 1", "{\"because\"",
                            "{\"value\": \"b.first.rows\", \"max\": 3"}) {
    CAPTURE(start, output.out);
    CHECK(
        contains(output.out, "::error file=one.json,line=" + std::to_string(line_of(text, start)) + ",col="));
  }
  CHECK(std::count(output.out.begin(), output.out.end(), '\n') == 3);
  CHECK(contains(output.summary, "4 expectations: 1 held, 3 failed"));
}

TEST_CASE("several files and folders, one a line; a JUnit report on request") {
  const TemporaryFolder project;
  write_file(project / "one.json", two_tables_scenario("1000", R"({"value": "a.first.rows", "min": 1})"));
  write_file(project / "t w o.json", two_tables_scenario("1000", R"({"value": "b.first.rows", "min": 1})"));
  const ActionOutput output = run_action(project, "one.json\nt w o.json\n", "report.xml");
  CHECK(output.status == 0);
  CHECK(output.out.empty());
  CHECK(contains(read_file(project / "report.xml"), "tests=\"2\""));
}

TEST_CASE("a scenario without expectations does not pass, and is annotated") {
  const TemporaryFolder project;
  write_file(project / "one.json", two_tables_scenario("1000"));
  const ActionOutput output = run_action(project, "one.json");
  CHECK(output.status == 3);
  CHECK(contains(output.out, "::error file=one.json,title=one%3A could not be run::has no \"expect\""));
}

TEST_CASE("the action runs the script, and the README shows the example as it is") {
  CHECK(contains(read_file(action + "action.yml"), "$GITHUB_ACTION_PATH/check.sh"));
  const std::string readme = read_file(KEYCOST_SOURCE_DIR "/README.md");
  const std::string example = read_file(action + "example-workflow.yml");
  std::string indented;
  for (std::size_t start = 0; start < example.size();) {
    const std::size_t end = example.find('\n', start) + 1;
    indented += "    " + example.substr(start, end - start);
    start = end;
  }
  CHECK(contains(readme, indented));
}

}  // namespace
}  // namespace keycost
