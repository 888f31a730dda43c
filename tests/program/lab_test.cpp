// Does `lab` write a script that keeps to its own schema, and does `--verify` say in its exit status whether
// a server agrees? Are slips in the command line told?
#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

std::string refusal_of(const std::vector<std::string>& arguments) {
  const ProgramOutput output = run_keycost(arguments);
  CHECK(output.status == 2);
  CHECK(output.out.empty());
  return output.err;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

const std::string recorded = KEYCOST_SOURCE_DIR "/tests/recorded/lab/";
const std::string keys_scenario = recorded + "scenarios/keys.json";

}  // namespace

TEST_CASE("lab writes a script of its own schema, with the keys and the simulated figures") {
  const ProgramOutput script = run_keycost({"lab", keys_scenario, "--table", "v4", "--rows", "700"});
  INFO(script.err);
  REQUIRE(script.status == 0);
  CHECK(script.out.find("CREATE SCHEMA keycost_lab;") != std::string::npos);
  CHECK(script.out.find("DROP SCHEMA keycost_lab CASCADE;\nSELECT") != std::string::npos);
  CHECK(script.out.find("CREATE TABLE keycost_lab.\"v4\"") != std::string::npos);
  CHECK(script.out.find("\"bigint\"") == std::string::npos);
  CHECK(script.out.find("('first', 'rows', 500, NULL)") != std::string::npos);
  // 500 keys and 4 × 50, as `keycost rows` prints them; the counter follows from a row's number.
  const ProgramOutput rows = run_keycost({"rows", keys_scenario, "v4", "-n", "700"});
  const std::size_t first_key = rows.out.find('\n') + 1;
  const std::string key = rows.out.substr(first_key, 36);
  CHECK(count_of(script.out, "\n" + key + "\n") == 1);
  const std::size_t data = script.out.find("FROM stdin;\n");
  REQUIRE(data != std::string::npos);
  const std::size_t end = script.out.find("\\.\n", data);
  CHECK(count_of(script.out.substr(data, end - data), "\n") == 701);
}

TEST_CASE("lab lets the server make the keys that it has a generator for") {
  const ProgramOutput script = run_keycost({"lab", keys_scenario, "--rows", "700", "--keys", "server"});
  REQUIRE(script.status == 0);
  CHECK(script.out.find("gen_random_uuid()") != std::string::npos);
  CHECK(script.out.find("SELECT uuidv7(), f.n::") != std::string::npos);
  CHECK(script.out.find("FROM stdin") == std::string::npos);
  CHECK(script.out.find("'own_keys', 'v4'") != std::string::npos);
  CHECK(script.out.find("'own_keys', 'v7'") == std::string::npos);
}

TEST_CASE("lab writes a script for InnoDB's engines") {
  const ProgramOutput script = run_keycost({"lab", recorded + "scenarios/innodb.json", "--rows", "60"});
  INFO(script.err);
  REQUIRE(script.status == 0);
  CHECK(script.out.find("CREATE DATABASE keycost_lab;") != std::string::npos);
  CHECK(script.out.find("DROP DATABASE keycost_lab;") != std::string::npos);
  CHECK(script.out.find("`id` binary(16) NOT NULL") != std::string::npos);
  CHECK(script.out.find("CHARACTER SET ascii COLLATE ascii_bin") != std::string::npos);
  CHECK(script.out.find("OPTIMIZE TABLE `v4`;") != std::string::npos);
}

