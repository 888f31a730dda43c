// Is a grid's result the same whole, in shards and with any number of threads? Is a shard that is missing or
// there twice found, and a grid that cannot be run refused before it is run?
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

constexpr const char* scenario = R"({
  // a comment survives
  "title": "Keys and fillfactors", "engine": "postgresql-18",
  "tables": {
    "v4": {"columns": [{"name": "id", "type": "uuid", "values": "uuidv4"}], "primary_key": ["id"], "fillfactor": 90}
  },
  "steps": [{"do": "insert", "rows": 500, "name": "all"}, {"do": "repeat", "times": 2, "name": "more", "steps": [{"do": "insert", "rows": 10}]}]
})";

const std::string grid = "--vary tables.v4.fillfactor=50,100 --vary steps[0].rows=400,1000,2000 --seeds 1..3";

/// Arguments without spaces in them, in the folder.
ProgramOutput keycost(const TemporaryFolder& folder, const std::string& arguments) {
  std::istringstream words(arguments);
  ProgramSetting setting;
  setting.folder = folder.path();
  return run_keycost({std::istream_iterator<std::string>(words), {}}, setting);
}

ProgramOutput sweep(const TemporaryFolder& folder, const std::string& arguments) {
  return keycost(folder, "sweep s.json " + arguments);
}

TEST_CASE("a grid has a cell for each combination of values and seeds, in order") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", scenario);
  const ProgramOutput run = sweep(folder, grid);
  REQUIRE(run.status == 0);
  const auto document = nlohmann::json::parse(run.out);
  CHECK(document["format"] == "keycost-sweep/1");
  REQUIRE(document["results"].size() == 18);
  CHECK(document["results"][0]["values"] == nlohmann::json::array({50, 400}));
  CHECK(document["results"][17]["values"] == nlohmann::json::array({100, 2000}));
  CHECK(document["results"][17]["seed"] == 3);
  for (const auto& cell : document["results"]) {
    CHECK(cell["tables"]["v4"]["steps"]["all"]["rows"] == cell["values"][1]);
  }
  // A heap that is half full has twice the pages.
  CHECK(document["results"][6]["tables"]["v4"]["steps"]["all"]["heap"]["pages"] >
        document["results"][15]["tables"]["v4"]["steps"]["all"]["heap"]["pages"]);
}

TEST_CASE("a cell is what run gives for a scenario with its values and its seed") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", scenario);
  const auto cell =
      nlohmann::json::parse(sweep(folder, "--vary tables.v4.fillfactor=70 --seeds 9").out)["results"][0];
  std::string text = scenario;
  text.replace(text.find("\"fillfactor\": 90"), 16, "\"fillfactor\": 70");
  write_file(folder / "t.json", text);
  const ProgramOutput run = keycost(folder, "run t.json --seed 9 -o json");
  CHECK(cell["tables"] == nlohmann::json::parse(run.out)["tables"]);
}

TEST_CASE("shards put together are the whole, byte for byte, also run by GNU Parallel") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", scenario);
  const std::string whole = sweep(folder, grid + " --threads 3").out;
  CHECK(sweep(folder, grid + " --threads 1").out == whole);
  const bool has_parallel = std::system("parallel --version > /dev/null 2>&1") == 0;
  if (has_parallel) {
    const std::string command = "cd '" + folder.path() + "' && seq 5 | parallel --will-cite \"'" +
                                program_path() + "' sweep s.json " + grid +
                                " --shard {}/5 -o json:part-{}.json\" 2> err.txt";
    REQUIRE(std::system(command.c_str()) == 0);
  } else {
    for (int shard = 1; shard <= 5; ++shard) {
      const std::string number = std::to_string(shard);
      REQUIRE(sweep(folder, grid + " --shard " + number + "/5 -o json:part-" + number + ".json").status == 0);
    }
  }
  const ProgramOutput merged =
      keycost(folder, "merge part-3.json part-1.json part-5.json part-2.json part-4.json");
  CHECK(merged.status == 0);
  CHECK(merged.out == whole);

  const ProgramOutput missing = keycost(folder, "merge part-3.json part-1.json part-5.json part-2.json");
  CHECK(missing.status == 4);
  CHECK(missing.out.empty());
  CHECK(missing.err.find("cell 3 of 0 to 17 is in none") != std::string::npos);
  const ProgramOutput twice = keycost(folder, "merge part-1.json part-2.json part-1.json");
  CHECK(twice.status == 4);
  CHECK(twice.err.find("has cell 0, which") != std::string::npos);
}

TEST_CASE("parts of different grids do not go together") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", scenario);
  sweep(folder, "--seeds 1..4 --shard 1/2 -o json:a.json");
  sweep(folder, "--seeds 1..6 --shard 2/2 -o json:b.json");
  const ProgramOutput run = keycost(folder, "merge a.json b.json");
  CHECK(run.status == 4);
  CHECK(run.err.find("another grid") != std::string::npos);
}

TEST_CASE("a value that the scenario cannot have is refused with the value, before anything is run") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", scenario);
  const ProgramOutput run = sweep(folder, "--vary tables.v4.fillfactor=50,5");
  CHECK(run.status == 3);
  CHECK(run.out.empty());
  CHECK(run.err.find("with /tables/v4/fillfactor = 5") != std::string::npos);
  for (const char* wrong : {" --vary x", " --vary a=", " --vary a=1,,2", " --vary a=1,1", " --seeds 5..1",
                            " --seeds 1,1", " --shard 3/2", " --shard 0/2", " --shard 1", " -o html"}) {
    CAPTURE(wrong);
    CHECK(sweep(folder, wrong).status == 2);
  }
}

TEST_CASE("as CSV a sweep has a line for each cell and quantity") {
  const TemporaryFolder folder;
  write_file(folder / "s.json", scenario);
  const std::string csv = sweep(folder, "--vary tables.v4.fillfactor=50,100 -o csv").out;
  CHECK(csv.starts_with("cell,/tables/v4/fillfactor,seed,table,step,round,metric,value\n"));
  CHECK(csv.find("\n0,50,1,v4,all,,rows,500\n") != std::string::npos);
  CHECK(csv.find("\n1,100,1,v4,more,1,rows,10\n") != std::string::npos);
}

}  // namespace
}  // namespace keycost
