// Do results go where the user wants them, whole, and the same on every machine and with any number of
// threads?
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;
using Json = nlohmann::json;

ProgramOutput run_in(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                     const std::vector<std::pair<std::string, std::string>>& variables = {}) {
  ProgramSetting setting;
  setting.folder = folder.path();
  setting.variables = variables;
  return run_keycost(arguments, setting);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("one run can write several reports, to files and to standard output") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("1000", R"({"value": "a.first.rows", "min": 1})"));
  const ProgramOutput output =
      run_in(folder, {"run", "s.json", "-o", "json:result.json", "-o", "csv:-", "-o", "junit:out.xml"});
  REQUIRE(output.status == 0);
  CHECK(output.out.starts_with("scenario,engine,seed,"));
  CHECK(Json::parse(read_file(folder / "result.json"))["tables"]["a"]["steps"]["first"]["rows"] == 1000);
  CHECK(read_file(folder / "out.xml").starts_with("<?xml"));
  CHECK(folder.entries() == 3);
}

TEST_CASE("the same scenario and seed give the same bytes from another folder and with other threads") {
  const TemporaryFolder first;
  const TemporaryFolder second;
  write_file(first / "s.json", two_tables_scenario("20000"));
  std::filesystem::create_directory(second / "below");
  write_file(second / "below/s.json", two_tables_scenario("20000"));
  const std::string expected = run_in(first, {"run", "s.json", "-o", "json", "--threads", "1"}).out;
  REQUIRE(Json::parse(expected)["tables"].size() == 2);
  CHECK(run_in(first, {"run", "s.json", "-o", "json", "--threads", "2"}).out == expected);
  CHECK(run_in(second, {"run", "below/s.json", "-o", "json"}).out == expected);
  CHECK(run_in(second, {"run", second / "below/s.json", "-o", "json"}).out == expected);
  CHECK(
      run_in(first, {"run", "s.json", "-o", "json"}, {{"LC_ALL", "de_DE.UTF-8"}, {"TZ", "Asia/Tokyo"}}).out ==
      expected);
  // This comparison can fail: another seed gives other keys.
  CHECK(run_in(first, {"run", "s.json", "-o", "json", "--seed", "2"}).out != expected);
}

TEST_CASE(
    "check --report md is one table of all scenarios' stated lines, beside the verdicts and their exit "
    "status") {
  const TemporaryFolder folder;
  const std::string stated = R"(, "stated": 1000, "source": "A document, table )";
  write_file(folder / "one.json",
             two_tables_scenario("1000", R"({"value": "a.first.rows", "equals": 1000)" + stated + R"(1"})"));
  write_file(folder / "two.json",
             two_tables_scenario("999", R"({"value": "a.first.rows", "equals": 1000)" + stated + R"(2"})"));
  const ProgramOutput output = run_in(folder, {"check", ".", "--report", "md", "--report", "md:out.md"});
  CHECK(output.status == 1);
  CHECK(contains(output.out, "| A document | table 1 | `one` | `a.first.rows` | 1,000 | 1,000 | ✓ held |\n"));
  CHECK(contains(
      output.out,
      "| A document | table 2 | `two` | `a.first.rows` | 1,000 | 999 | ✗ **failed**, too low by 1 |"));
  CHECK(contains(output.out, "2 stated lines: 1 held, 0 contradicted with a reason, 1 failed\n"));
  CHECK(read_file(folder / "out.md") == output.out);
  CHECK(contains(output.err, "2 scenarios, 2 expectations: 1 held, 1 failed"));

  const ProgramOutput refused = run_in(folder, {"check", "one.json", "--report", "mdd"});
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, "--report: unknown kind of report \"mdd\"; did you mean \"md\"?"));
}

TEST_CASE("nothing is written if one of several outputs cannot be") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("1000"));
  write_file(folder / "blocked", "a file where a folder is wanted");
  const ProgramOutput output =
      run_in(folder, {"run", "s.json", "-o", "json:good.json", "-o", "csv:blocked/bad.csv"});
  CHECK(output.status == 4);
  CHECK(folder.entries() == 2);
}

TEST_CASE("the options --pages and --page-images write one file a relation, one line or 8192 bytes a page") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("5000"));
  const ProgramOutput output =
      run_in(folder, {"run", "s.json", "-o", "json", "--pages", "p", "--page-images", "p"});
  REQUIRE(output.status == 0);
  const Json index = Json::parse(output.out)["tables"]["b"]["steps"]["first"]["indexes"]["b_pkey"];
  const std::string lines = read_file(folder / "p/b.b_pkey.tsv");
  CHECK(lines.starts_with("blkno\ttype\tlive_items\tfree_size\tbtpo_prev\tbtpo_next\tbtpo_level\n"));
  const auto pages = index["index_size"].get<std::size_t>() / 8192;
  CHECK(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')) ==
        pages);  // a heading, no metapage
  CHECK(std::filesystem::file_size(folder / "p/b.b_pkey.bin") == pages * 8192);
  CHECK(std::filesystem::exists(folder / "p/a.heap.bin"));
  CHECK(std::filesystem::exists(folder / "p/a.a_pkey.tsv"));
}

TEST_CASE("page images of an engine that does not keep every byte are refused before anything runs") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", R"({"engine": "mariadb-10.11", "tables": {"t": {"columns": [
    {"name": "id", "type": "bigint", "values": "identity"}], "primary_key": ["id"]}}, "steps": [{"do": "insert", "rows": 10}]})");
  const ProgramOutput output = run_in(folder, {"run", "s.json", "--page-images", "p"});
  CHECK(output.status == 2);
  CHECK(contains(output.err, "--page-images: engine \"mariadb-10.11\" does not keep every byte of a page"));
  CHECK(folder.entries() == 1);
  CHECK(run_in(folder, {"run", "s.json", "--pages", "p"}).status == 0);
}

