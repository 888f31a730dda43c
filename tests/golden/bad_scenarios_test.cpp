// Question: is everything that can be wrong with a scenario or its rows refused, at its place, in words that
// help?
//
// bad_scenarios/NAME.json is refused with the text in NAME.expected. With KEYCOST_REWRITE_GOLDENS=1 in the
// environment the expected texts are written anew; the diff is then the review.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "src/rows_file.hpp"
#include "src/scenario_file.hpp"
#include "tests/catch.hpp"

namespace {

using namespace keycost;
namespace fs = std::filesystem;

const std::string folder = std::string(KEYCOST_SOURCE_DIR) + "/tests/golden/bad_scenarios/";

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream content;
  content << stream.rdbuf();
  return content.str();
}

/// Names in messages are relative to the folder: goldens hold on every machine.
std::string without_folder(std::string text) {
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
    text.erase(at, folder.size());
  return text;
}

void read_all_rows(const ScenarioFile& file, const RowsFile& rows_file) {
  const TableDefinition& table = file.scenario.tables[rows_file.table];
  std::vector<ColumnBatch> columns;
  for (const ColumnDefinition& column : table.columns) columns.emplace_back(column.type);
  const auto rows = open_rows_file(rows_file.path, table);
  while (rows->next(100, columns) == 100) continue;
}

/// What a user is told about `path`, with the exit status before it; "accepted" when there is nothing to
/// tell.
std::string refusal_of(const std::string& path) {
  try {
    const ScenarioFile file = load_scenario(path);
    for (const RowsFile& rows_file : file.rows_files) read_all_rows(file, rows_file);
  } catch (const ScenarioInvalid& invalid) {
    return without_folder(std::string("exit status 3\n") + invalid.what() + "\n");
  } catch (const InputOutputFailed& failed) {
    return without_folder(std::string("exit status 4\n") + failed.what() + "\n");
  }
  return "accepted\n";
}

std::set<std::string> names_with(const std::string& extension) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) names.insert(entry.path().stem().string());
  }
  return names;
}

bool rewrite_goldens() {
  const char* wish = std::getenv("KEYCOST_REWRITE_GOLDENS");
  return wish != nullptr && std::string(wish) == "1";
}

}  // namespace

TEST_CASE("every bad scenario is refused with the expected words") {
  const std::set<std::string> names = names_with(".json");
  REQUIRE(names.size() > 100);
  for (const std::string& name : names) {
    const std::string refusal = refusal_of(folder + name + ".json");
    if (rewrite_goldens()) std::ofstream(folder + name + ".expected", std::ios::binary) << refusal;
    INFO(name);
    CHECK(refusal != "accepted\n");
    CHECK(refusal == read_file(folder + name + ".expected"));
  }
}

TEST_CASE("every expected text belongs to a bad scenario") {
  const std::set<std::string> scenarios = names_with(".json");
  for (const std::string& name : names_with(".expected")) {
    INFO(name);
    CHECK(scenarios.contains(name));
  }
}
