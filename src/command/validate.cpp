// keycost validate: decode and cross-check, simulate nothing.
#include <memory>

#include <fmt/format.h>

#include "src/command/command.hpp"
#include "src/command/scenario_run.hpp"
#include "src/report/counts.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

namespace {

std::string valid_line(const ScenarioFile& file) {
  return fmt::format("{}: valid ({}, {}, {})\n", file.path, counted(file.scenario.tables.size(), "table"),
                     counted(file.scenario.steps.size(), "step"),
                     counted(file.expectations.size(), "expectation"));
}

ExitStatus validate(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw UsageError("validate: a SCENARIO or a folder of scenarios is missing");
  ExitStatus status = ExitStatus::held;
  const auto refuse = [&](const std::string& path) {
    const Failure failure = describe_failure(std::current_exception(), path);
    print_failure(failure);
    status = worse(status, failure.status);
  };
  const auto validate_one = [&](const std::string& path) {
    std::string line;
    try {
      line = valid_line(load_scenario(path));
    } catch (...) {
      refuse(path);
    }
    write_standard_output(line);
  };
  for_each_scenario(arguments, validate_one, refuse);
  return status;
}

CommandAction declare_validate(CLI::App& app) {
  const auto scenarios = std::make_shared<std::vector<std::string>>();
  app.add_option("SCENARIO", *scenarios, "scenario files, or folders of them");
  return [scenarios] { return validate(*scenarios); };
}

}  // namespace

const Command validate_command{"validate", "decode and cross-check scenarios, simulate nothing",
                               "Everything that is wrong is told, with file, line and column.\n\n"
                               "Example: keycost validate scenarios",
                               declare_validate};

}  // namespace keycost
