// From a path on the command line to a finished report: decode, choose tables, simulate, judge.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/execute.hpp"
#include "src/report/report.hpp"

namespace keycost {

/// Calls `use` with every scenario file that the arguments name, in order, each once. Where an argument names
/// none, `refuse` is called with it while the exception of find_scenarios() is being handled.
void for_each_scenario(const std::vector<std::string>& arguments,
                       const std::function<void(const std::string& path)>& use,
                       const std::function<void(const std::string& argument)>& refuse);

/// All of them; throws what find_scenarios() throws.
std::vector<std::string> find_all_scenarios(const std::vector<std::string>& arguments);

/// A decoded scenario and the expectations that will not be judged since a table they name is left out.
struct LoadedScenario {
  std::shared_ptr<ScenarioFile> scenario;
  std::vector<Expectation> left_out;
};

/// `tables`: only these, all if empty. Throws what load_scenario() throws, and UsageError for an unknown
/// table.
LoadedScenario load_for_run(const std::string& path, const std::vector<std::string>& tables);

/// A scenario that checks nothing would pass for ever, whatever happens. Throws ScenarioInvalid.
void require_expectations(const ScenarioFile& file);

/// Simulates and judges. Throws what execute() throws.
ScenarioReport run_loaded(const LoadedScenario& loaded, const ExecuteOptions& options,
                          std::optional<std::uint64_t> memory_limit_bytes);

}  // namespace keycost
