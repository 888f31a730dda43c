// Do the commands that only tell something print what is documented, in a form that other programs can read?
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/command/explain_entries.hpp"
#include "src/report/kinds.hpp"
#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_CASE("keys prints as many keys as asked for, by default ten, the same for the same seed") {
  const ProgramOutput ten = run_keycost({"keys", "uuidv4"});
  CHECK(ten.status == 0);
  CHECK(lines_in(ten.out) == 10);
  CHECK(ten.out.size() == 10 * 37);
  CHECK(run_keycost({"keys", "uuidv4"}).out == ten.out);
  CHECK(run_keycost({"keys", "uuidv4", "--seed", "2"}).out != ten.out);
  CHECK(run_keycost({"keys", "uuidv4", "-n", "3"}).out == ten.out.substr(0, 3 * 37));
  CHECK(run_keycost({"keys", "uuidv4", "-n", "0"}).out.empty());
  CHECK(run_keycost({"keys", "uuidv7", "--set", "ids_per_ms=1"}).out != run_keycost({"keys", "uuidv7"}).out);
}

TEST_CASE("every stream prints keys of every type it can fill") {
  for (const StreamDescription* stream : key_streams()) {
    for (const SqlType type : stream->types) {
      const std::string name(stream->name);
      const std::string type_name(describe(type).name);
      CAPTURE(name, type_name);
      const ProgramOutput output = run_keycost({"keys", name, "-n", "5000", "--type", type_name});
      // A stream may need an option for a type: "constant" has no value that every type can read.
      const bool is_usable = stream->problem == nullptr || stream->problem(type, {}).empty();
      CHECK(output.status == (is_usable ? 0 : 2));
      CHECK(lines_in(output.out) == (is_usable ? 5000 : 0));
    }
  }
}

TEST_CASE("rows prints the rows that the steps insert, and they are those of the keys command") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("5000"));
  const ProgramOutput rows = run_keycost({"rows", folder / "s.json", "b"});
  REQUIRE(rows.status == 0);
  CHECK(rows.out == "id\n" + run_keycost({"keys", "uuidv4", "-n", "5000"}).out);
  CHECK(run_keycost({"rows", folder / "s.json", "b", "-n", "2"}).out == rows.out.substr(0, 3 + 2 * 37));
  CHECK(run_keycost({"rows", folder / "s.json", "b", "--seed", "9", "-n", "2"}).out !=
        run_keycost({"rows", folder / "s.json", "b", "-n", "2"}).out);
}

TEST_CASE("rows of a CSV file come out as they went in: NULL, empty text, quotes and line ends") {
  const TemporaryFolder folder;
  const std::string csv = "id,t\n1,\n2,\"\"\n3,\"a,\"\"b\"\"\nc\"\n4,plain\n";
  write_file(folder / "rows.csv", csv);
  write_file(folder / "s.json", R"({"title": "t", "engine": "postgresql-18", "tables": {"t": {"columns": [
      {"name": "id", "type": "bigint"}, {"name": "t", "type": "text", "nullable": true}],
      "primary_key": ["id"], "rows": "rows.csv"}}, "steps": [{"do": "insert", "rows": 4}]})");
  const ProgramOutput output = run_keycost({"rows", folder / "s.json", "t"});
  CAPTURE(output.err);
  CHECK(output.status == 0);
  CHECK(output.out == csv);
}

TEST_CASE("a row that a file repeats is refused with file and line") {
  const TemporaryFolder folder;
  write_file(folder / "rows.csv", "id\n1\n2\n1\n");
  write_file(folder / "s.json", R"({"title": "t", "engine": "postgresql-18", "tables": {"t": {"columns": [
      {"name": "id", "type": "bigint"}], "primary_key": ["id"], "rows": "rows.csv"}},
      "steps": [{"do": "insert", "rows": 3}]})");
  const ProgramOutput output = run_keycost({"run", folder / "s.json"});
  CHECK(output.status == 4);
  CHECK(contains(output.err, "rows.csv:4"));
}

TEST_CASE("list names every stream, engine and metric, and scenarios with their titles") {
  const std::string text = run_keycost({"list"}).out;
  for (const StreamDescription* stream : key_streams()) CHECK(contains(text, std::string(stream->name)));
  for (const EngineDescription* engine : engines()) {
    CHECK(contains(text, std::string(engine->name)));
    for (const Metric& metric : engine->metrics().step)
      CHECK(contains(text, "  " + std::string(metric.path) + " "));
    for (const Metric& metric : engine->metrics().index)
      CHECK(contains(text, "indexes.INDEX." + std::string(metric.path)));
  }
  for (const ReportKind& kind : report_kinds()) CHECK(contains(text, fmt::format("  {} ", kind.name)));
  CHECK(contains(run_keycost({"list", "reports"}).out, "svg     a figure of each run"));
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("10"));
  CHECK(run_keycost({"list", "scenarios", folder.path()}).out == folder / "s.json" + "  Two tables\n");
}

