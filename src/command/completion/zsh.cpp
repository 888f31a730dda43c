// Completion for zsh: a file _keycost in a folder of $fpath, or sourced.
#include <fmt/format.h>

#include "src/command/completion/completion.hpp"

namespace keycost {

namespace {

/// In a specification of _arguments, brackets and colons end a description.
std::string description(std::string_view meaning) {
  std::string text;
  for (const char character : meaning) {
    if (character == '[' || character == ']' || character == ':' || character == '\\') text += '\\';
    text += character;
  }
  return text;
}

/// "STREAM:(uuidv4 uuidv7)".
std::string value_part(const CompletedArgument& completed) {
  std::string action = " ";
  if (completed.values.files == ValueFiles::scenarios) {
    action = "_files -g \"*.json\"";
  } else if (completed.values.files == ValueFiles::folders) {
    action = "_files -/";
  } else if (!completed.values.words.empty()) {
    action.clear();
    for (const ValueWord& word : completed.values.words)
      action += fmt::format("{}{}", action.empty() ? "(" : " ", description(word.word));
    action += ")";
  }
  return description(completed.argument.value) + ":" + action;
}

std::string zsh_case(const CompletedCommand& completed) {
  std::string text = fmt::format("    {})\n      _arguments -S", completed.command->name);
  const auto add = [&](const std::string& specification) {
    text += " \\\n        " + shell_quoted(specification);
  };
  for (const CompletedArgument& option : completed.options) {
    for (const std::string& spelling : option.argument.spellings) {
      const std::string value = option.argument.value.empty() ? "" : ":" + value_part(option);
      add(fmt::format("{}{}[{}]{}", option.argument.may_repeat ? "*" : "", spelling,
                      description(option.argument.meaning), value));
    }
  }
  for (std::size_t at = 0; at < completed.places.size(); ++at) {
    const CompletedArgument& place = completed.places[at];
    add(fmt::format("{}:{}", place.argument.may_repeat ? "*" : std::to_string(at + 1), value_part(place)));
  }
  return text + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string names;
  std::string cases;
  for (const CompletedCommand& completed : completed_commands()) {
    names += fmt::format("\n    {}", shell_quoted(fmt::format("{}:{}", completed.command->name,
                                                              description(completed.command->summary))));
    cases += zsh_case(completed);
  }
  return fmt::format(
      "#compdef keycost\n# zsh completion of keycost, written by `keycost completion zsh`.\n\n"
      "_keycost() {{\n  local -a names\n  names=({}\n  )\n"
      "  if (( CURRENT == 2 )); then\n    _describe command names\n    return\n  fi\n"
      "  local name=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $name in\n{}  esac\n}}\n\n"
      "if [[ $funcstack[1] == _keycost ]]; then\n  _keycost \"$@\"\nelse\n  compdef _keycost keycost\nfi\n",
      names, cases);
}

}  // namespace keycost
