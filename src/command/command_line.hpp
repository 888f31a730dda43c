// The command line as it is declared, for whoever describes it: help, manual page and completions say the
// same because all are written from this.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "src/command/command.hpp"

namespace keycost {

/// One line: what the program is.
extern const std::string_view program_summary;

struct ExitMeaning {
  ExitStatus status;
  std::string_view meaning;
};

/// Every exit status, in order.
std::span<const ExitMeaning> exit_meanings();

struct EnvironmentVariable {
  std::string_view name;
  std::string_view meaning;
};

std::span<const EnvironmentVariable> environment_variables();

/// An empty command line of `command`, with --help; `declare` has not been called.
std::unique_ptr<CLI::App> make_command_line(const Command& command);

struct DeclaredArgument {
  std::vector<std::string> spellings;  ///< "-o", "--output"; none: it is known by its place
  std::string value;                   ///< what stands there, "KIND[:PATH]"; empty: nothing, a flag
  std::string meaning;
  bool may_repeat = false;
};

struct DeclaredCommand {
  const Command* command;
  std::vector<DeclaredArgument> places;
  std::vector<DeclaredArgument> options;
};

/// What `command` declares, in the order of its --help.
DeclaredCommand declared(const Command& command);

// The commands that print what is declared.
extern const Command manual_command;      // manual.cpp
extern const Command completion_command;  // completion/completion.cpp

}  // namespace keycost
