// Does running a scenario depend on nothing but the scenario: neither on threads nor on which of them fails
// first?
#include <string>

#include "src/execute.hpp"
#include "src/execute/memory.hpp"
#include "src/execute/progress.hpp"
#include "src/execute/within_memory.hpp"
#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

/// Tables t0, t1, … read rows files of the same names; a file listed in `broken` repeats its first key in
/// line 3.
ScenarioFile files_scenario(const TemporaryFolder& folder, std::size_t tables,
                            const std::vector<std::size_t>& broken) {
  std::string text = R"({"title": "t", "engine": "postgresql-18", "tables": {)";
  for (std::size_t table = 0; table < tables; ++table) {
    const std::string name = "t" + std::to_string(table);
    const bool is_broken = std::find(broken.begin(), broken.end(), table) != broken.end();
    write_file(folder / (name + ".csv"), is_broken ? "id\n1\n1\n3\n" : "id\n1\n2\n3\n");
    text += (table == 0 ? "\"" : ",\"") + name + R"(": {"columns": [{"name": "id", "type": "bigint"}],
      "primary_key": ["id"], "rows": ")" +
            name + ".csv\"}";
  }
  text += R"(}, "steps": [{"do": "insert", "rows": 3}]})";
  return decode_scenario(folder / "s.json", text);
}

std::string failure_of(const ScenarioFile& file, std::size_t threads) {
  ExecuteOptions options;
  options.threads = threads;
  try {
    execute(file, options);
  } catch (const InputOutputFailed& failed) {
    return failed.problem().text();
  }
  return "";
}

TEST_CASE("the error of the first table in the scenario's order is told, whichever thread is faster") {
  const TemporaryFolder folder;
  const ScenarioFile file = files_scenario(folder, 6, {2, 3, 5});
  for (const std::size_t threads : {1U, 2U, 6U}) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      const std::string failure = failure_of(file, threads);
      CAPTURE(failure);
      CHECK(failure.find("t2.csv:3") != std::string::npos);
    }
  }
  CHECK(failure_of(files_scenario(folder, 6, {}), 6).empty());
}

TEST_CASE("results stand in the scenario's order, only those asked for") {
  const TemporaryFolder folder;
  const ScenarioFile file = files_scenario(folder, 5, {});
  ExecuteOptions options;
  options.threads = 3;
  options.tables = {"t4", "t1"};
  const ScenarioResult result = execute(file, options);
  REQUIRE(result.tables.size() == 2);
  CHECK(result.tables[0].name == "t1");
  CHECK(result.tables[1].name == "t4");
}

TEST_CASE("a stream's row that is refused is the scenario's fault, and told with table and row") {
  const std::string text = R"({"title": "t", "engine": "postgresql-18", "tables": {"t": {"columns": [
      {"name": "id", "type": "bigint", "values": {"stream": "constant", "value": "1"}}], "primary_key": ["id"]}},
      "steps": [{"do": "insert", "rows": 10}]})";
  try {
    execute(decode_scenario("s.json", text), {});
    FAIL("a duplicate key was inserted");
  } catch (const ScenarioInvalid& invalid) {
    CHECK(invalid.problems().at(0).text().find("s.json: table \"t\", row 2: ") == 0);
  }
}

/// Table "a" counts, table "b" draws.
ScenarioFile replicated_scenario(std::size_t replicates) {
  std::string text = two_tables_scenario("3000");
  text.insert(1, "\"replicates\": " + std::to_string(replicates) + ", ");
  return decode_scenario("s.json", text);
}

TEST_CASE("each replicate is what its seed gives alone, whatever the number of threads") {
  const ScenarioFile file = replicated_scenario(4);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    ExecuteOptions options;
    options.threads = threads;
    const ScenarioResult result = execute(file, options);
    REQUIRE(result.replicates.size() == 4);
    CHECK(result.replicates[0].seed == result.seed);
    for (const Replicate& replicate : result.replicates) {
      ExecuteOptions alone;
      alone.seed = replicate.seed;
      alone.replicates = 1;
      const ScenarioResult single = execute(file, alone);
      CHECK(single.replicates.empty());
      REQUIRE(replicate.tables.size() == 2);
      for (std::size_t table = 0; table < 2; ++table) {
        const StepResult& step = replicate.tables[table].steps.at(0);
        const StepResult& expected = single.tables[table].steps.at(0);
        CHECK(step.wal.bytes == expected.wal.bytes);
        CHECK(step.buffers.hit == expected.buffers.hit);
        CHECK(step.indexes.at(0).second.avg_leaf_density == expected.indexes.at(0).second.avg_leaf_density);
      }
    }
    // This comparison can fail: the random table differs from seed to seed.
    CHECK(result.replicates[1].tables[1].steps[0].wal.bytes !=
          result.replicates[2].tables[1].steps[0].wal.bytes);
  }
}

