// Does `keycost bless` write nothing unless asked to, show what it changes, and say by its status what still
// fails?
#include <cstdlib>
#include <string>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

ProgramOutput run_in(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
  ProgramSetting setting;
  setting.folder = folder.path();
  return run_keycost(arguments, setting);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE(
    "bless shows the difference and changes no file; with --write the file holds, and again nothing "
    "changes") {
  const TemporaryFolder folder;
  const std::string text = two_tables_scenario("1000", R"({"value": "a.first.rows", "equals": 999})");
  write_file(folder / "s.json", text);
  const ProgramOutput shown = run_in(folder, {"bless", "s.json"});
  CHECK(shown.status == 1);
  CHECK(shown.out.starts_with("--- s.json\n+++ s.json\n@@ -"));
  CHECK(contains(shown.out, "\"equals\": 999}"));
  CHECK(contains(shown.out, "\"equals\": 1000}"));
  CHECK(contains(shown.err, "1 bound would be rewritten; check that each \"because\" is still true"));
  CHECK(read_file(folder / "s.json") == text);

  const ProgramOutput written = run_in(folder, {"bless", ".", "--write"});
  CHECK(written.status == 0);
  std::string expected = text;
  expected.replace(expected.find("999}"), 3, "1000");
  CHECK(read_file(folder / "s.json") == expected);
  CHECK(folder.entries() == 1);
  CHECK(run_in(folder, {"check", "s.json"}).status == 0);
  const ProgramOutput again = run_in(folder, {"bless", "s.json", "--write"});
  CHECK(again.status == 0);
  CHECK(again.out.empty());
  CHECK(read_file(folder / "s.json") == expected);
}

TEST_CASE("the difference is one that patch applies") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("1000", R"({"value": "a.first.rows", "equals": 999},
    {"value": "b.first.rows", "max": 5})"));
  write_file(folder / "difference", run_in(folder, {"bless", "s.json"}).out);
  const std::string command = "cd '" + folder.path() + "' && patch -s s.json difference";
  if (std::system("command -v patch > /dev/null") != 0) return;
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(run_in(folder, {"check", "s.json"}).status == 0);
}

TEST_CASE("what bless leaves keeps the exit status at 1, with file, line and reason") {
  const TemporaryFolder folder;
  write_file(folder / "s.json",
             two_tables_scenario("1000",
                                 R"({"value": "a.first.rows", "equals": 9, "stated": 9, "source": "D, t"})"));
  const ProgramOutput output = run_in(folder, {"bless", "s.json", "--write"});
  CHECK(output.status == 1);
  CHECK(output.out.empty());
  CHECK(contains(output.err, "keycost: s.json:"));
  CHECK(contains(output.err,
                 "left as it is, since it is what a document states: a.first.rows = 1,000, expected = 9"));
}

TEST_CASE("bless refuses what check refuses") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("1000"));
  CHECK(run_in(folder, {"bless", "s.json"}).status == 3);
  CHECK(run_in(folder, {"bless"}).status == 2);
  CHECK(run_in(folder, {"bless", "absent.json"}).status == 4);
}

}  // namespace
}  // namespace keycost
