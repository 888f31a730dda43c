// The command line as a whole: which command, its options, its errors.
#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>

#include "src/command/command.hpp"
#include "src/command/command_line.hpp"
#include "src/command/lab.hpp"
#include "src/execute/interrupt.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/report/plain_text.hpp"
#include "src/standard_error.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

// To add a command: a file beside this one, its declaration in command.hpp and a line here.
constexpr std::array command_table{
    &init_command,  &run_command,     &check_command,  &validate_command,   &sweep_command,
    &merge_command, &bless_command,   &keys_command,   &rows_command,       &inspect_command,
    &show_command,  &step_command,    &crash_command,  &lab_command,        &import_command,
    &list_command,  &explain_command, &theory_command, &selftest_command,   &learn_command,
    &quiz_command,  &schema_command,  &manual_command, &completion_command, &version_command,
};

constexpr std::size_t help_width = 96;

std::string exit_status_text() {
  std::string statuses;
  for (const ExitMeaning& meaning : exit_meanings())
    statuses += fmt::format("{}{} {}", statuses.empty() ? "" : ", ", static_cast<int>(meaning.status),
                            meaning.meaning);
  return wrapped(
      fmt::format("Exit status: {}. Results go to standard output, all talk to standard error.", statuses),
      help_width, 0);
}

std::string program_help() {
  std::string text =
      fmt::format("keycost: {}\n\nusage: keycost COMMAND [ARGUMENT]...\n\ncommands\n", program_summary);
  for (const Command* command : commands())
    text += fmt::format("  {:<12}{}\n", command->name, command->summary);
  text += "\n`keycost COMMAND --help` tells what a command takes.\n\n";
  text += "Example: keycost check scenarios\n\n";
  return text + exit_status_text();
}

const Command& find_command(std::string_view name) {
  const auto found = std::ranges::find(command_table, name, &Command::name);
  if (found != command_table.end()) return **found;
  std::vector<std::string_view> known;
  for (const Command* command : commands()) known.push_back(command->name);
  throw UsageError(unknown_name("command", name, known));
}

/// Every spelling of every option of `app`, dashes included.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// Whatever the parser could not place: an option that does not exist, or an argument too many.
void refuse_remaining(const CLI::App& app, std::string_view command) {
  std::vector<std::string> remaining = app.remaining();
  std::erase(remaining, "--");  // the parser has heeded it: what follows are no options
  if (remaining.empty()) return;
  const auto option =
      std::ranges::find_if(remaining, [](const std::string& text) { return text.starts_with('-'); });
  if (option == remaining.end())
    throw UsageError(fmt::format("{}: {} is one argument too many", command, in_quotes(remaining[0])));
  const std::vector<std::string> names = option_names(app);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string name = option->substr(0, option->find('='));
  throw UsageError(fmt::format("{}: {}", command, unknown_name("option", name, known)));
}

/// The parser's own words stay inside; what it knows is which option lacks or repeats its value.
[[noreturn]] void refuse_arguments(const CLI::ParseError& error, std::string_view command) {
  const std::string_view words = error.what();
  const std::string_view name = words.substr(0, words.find(':'));
  if (name.starts_with('-') && name.find(' ') == std::string_view::npos) {
    throw UsageError(fmt::format("{}: {} must be given once, with its value if it takes one", command, name));
  }
  throw UsageError(
      fmt::format("{}: the arguments cannot be read; see `keycost {} --help`", command, command));
}

ExitStatus run_one_command(const Command& command, int argument_count, const char* const* arguments) {
  const std::unique_ptr<CLI::App> command_line = make_command_line(command);
  CLI::App& app = *command_line;
  app.footer(fmt::format("{}\n\n{}", command.footer, exit_status_text()));
  app.allow_extras();
  const CommandAction action = command.declare(app);
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::CallForHelp&) {
    write_standard_output(app.help());
    return ExitStatus::held;
  } catch (const CLI::ParseError& error) {
    refuse_arguments(error, command.name);
  }
  refuse_remaining(app, command.name);
  return action();
}

ExitStatus run_command_line(int argument_count, const char* const* arguments) {
  if (argument_count < 2) {
    tell(program_help());
    return ExitStatus::usage;
  }
  const std::string_view first = arguments[1];
  if (first == "--help" || first == "-h" || first == "help") {
    write_standard_output(program_help());
    return ExitStatus::held;
  }
  const Command& command = first == "--version" ? version_command : find_command(first);
  return run_one_command(command, argument_count - 1, arguments + 1);
}

}  // namespace

std::span<const Command* const> commands() {
  return command_table;
}

int run_program(int argument_count, const char* const* arguments) {
  watch_for_interrupts();
  try {
    return static_cast<int>(run_command_line(argument_count, arguments));
  } catch (...) {
    const Failure failure = describe_failure(std::current_exception());
    print_failure(failure);
    return static_cast<int>(failure.status);
  }
}

}  // namespace keycost
