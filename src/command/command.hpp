// What a command is: a name, what it takes, and what it does.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "src/command/exit_status.hpp"

namespace keycost {

using CommandAction = std::function<ExitStatus()>;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view footer;  ///< of its --help: what is worth knowing, an example
  /// Declares the options on `app` and returns what to do once they are read.
  CommandAction (*declare)(CLI::App& app);
};

/// In the order of --help. The one table to add a line to.
std::span<const Command* const> commands();

/// The whole program: reads the command line, runs the command, prints errors. Returns the exit status.
int run_program(int argument_count, const char* const* arguments);

// One for each command, defined in the file of its name.
extern const Command init_command;
extern const Command run_command;
extern const Command check_command;
extern const Command validate_command;
extern const Command sweep_command;
extern const Command merge_command;
extern const Command bless_command;
extern const Command keys_command;
extern const Command rows_command;
extern const Command inspect_command;
extern const Command show_command;
extern const Command step_command;
extern const Command crash_command;
extern const Command list_command;
extern const Command explain_command;
extern const Command theory_command;
extern const Command selftest_command;
extern const Command learn_command;
extern const Command quiz_command;
extern const Command schema_command;
extern const Command version_command;

}  // namespace keycost