TEST_CASE("a row that cannot be stored is named by its number and column, with INSERT and with COPY") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& columns, const std::string& engine, const std::string& step,
                           const std::string& rows) {
    write_file(folder / "rows.csv", rows);
    write_file(folder / "s.json",
               R"({"engine": ")" + engine + R"(", "tables": {"t": {"columns": [)" + columns +
                   R"(], "primary_key": ["id"], "rows": "rows.csv"}}, "steps": [{"do": ")" + step +
                   R"(", "rows": "all"}]})");
    const ProgramOutput output = run_in(folder, {"run", "s.json"});
    return output.status == 0 ? "" : output.err;
  };
  const std::string times = R"({"name": "id", "type": "int"}, {"name": "at", "type": "timestamp"})";
  for (const std::string step : {"insert", "copy"}) {
    CHECK(refused(times, "mariadb-10.11", step, "id,at\n1,1970-01-01 00:00:01\n2,2038-01-19 03:14:07\n")
              .empty());
    for (const std::string moment : {"1970-01-01 00:00:00", "2038-01-19 03:14:08"}) {
      const std::string message =
          refused(times, "mysql-8.0", step, "id,at\n1,1970-01-01 00:00:01\n2," + moment + "\n");
      CHECK(contains(message, "rows.csv:3"));
      CHECK(contains(message, "\"at\""));
      CHECK(contains(message, "between 1970-01-01 00:00:01 and 2038-01-19 03:14:07 UTC"));
    }
    const std::string wide =
        refused(R"({"name": "id", "type": "int"}, {"name": "s", "type": "text"})", "postgresql-18", step,
                "id,s\n1,a\n2,b\n3," + std::string(2100, 'x') + "\n");
    CHECK(contains(wide, "rows.csv:4"));
  }
}

TEST_CASE("the option --table leaves tables out, and the expectations that need them") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("1000", R"({"value": "b.first.rows", "equals": 1000},
                                            {"value": "b.first.rows / a.first.rows", "equals": 2})"));
  CHECK(run_in(folder, {"run", "s.json"}).status == 1);
  const ProgramOutput output =
      run_in(folder, {"run", "s.json", "--table", "b", "-o", "text", "-o", "json:r.json"});
  CHECK(output.status == 0);
  CHECK(contains(output.out, "b.first.rows / a.first.rows: skipped, a table that it names is left out"));
  CHECK(contains(output.out, "2 expectations: 1 held, 1 skipped\n"));
  const Json result = Json::parse(read_file(folder / "r.json"));
  CHECK(result["tables"].size() == 1);
  CHECK(result["expect"][1]["outcome"] == "skipped");
  // A table simulated alone gives what it gives beside others.
  const Json whole = Json::parse(run_in(folder, {"run", "s.json", "-o", "json"}).out);
  CHECK(whole["tables"]["b"] == result["tables"]["b"]);
}

TEST_CASE("several scenarios give one list") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("10"));
  write_file(folder / "t.json", two_tables_scenario("20"));
  const Json list = Json::parse(run_in(folder, {"run", "s.json", "t.json", "-o", "json"}).out);
  REQUIRE(list.size() == 2);
  CHECK(list[0]["scenario"]["name"] == "s");
  CHECK(list[1]["tables"]["a"]["steps"]["first"]["rows"] == 20);
}

TEST_CASE("check's lines make way for a report on standard output") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("10", R"({"value": "a.first.rows", "min": 1})"));
  const ProgramOutput output = run_in(folder, {"check", "s.json", "-o", "tap"});
  CHECK(output.status == 0);
  CHECK(output.out.starts_with("TAP version 14\n1..1\n"));
  CHECK(contains(output.err, "✓ s: a.first.rows = 10"));
}

TEST_CASE("the summary of a GitHub step is added to, beside the annotations") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("10", R"({"value": "a.first.rows", "max": 1})"));
  write_file(folder / "summary.md", "before\n");
  const ProgramOutput output =
      run_in(folder, {"check", "s.json", "-o", "github"}, {{"GITHUB_STEP_SUMMARY", folder / "summary.md"}});
  CHECK(output.status == 1);
  CHECK(output.out.starts_with("::error file=s.json,line=7,"));
  const std::string summary = read_file(folder / "summary.md");
  CHECK(summary.starts_with("before\n## Two tables\n"));
  CHECK(contains(summary, "✗ **failed**"));
  // Without -o github the summary is left alone.
  run_in(folder, {"check", "s.json"}, {{"GITHUB_STEP_SUMMARY", folder / "summary.md"}});
  CHECK(read_file(folder / "summary.md") == summary);
}

TEST_CASE("no colour and no progress where no terminal is") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("1000"));
  const ProgramOutput output = run_in(folder, {"run", "s.json"});
  CHECK_FALSE(contains(output.out, "\x1b"));
  CHECK(output.err.empty());
  CHECK(contains(run_in(folder, {"run", "s.json"}, {{"CLICOLOR_FORCE", "1"}}).out, "\x1b[1m"));
  CHECK_FALSE(
      contains(run_in(folder, {"run", "s.json"}, {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}).out, "\x1b"));
}

}  // namespace
}  // namespace keycost
