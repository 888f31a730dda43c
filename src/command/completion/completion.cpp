// keycost completion: scripts by which a shell completes keycost's command line.
#include "src/command/completion/completion.hpp"

#include <algorithm>
#include <array>

#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

namespace {

std::vector<CompletedArgument> with_values(const std::vector<DeclaredArgument>& arguments) {
  std::vector<CompletedArgument> completed;
  for (const DeclaredArgument& argument : arguments) completed.push_back({argument, value_words(argument)});
  return completed;
}

ExitStatus print_completion(const std::string& shell) {
  constexpr std::array<std::string_view, 3> shells{"bash", "zsh", "fish"};
  if (shell.empty()) throw UsageError("completion: a SHELL is missing: bash, zsh or fish");
  if (std::ranges::find(shells, shell) == shells.end())
    throw UsageError("completion: " + unknown_name("shell", shell, shells));
  write_standard_output(shell == "bash"  ? bash_completion()
                        : shell == "zsh" ? zsh_completion()
                                         : fish_completion());
  return ExitStatus::held;
}

CommandAction declare_completion(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish");
  return [shell] { return print_completion(*shell); };
}

}  // namespace

std::vector<CompletedCommand> completed_commands() {
  std::vector<CompletedCommand> completed;
  for (const Command* command : commands()) {
    const DeclaredCommand described = declared(*command);
    completed.push_back({command, with_values(described.places), with_values(described.options)});
  }
  return completed;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'') {
      quoted += "'\\''";
    } else {
      quoted += character;
    }
  }
  return quoted + "'";
}

std::string quoted_words(const ValueWords& values) {
  std::string text;
  for (const ValueWord& word : values.words) text += " " + shell_quoted(word.word);
  return text;
}

const Command completion_command{
    "completion", "print a script by which bash, zsh or fish completes command lines",
    "An installed keycost has them where the shells look. Otherwise, in ~/.bashrc or ~/.zshrc:\n"
    "    source <(keycost completion bash)\n"
    "and for fish\n"
    "    keycost completion fish > ~/.config/fish/completions/keycost.fish\n\n"
    "Example: keycost completion bash",
    declare_completion};

}  // namespace keycost
