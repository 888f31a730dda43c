// Does `keycost show` find the moment and the thing that it is asked for, and say what would be right if
// there is none?
#include <string>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

const std::string pages = KEYCOST_SOURCE_DIR "/scenarios/see-it/twenty-keys-a-page.json";
const std::string second_million = KEYCOST_SOURCE_DIR "/scenarios/eight-kilobytes/second-million.json";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ProgramOutput show(std::vector<std::string> arguments, const ProgramSetting& setting = {}) {
  arguments.insert(arguments.begin(), "show");
  return run_keycost(arguments, setting);
}

TEST_CASE("show finds rows, splits, checkpoints, steps and the end, and says after which row they are") {
  const auto first_line = [](const std::string& at) {
    const ProgramOutput output = show({"page", pages, "--at", at});
    CAPTURE(at, output.err);
    CHECK(output.status == 0);
    return output.out.substr(0, output.out.find('\n'));
  };
  CHECK(first_line("12") == "twenty-keys-a-page: table random after 12 rows");
  CHECK(first_line("split:1") == "twenty-keys-a-page: table random after 19 rows (split:1)");
  CHECK(first_line("checkpoint:1") == "twenty-keys-a-page: table random after 60 rows (checkpoint:1)");
  CHECK(first_line("commit:3") == "twenty-keys-a-page: table random after 15 rows (commit:3)");
  CHECK(first_line("before") == "twenty-keys-a-page: table random after 60 rows (before)");
  CHECK(first_line("end") == "twenty-keys-a-page: table random after 120 rows (end)");
  CHECK(first_line("start") == "twenty-keys-a-page: table random before the first row");
}

TEST_CASE("a round of a repeat is a moment, counted from 0") {
  const TemporaryFolder folder;
  const std::string path = folder / "s.json";
  write_file(path, R"({"title": "t", "engine": "postgresql-18", "tables": {"t": {"columns": [
      {"name": "id", "type": "bigint", "values": "identity"}], "primary_key": ["id"]}},
      "steps": [{"do": "repeat", "times": 3, "name": "r", "steps": [{"do": "checkpoint"},
        {"do": "repeat", "times": 2, "steps": [{"do": "insert", "rows": 5}]}]}]})");
  CHECK(contains(show({"page", path, "--at", "r[0]"}).out, "after 10 rows (r[0])"));
  CHECK(contains(show({"page", path, "--at", "r[2]"}).out, "after 30 rows (r[2])"));
  CHECK(contains(show({"page", path, "--at", "r"}).out, "after 30 rows (r)"));
  const ProgramOutput beyond = show({"page", path, "--at", "r[3]"});
  CHECK(beyond.status == 2);
  CHECK(contains(beyond.err, "\"r\" has 3 rounds, counted from 0"));
}

TEST_CASE("what show cannot find is a usage error that says what there is") {
  const auto refused = [](std::vector<std::string> arguments) {
    const ProgramOutput output = show(std::move(arguments));
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    return output.err;
  };
  CHECK(contains(refused({"pgae", pages}), "did you mean \"page\""));
  CHECK(contains(refused({"page"}), "a SCENARIO"));
  CHECK(contains(refused({"page", pages, "--at", "121"}), "there is no \"121\"; the run has 120 of them"));
  CHECK(contains(refused({"page", pages, "--at", "split:99"}), "the run has "));
  CHECK(contains(refused({"page", pages, "--at", "deduplication:1"}), "no deduplication"));
  CHECK(contains(refused({"split", pages, "--at", "end"}), "no page splits from \"end\" on"));
  CHECK(contains(refused({"page", pages, "--at", "splt:1"}), "did you mean \"split\""));
  CHECK(contains(refused({"page", pages, "--at", "split"}), "with a number from 1"));
  CHECK(contains(refused({"page", pages, "--at", "split:0"}), "with a number from 1"));
  CHECK(contains(refused({"page", pages, "--of", "random_pky:1"}), "did you mean \"random_pkey\""));
  CHECK(contains(refused({"page", pages, "--of", "heap:7"}), "from 0 to 6"));
  CHECK(contains(refused({"page", pages, "--at", "start", "--of", "heap:0"}), "no page yet"));
  CHECK(contains(refused({"tree", pages, "--of", "heap"}), "unknown index \"heap\""));
  CHECK(contains(refused({"page", pages, "--table", "rndom"}), "did you mean \"random\""));
  CHECK(contains(refused({"page", pages, "--width", "39"}), "from 40 to 200"));
  CHECK(contains(refused({"page", pages, "--color", "perhaps"}), "auto, always or never"));
  const std::string innodb = KEYCOST_SOURCE_DIR "/tests/golden/show/innodb.json";
  CHECK(contains(refused({"wal", innodb}), "page, tree and split"));
  CHECK(contains(refused({"page", innodb, "--at", "commit:1"}), "an event of PostgreSQL's engine"));
  CHECK(show({"page", "no-such-file.json"}).status == 4);
}

TEST_CASE("colour comes with --color always alone when nobody watches, and NO_COLOR and --ascii are heeded") {
  const std::vector<std::string> arguments{"page", pages, "--at", "12"};
  CHECK_FALSE(contains(show(arguments).out, "\x1b["));
  CHECK(contains(show({"page", pages, "--at", "12", "--color", "always"}).out, "\x1b["));
  ProgramSetting no_colour;
  no_colour.variables = {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}};
  CHECK_FALSE(contains(show(arguments, no_colour).out, "\x1b["));
  ProgramSetting latin;
  latin.variables = {{"LC_ALL", "C"}};
  CHECK(show(arguments, latin).out == show({"page", pages, "--at", "12", "--ascii"}).out);
  CHECK(show(arguments, latin).out != show(arguments).out);
}

TEST_CASE("COLUMNS says how wide a drawing may be, and --width says it better") {
  ProgramSetting narrow;
  narrow.variables = {{"COLUMNS", "50"}};
  const std::vector<std::string> arguments{"wal", pages, "--at", "75"};
  CHECK(show(arguments, narrow).out == show({"wal", pages, "--at", "75", "--width", "50"}).out);
  CHECK(show({"wal", pages, "--at", "75", "--width", "80"}, narrow).out == show(arguments).out);
}

TEST_CASE("show, list and explain know the same views and events") {
  const std::string help = run_keycost({"show", "--help"}).out;
  const std::string listed = run_keycost({"list", "events"}).out;
  for (const char* event : {"split:N", "checkpoint:N", "NAME[I]", "image:N"}) {
    CAPTURE(event);
    CHECK(contains(help, event));
    CHECK(contains(listed, event));
  }
  CHECK(contains(run_keycost({"explain", "split:N"}).out, "page split"));
  CHECK(contains(run_keycost({"explain", "show wal"}).out, "what a crash would replay"));
}

TEST_CASE("a large scenario is run no further than the moment that is asked for") {
  const ProgramOutput output = show({"split", second_million, "--table", "v4", "--at", "split:1"});
  CHECK(output.status == 0);
  CHECK(contains(output.out, "Split 1: v4_pkey, block 1, a leaf"));
}

}  // namespace
}  // namespace keycost
