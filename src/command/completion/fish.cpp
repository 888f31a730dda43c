// Completion for fish.
#include <fmt/format.h>

#include "src/command/completion/completion.hpp"

namespace keycost {

namespace {

/// fish reads backslashes inside quotes.
std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'' || character == '\\') quoted += '\\';
    quoted += character;
  }
  return quoted + "'";
}

/// A command substitution, or the words.
std::string values_text(const ValueWords& values) {
  if (values.files == ValueFiles::scenarios) return " -a '(__fish_complete_suffix .json)'";
  if (values.files == ValueFiles::folders) return " -a '(__fish_complete_directories)'";
  std::string words;
  for (const ValueWord& word : values.words) words += (words.empty() ? "" : " ") + word.word;
  return words.empty() ? "" : " -a " + fish_quoted(words);
}

std::string option_line(const CompletedCommand& completed, const CompletedArgument& option) {
  std::string line =
      fmt::format("complete -c keycost -n '__fish_seen_subcommand_from {}'", completed.command->name);
  for (const std::string& spelling : option.argument.spellings)
    line += spelling.starts_with("--") ? fmt::format(" -l {}", spelling.substr(2))
                                       : fmt::format(" -s {}", spelling.substr(1));
  if (!option.argument.value.empty()) line += " -x" + values_text(option.values);
  return line + fmt::format(" -d {}\n", fish_quoted(option.argument.meaning));
}

}  // namespace

std::string fish_completion() {
  std::string text =
      "# fish completion of keycost, written by `keycost completion fish`.\n\ncomplete -c keycost -f\n";
  for (const CompletedCommand& completed : completed_commands())
    text += fmt::format("complete -c keycost -n '__fish_use_subcommand' -a {} -d {}\n",
                        completed.command->name, fish_quoted(completed.command->summary));
  for (const CompletedCommand& completed : completed_commands()) {
    for (const CompletedArgument& place : completed.places) {
      const std::string values = values_text(place.values);
      if (!values.empty())
        text += fmt::format("complete -c keycost -n '__fish_seen_subcommand_from {}'{}\n",
                            completed.command->name, values);
    }
    for (const CompletedArgument& option : completed.options) text += option_line(completed, option);
  }
  return text;
}

}  // namespace keycost
