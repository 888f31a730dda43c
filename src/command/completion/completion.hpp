// What the shells' completion scripts are written from, and the scripts. They hold names alone and call
// nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/command/value_words.hpp"

namespace keycost {

struct CompletedArgument {
  DeclaredArgument argument;
  ValueWords values;
};

struct CompletedCommand {
  const Command* command;
  std::vector<CompletedArgument> places;
  std::vector<CompletedArgument> options;
};

/// Every command, in the order of --help.
std::vector<CompletedCommand> completed_commands();

/// `text` as one word of a shell, whatever is in it.
std::string shell_quoted(std::string_view text);

/// The words of `values`, each quoted, with a space in front.
std::string quoted_words(const ValueWords& values);

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace keycost
