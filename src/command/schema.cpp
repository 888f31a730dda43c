// keycost schema: the JSON Schema of scenarios.
#include "src/schema.hpp"

#include "src/command/command.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

namespace {

CommandAction declare_schema(CLI::App&) {
  return [] {
    write_standard_output(scenario_schema());
    return ExitStatus::held;
  };
}

}  // namespace

const Command schema_command{
    "schema", "print the JSON Schema of scenarios",
    "Editors complete and check scenarios with it; a scenario names it in \"$schema\".\n\n"
    "Example: keycost schema > scenario.schema.json",
    declare_schema};

}  // namespace keycost
