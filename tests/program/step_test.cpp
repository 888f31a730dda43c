// Does `keycost step` go where it is told, forward and back, and see the same at a moment whichever way it
// came?
#include <string>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"

namespace keycost {
namespace {

using namespace test;

const std::string pages = KEYCOST_SOURCE_DIR "/scenarios/see-it/twenty-keys-a-page.json";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ProgramOutput step(const std::string& commands, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"step", pages});
  ProgramSetting setting;
  setting.standard_input = commands;
  return run_keycost(arguments, setting);
}

/// What is printed for the last command but quit.
std::string last_answer(const ProgramOutput& output) {
  const std::size_t at = output.out.rfind("\n> ");
  return output.out.substr(output.out.find('\n', at + 1) + 1);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

TEST_CASE("step goes row by row, to splits and checkpoints, and back") {
  const auto where = [](const std::string& commands) { return first_line(last_answer(step(commands))); };
  CHECK(where("n\n") == "twenty-keys-a-page: table random after 1 row");
  CHECK(where("\n\nnext 10\n") == "twenty-keys-a-page: table random after 12 rows");
  CHECK(where("n 12\nb 2\n") == "twenty-keys-a-page: table random after 10 rows");
  CHECK(where("s\n") == "twenty-keys-a-page: table random after 19 rows (split:1)");
  CHECK(where("s\ns\nS\n") == "twenty-keys-a-page: table random after 19 rows (split:1)");
  CHECK(where("c\n") == "twenty-keys-a-page: table random after 60 rows (checkpoint:1)");
  CHECK(where("go after\nprevious checkpoint\n") ==
        "twenty-keys-a-page: table random after 60 rows (checkpoint:1)");
  CHECK(where("go split:2\nn\nE\nE\n") != where("go split:2\nn\n"));
  CHECK(where("b\n") == "twenty-keys-a-page: table random before the first row");
  CHECK(where("n 1000\n") == "twenty-keys-a-page: table random after 120 rows (end)");
}

TEST_CASE("a moment looks the same whichever way it was come to, and as show shows it") {
  const std::string there = last_answer(step("n 30\npage\n"));
  CHECK(last_answer(step("n 75\nc\nb 20\ng 30\np\n")) == there);
  CHECK(last_answer(step("page\n", {"--at", "30"})) == there);
  CHECK(run_keycost({"show", "page", pages, "--at", "30"}).out == there);
  CHECK(last_answer(step("g 75\nwal\n")) == run_keycost({"show", "wal", pages, "--at", "75"}).out);
  CHECK(last_answer(step("g 75\ntree\n")) == run_keycost({"show", "tree", pages, "--at", "75"}).out);
  CHECK(last_answer(step("g 75\ndirty\n")) == run_keycost({"show", "checkpoint", pages, "--at", "75"}).out);
  CHECK(last_answer(step("s\nwhy\n")) == run_keycost({"show", "split", pages, "--at", "split:1"}).out);
  CHECK(last_answer(step("g 20\npage heap:0\n")) ==
        run_keycost({"show", "page", pages, "--at", "20", "--of", "heap:0"}).out);
}

TEST_CASE("a row's moment says where its entries went and what was logged for it") {
  const std::string text = run_keycost({"show", "moment", pages, "--at", "61"}).out;
  CAPTURE(text);
  CHECK(contains(text, "  random block 3, item "));
  CHECK(contains(text, "  random_pkey block "));
  CHECK(contains(text, "full-page image"));
  CHECK(contains(text, "  60 committed, 4 splits so far, 1 checkpoint so far"));
}

TEST_CASE("step refuses what it does not know, goes on, and says so in its exit status") {
  const ProgramOutput output = step("nxt\nn\nq\nn\n");
  CHECK(output.status == 2);
  CHECK(contains(output.err, "did you mean \"next\""));
  CHECK(contains(output.out, "after 1 row"));
  CHECK_FALSE(contains(output.out, "after 2 rows"));
  CHECK(step("").status == 0);
  CHECK(step("q\n").status == 0);
  CHECK(contains(step("go end\ns\n").err, "there is no split after this moment"));
  CHECK(contains(step("S\n").err, "there is no split before this moment"));
  CHECK(contains(step("go splt:1\n").err, "did you mean \"split\""));
  CHECK(contains(step("go split:99\n").err, "the run has "));
  CHECK(contains(step("n 0\n").err, "from 1"));
  CHECK(contains(step("help\n").out, "previous split"));
  CHECK(run_keycost({"step"}).status == 2);
}

TEST_CASE("step goes through InnoDB's engine too") {
  ProgramSetting setting;
  setting.standard_input = "n 3\ns\nwhy\ntree by_n\n";
  const ProgramOutput output =
      run_keycost({"step", KEYCOST_SOURCE_DIR "/tests/golden/show/innodb.json"}, setting);
  CHECK(output.status == 0);
  CHECK(contains(output.out, "PRIMARY page 3, record "));
  CHECK(contains(output.out, "after 67 rows (split:1)"));
  CHECK(contains(output.out, "by_n: 1 page"));
}

}  // namespace
}  // namespace keycost
