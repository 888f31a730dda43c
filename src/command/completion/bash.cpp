// Completion for bash. It needs nothing of the package bash-completion.
#include <fmt/format.h>

#include "src/command/completion/completion.hpp"

namespace keycost {

namespace {

constexpr std::string_view beginning = R"(# bash completion of keycost, written by `keycost completion bash`.

_keycost_words() {
  local word
  for word in "$@"; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}

_keycost_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$current")
}

_keycost_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

_keycost_scenarios() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.json' -- "$current")
}

# How many arguments stand in front that are known by their place; "$@" are the options that take a value.
# A colon is a word of its own to bash: it and the path behind it belong to what stands before.
_keycost_place() {
  local i word option
  place=0
  for ((i = 2; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == : ]]; then
      i=$((i + 1))
    elif [[ $word == -* ]]; then
      for option in "$@"; do
        if [[ $word == "$option" ]]; then i=$((i + 1)); fi
      done
    else
      place=$((place + 1))
    fi
  done
}

_keycost() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} place=0
  COMPREPLY=()
)";

constexpr std::string_view end = R"(  esac
}

complete -F _keycost keycost
)";

std::string values_call(const ValueWords& values) {
  if (values.files == ValueFiles::scenarios) return "_keycost_scenarios";
  if (values.files == ValueFiles::folders) return "_keycost_folders";
  if (values.words.empty()) return ":";
  return "_keycost_words" + quoted_words(values);
}

std::string bash_case(const CompletedCommand& completed) {
  std::string cases;
  std::string flags_and_options;
  std::string with_value;
  for (const CompletedArgument& option : completed.options) {
    std::string spellings;
    for (const std::string& spelling : option.argument.spellings) {
      spellings += (spellings.empty() ? "" : " | ") + spelling;
      flags_and_options += " " + spelling;
      if (!option.argument.value.empty()) with_value += " " + spelling;
    }
    if (!option.argument.value.empty())
      cases += fmt::format("        {}) {}; return ;;\n", spellings, values_call(option.values));
  }
  std::string text = fmt::format("    {})\n", completed.command->name);
  if (!cases.empty()) text += fmt::format("      case $previous in\n{}      esac\n", cases);
  text +=
      fmt::format("      if [[ $current == -* ]]; then _keycost_words{}; return; fi\n", flags_and_options);
  if (!completed.places.empty()) {
    text += fmt::format("      _keycost_place{}\n      case $place in\n", with_value);
    for (std::size_t at = 0; at < completed.places.size(); ++at) {
      const CompletedArgument& place = completed.places[at];
      text += fmt::format("        {}) {} ;;\n", place.argument.may_repeat ? "*" : std::to_string(at),
                          values_call(place.values));
    }
    text += "      esac\n";
  }
  return text + "      ;;\n";
}

}  // namespace

std::string bash_completion() {
  std::string names;
  std::string cases;
  for (const CompletedCommand& completed : completed_commands()) {
    names += fmt::format(" {}", completed.command->name);
    cases += bash_case(completed);
  }
  std::string text(beginning);
  text +=
      fmt::format("  if ((COMP_CWORD == 1)); then _keycost_words --help --version{}; return; fi\n", names);
  text += "  if [[ $previous == : ]]; then _keycost_files; return; fi\n  case ${COMP_WORDS[1]} in\n";
  return text + cases + std::string(end);
}

}  // namespace keycost