TEST_CASE("lab --verify says in its exit status whether the server agrees") {
  const TemporaryFolder folder;
  const std::string output = folder.path() + "/lab.out";
  const std::string end = "keycost-lab-about/1\tend\n";
  const std::string agrees = "keycost-lab/1\tt\ts\twal.bytes\t1005\t1000\t\n";
  write_file(output, agrees + end);
  CHECK(run_keycost({"lab", "--verify", output}).status == 0);
  CHECK(run_keycost({"lab", "--verify", output, "--within", "0.1%"}).status == 1);
  const ProgramOutput csv = run_keycost({"lab", "--verify", output, "-o", "csv"});
  CHECK(csv.out.find("t,s,wal.bytes,1005,1000,,0.5,within,\n") != std::string::npos);
  write_file(output, agrees);
  const ProgramOutput cut_off = run_keycost({"lab", "--verify", output});
  CHECK(cut_off.status == 1);
  CHECK(cut_off.err.find("did not run to its end") != std::string::npos);
  ProgramSetting piped;
  piped.standard_input = agrees + end;
  CHECK(run_keycost({"lab", "--verify", "-"}, piped).status == 0);
  CHECK(run_keycost({"lab", "--verify", folder.path() + "/none"}).status == 4);
}

TEST_CASE("lab and import refuse what they cannot use") {
  CHECK(refusal_of({"lab"}) == "keycost: lab: a SCENARIO is missing, or --verify OUTPUT\n");
  CHECK(refusal_of({"lab", keys_scenario, "--keys", "servers"}).find("lab: --keys: ") != std::string::npos);
  CHECK(refusal_of({"lab", keys_scenario, "--rows", "0"}).find("--rows takes a whole number") !=
        std::string::npos);
  CHECK(refusal_of({"lab", keys_scenario, "--table", "v5"}).find("--table: ") != std::string::npos);
  CHECK(refusal_of({"lab", keys_scenario, "--within", "1%"}).find("give both") != std::string::npos);
  CHECK(refusal_of({"lab", "--verify", keys_scenario, "--within", "much"})
            .find("--within takes a percentage") != std::string::npos);
  CHECK(refusal_of({"lab", keys_scenario, "--size-limit", "1kB"}).find("--rows N") != std::string::npos);
  CHECK(refusal_of({"import"}) == "keycost: import: takes a FILE, --scenario SCENARIO and --step NAME\n");
}

TEST_CASE("lab refuses steps that no script can take") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/restarts.json";
  write_file(path,
             R"({"engine": "postgresql-18", "tables": {"t": {"columns": [{"name": "id", "type": "bigint",
      "values": "identity"}], "primary_key": ["id"]}}, "steps": [{"do": "insert", "rows": 5}, {"do": "restart"}]})");
  const ProgramOutput output = run_keycost({"lab", path});
  CHECK(output.status == 3);
  CHECK(output.err.find("\"restart\"") != std::string::npos);
}

TEST_CASE("import holds pgstatindex and the log against a step") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/printed.txt";
  const std::vector<std::string> of_step{"--scenario", keys_scenario, "--step", "first", "--table", "bigint"};
  const auto import_file = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"import", file};
    arguments.insert(arguments.end(), of_step.begin(), of_step.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_keycost(arguments);
  };
  // 50,000 ascending bigints: 366 on a leaf, 90 % full.
  write_file(
      file,
      " tree_level | leaf_pages | deleted_pages | avg_leaf_density\n------+----\n 1 | 137 | 0 | 89.84\n");
  ProgramOutput output = import_file({});
  INFO(output.out << output.err);
  CHECK(output.status == 0);
  CHECK(output.out.find("indexes.bigint_pkey.leaf_pages") != std::string::npos);
  write_file(file, " tree_level | leaf_pages | avg_leaf_density\n 1 | 240 | 51.28\n");
  CHECK(import_file({}).status == 1);
  write_file(file,
             "resource_manager/record_type|count|record_size|fpi_size|combined_size\n"
             "Heap/INSERT|1|1|1|1\n");
  output = import_file({});
  CHECK(output.status == 1);
  CHECK(output.out.find("wal.by_type.Btree/INSERT_LEAF.count") != std::string::npos);  // told to be missing
  CHECK(import_file({"--within", "x"}).status == 2);
  write_file(file, "nonsense\n");
  CHECK(import_file({}).status == 4);
}

}  // namespace keycost
