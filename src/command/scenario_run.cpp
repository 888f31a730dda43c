#include "src/command/scenario_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "src/command/exit_status.hpp"
#include "src/execute/file_problem.hpp"
#include "src/execute/within_memory.hpp"
#include "src/expression_path.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

void require_known_tables(const ScenarioFile& file, const std::vector<std::string>& tables) {
  std::vector<std::string_view> known;
  for (const TableDefinition& table : file.scenario.tables) known.push_back(table.name);
  for (const std::string& table : tables) {
    if (std::ranges::find(known, table) != known.end()) continue;
    throw UsageError(
        fmt::format("--table: {} (in {})", unknown_name("table", table, known), path_in_quotes(file.path)));
  }
}

/// Takes out of `file` the expectations that cannot be read against the chosen tables alone; the others are
/// read anew, against what the result will hold.
std::vector<Expectation> leave_out_expectations(ScenarioFile& file, const std::vector<std::string>& tables) {
  Scenario chosen = file.scenario;
  std::erase_if(chosen.tables, [&](const TableDefinition& table) {
    return std::ranges::find(tables, table.name) == tables.end();
  });
  const ExpressionNames names(chosen);
  std::vector<Expectation> kept;
  std::vector<Expectation> left_out;
  for (Expectation& expectation : file.expectations) {
    ExpressionError error;
    std::optional<Expression> read = parse_expression(expectation.value.text(), names, error);
    if (read) expectation.value = std::move(*read);
    (read ? kept : left_out).push_back(std::move(expectation));
  }
  file.expectations = std::move(kept);
  return left_out;
}

}  // namespace

void for_each_scenario(const std::vector<std::string>& arguments,
                       const std::function<void(const std::string& path)>& use,
                       const std::function<void(const std::string& argument)>& refuse) {
  std::vector<std::string> seen;
  for (const std::string& argument : arguments) {
    std::vector<std::string> found;
    try {
      found = find_scenarios(argument);
    } catch (const InputOutputFailed&) {
      refuse(argument);
    }
    for (const std::string& path : found) {
      if (std::ranges::find(seen, path) != seen.end()) continue;
      seen.push_back(path);
      use(path);
    }
  }
}

std::vector<std::string> find_all_scenarios(const std::vector<std::string>& arguments) {
  std::vector<std::string> paths;
  for_each_scenario(
      arguments, [&](const std::string& path) { paths.push_back(path); }, [](const std::string&) { throw; });
  return paths;
}

LoadedScenario load_for_run(const std::string& path, const std::vector<std::string>& tables) {
  LoadedScenario loaded{std::make_shared<ScenarioFile>(load_scenario(path)), {}};
  if (tables.empty()) return loaded;
  require_known_tables(*loaded.scenario, tables);
  loaded.left_out = leave_out_expectations(*loaded.scenario, tables);
  return loaded;
}

void require_expectations(const ScenarioFile& file) {
  if (!file.expectations.empty()) return;
  throw ScenarioInvalid({file_problem(
      file.path, "has no \"expect\", so there is nothing to check; add expectations or use `keycost run`")});
}

ScenarioReport run_loaded(const LoadedScenario& loaded, const ExecuteOptions& options,
                          std::optional<std::uint64_t> memory_limit_bytes) {
  ScenarioReport report;
  report.path = loaded.scenario->path;
  report.scenario = loaded.scenario;
  report.result = execute_within_memory(*loaded.scenario, options, memory_limit_bytes);
  report.verdicts = judge_all(*loaded.scenario, report.result);
  for (const Expectation& expectation : loaded.left_out) {
    report.skipped.push_back({&expectation, "a table that it names is left out (--table)"});
  }
  return report;
}

}  // namespace keycost