TEST_CASE("pages are kept of the first replicate") {
  ExecuteOptions options;
  options.keep_pages = true;
  const ScenarioFile file = replicated_scenario(3);
  const ScenarioResult result = execute(file, options);
  options.replicates = 1;
  const ScenarioResult single = execute(file, options);
  REQUIRE(result.pages_by_table.size() == 2);
  CHECK(result.pages_by_table[1].at(0).lines == single.pages_by_table[1].at(0).lines);
}

TEST_CASE("a run that cannot fit in memory is refused beforehand, one that fits table by table is run so") {
  const ScenarioFile file = decode_scenario("s.json", two_tables_scenario("100000"));
  const std::vector<std::size_t> tables{0, 1};
  const std::uint64_t larger = std::max(table_memory_bytes(file, 0), table_memory_bytes(file, 1));
  const std::uint64_t both = table_memory_bytes(file, 0) + table_memory_bytes(file, 1);
  CHECK(tables_at_a_time(file, {tables, 1, false}, 8, std::nullopt) == 2);
  CHECK(tables_at_a_time(file, {tables, 1, false}, 8, both) == 2);
  CHECK(tables_at_a_time(file, {tables, 1, false}, 8, both - 1) == 1);
  CHECK(tables_at_a_time(file, {tables, 1, false}, 8, larger) == 1);
  CHECK_THROWS_AS(tables_at_a_time(file, {tables, 1, false}, 8, larger - 1), InputOutputFailed);
  // Two replicates of the larger table may meet.
  CHECK(tables_at_a_time(file, {tables, 10, false}, 2, 2 * larger) == 2);
  CHECK(tables_at_a_time(file, {tables, 10, false}, 2, 2 * larger - 1) == 1);
  // Kept pages of one table are still there while the next one runs.
  CHECK(tables_at_a_time(file, {tables, 1, true}, 8, both) == 2);
  CHECK_THROWS_AS(tables_at_a_time(file, {tables, 1, true}, 8, both - 1), InputOutputFailed);
  CHECK_THROWS_AS(execute_within_memory(file, {}, larger - 1), InputOutputFailed);
}

TEST_CASE("the memory for all rows of a file grows with the file") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", R"({"title": "t", "engine": "postgresql-18", "tables": {"t": {"columns": [
      {"name": "id", "type": "bigint"}], "primary_key": ["id"], "rows": "rows.csv"}},
      "steps": [{"do": "insert", "rows": "all"}]})");
  std::string rows = "id\n";
  for (int row = 0; row < 1000; ++row) rows += std::to_string(100000 + row) + "\n";
  write_file(folder / "rows.csv", rows);
  const std::uint64_t small = table_memory_bytes(load_scenario(folder / "s.json"), 0);
  std::string many = "id\n";
  for (int row = 0; row < 200000; ++row) many += std::to_string(100000 + row) + "\n";
  write_file(folder / "rows.csv", many);
  const std::uint64_t large = table_memory_bytes(load_scenario(folder / "s.json"), 0);
  CHECK(large > small + 200000 * 8);
  CHECK(large < 200000 * 2000);
}

TEST_CASE("the system tells how much memory there is") {
  const auto available = available_memory_bytes();
#ifdef __linux__
  REQUIRE(available.has_value());
  CHECK(*available > 1024 * 1024);
#else
  CHECK(available.value_or(1) > 0);
#endif
}

TEST_CASE("progress tells rows, speed and what is left") {
  CHECK(progress_text(250'000, 1'000'000, 2.0) == "250,000 of 1,000,000 rows, 125,000 rows/s, 6 s left");
  CHECK(progress_text(250'000, std::nullopt, 2.0) == "250,000 rows, 125,000 rows/s");
  CHECK(progress_text(0, 10, 2.0) == "0 of 10 rows, 0 rows/s");
}

}  // namespace
}  // namespace keycost