TEST_CASE("explain knows every name that list prints, and more") {
  const std::vector<ExplainEntry> entries = explain_entries();
  const auto knows = [&](const std::string& name) { return !find_entries(entries, name).empty(); };
  for (const EngineDescription* engine : engines()) {
    const MetricSet& metrics = engine->metrics();
    for (const Metric& metric : metrics.step) CHECK(knows(std::string(metric.path)));
    for (const Metric& metric : metrics.index)
      CHECK(knows("v4.second.indexes.v4_pkey." + std::string(metric.path)));
    for (const Metric& metric : metrics.wal_type)
      CHECK(knows("wal.by_type.Heap/INSERT." + std::string(metric.path)));
    for (const std::string_view type : metrics.wal_record_types) CHECK(knows(std::string(type)));
  }
  for (const StreamDescription* stream : key_streams()) {
    CHECK(knows(std::string(stream->name)));
    for (const Declaration& option : stream->options) CHECK(knows(std::string(option.name)));
  }
  for (const EngineDescription* engine : engines()) {
    for (const Declaration& setting : engine->settings) CHECK(knows(std::string(setting.name)));
  }
  for (const ReportKind& kind : report_kinds()) CHECK(knows(std::string(kind.name)));
  for (const char* field : {"steps", "commit_every", "primary_key", "expect", "within"}) {
    CAPTURE(field);
    CHECK(knows(field));
  }
  CHECK_FALSE(knows("nothing_of_that_name"));
}

TEST_CASE("explain knows every type, and every line of a report as it is printed") {
  const std::vector<ExplainEntry> entries = explain_entries();
  const auto found = [&](const std::string& name) -> std::string {
    const std::vector<ExplainEntry> all = find_entries(entries, name);
    return all.empty() ? "" : all.front().name;
  };
  for (const EngineDescription* engine : engines()) {
    for (const AcceptedType& accepted : engine->types) {
      if (accepted.refusal.empty()) CHECK(found(std::string(describe(accepted.type).name)) != "");
    }
  }
  CHECK(found("WAL") == "wal.bytes");
  CHECK(found("full-page images") == "wal.fpi");
  CHECK(found("primary key leaf pages") == "indexes.INDEX.leaf_pages");
  CHECK(found("index by_customer average leaf density") == "indexes.INDEX.avg_leaf_density");
  CHECK(found("WAL, index by_customer") == "by_relation.RELATION.wal.bytes");
  const std::vector<ExplainEntry> rate = find_entries(entries, "WAL a row");
  REQUIRE(rate.size() == 2);
  CHECK(rate[0].name == "wal.bytes");
  CHECK(rate[1].name == "per_row");
  CHECK(found("primary key leaf") == "");
  // Whatever a report of this step prints as a line of its tables.
  const std::string report =
      run_keycost({"run", KEYCOST_SOURCE_DIR "/scenarios/your-project/orders.json"}).out;
  std::size_t lines = 0;
  for (std::size_t start = report.find("before "), end = 0; start < report.find("\nexpectations");
       start = end + 1) {
    end = report.find('\n', start);
    const std::string line = report.substr(start, end - start);
    const std::string label = line.substr(0, line.find("  "));
    if (label.empty() || contains(label, "before") || contains(label, "interval")) continue;
    CAPTURE(label);
    CHECK((contains(label, "expected, ± 4 sd") || label == "rows inserted" || !found(label).empty()));
    ++lines;
  }
  CHECK(lines > 40);
}

TEST_CASE("explain says whose a field is") {
  const std::string text = run_keycost({"explain", "columns"}).out;
  CHECK(contains(text, "columns: field of a table\n"));
  CHECK(contains(text, "columns: field of an index\n"));
  CHECK(contains(run_keycost({"explain", "commit_every"}).out, "commit_every: field of a step \"insert\"\n"));
  CHECK(contains(run_keycost({"explain", "no_such"}).err,
                 "unknown name \"no_such\"; known: \"rows\", \"conflicts\""));
}

TEST_CASE("explain tells meaning, unit, formula and source") {
  const std::string text = run_keycost({"explain", "leaf_fragmentation"}).out;
  CHECK(contains(text, "indexes.INDEX.leaf_fragmentation: metric of an index\n"));
  CHECK(contains(text, "  unit        percent\n"));
  CHECK(contains(text, "  formula     100 × leaves"));
  CHECK(contains(text, "pgstatindex"));
}

TEST_CASE("schema prints JSON, version and --version the version") {
  CHECK(nlohmann::json::accept(run_keycost({"schema"}).out));
  CHECK(run_keycost({"version"}).out == "keycost " KEYCOST_VERSION "\n");
  CHECK(run_keycost({"--version"}).out == "keycost " KEYCOST_VERSION "\n");
}

TEST_CASE("validate counts what a scenario has") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", two_tables_scenario("10", R"({"value": "a.first.rows", "min": 1})"));
  CHECK(run_keycost({"validate", folder / "s.json"}).out ==
        folder / "s.json" + ": valid (2 tables, 1 step, 1 expectation)\n");
}

TEST_CASE("every command has a --help with an example and the exit statuses") {
  const std::string help = run_keycost({"--help"}).out;
  for (const char* command :
       {"run", "check", "validate", "keys", "rows", "inspect", "list", "explain", "schema", "version"}) {
    const ProgramOutput output = run_keycost({command, "--help"});
    CAPTURE(command);
    CHECK(output.status == 0);
    CHECK(contains(output.out, std::string("Example: keycost ") + command));
    CHECK(contains(output.out, "130 interrupted"));
    CHECK(contains(help, std::string("\n  ") + command + " "));
  }
}

}  // namespace
}  // namespace keycost
