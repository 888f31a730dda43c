#include "src/command/command_line.hpp"

#include <array>

#include <fmt/format.h>

namespace keycost {

const std::string_view program_summary = "what a primary key costs, without a database";

namespace {

constexpr std::array exit_meaning_table{
    ExitMeaning{ExitStatus::held, "all held"},
    ExitMeaning{ExitStatus::expectation_failed, "an expectation failed"},
    ExitMeaning{ExitStatus::usage, "usage"},
    ExitMeaning{ExitStatus::scenario_invalid, "scenario invalid"},
    ExitMeaning{ExitStatus::input_output, "input/output"},
    ExitMeaning{ExitStatus::invariant_broken, "internal invariant broken"},
    ExitMeaning{ExitStatus::interrupted, "interrupted"},
};

constexpr std::array variable_table{
    EnvironmentVariable{"KEYCOST_MEMORY_LIMIT",
                        "memory a run may use, as 2GB, unless --memory-limit says so"},
    EnvironmentVariable{"NO_COLOR", "if set and not empty, no colour unless --color asks for it"},
    EnvironmentVariable{"CLICOLOR_FORCE", "if set, and not to 0, colour also where no terminal is"},
    EnvironmentVariable{"COLUMNS", "columns that `keycost show` draws in, unless --width says so"},
};

DeclaredArgument declared_argument(const CLI::Option& option) {
  DeclaredArgument argument;
  for (const std::string& name : option.get_snames()) argument.spellings.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.spellings.push_back("--" + name);
  argument.meaning = option.get_description();
  if (option.get_positional()) {
    argument.value = option.get_name();
    argument.may_repeat = option.get_expected_max() > 1;
  } else if (option.get_items_expected_max() > 0) {
    argument.value = option.get_type_name();
    argument.may_repeat = argument.meaning.find("may repeat") != std::string::npos;
  }
  return argument;
}

}  // namespace

std::span<const ExitMeaning> exit_meanings() {
  return exit_meaning_table;
}

std::span<const EnvironmentVariable> environment_variables() {
  return variable_table;
}

std::unique_ptr<CLI::App> make_command_line(const Command& command) {
  auto app =
      std::make_unique<CLI::App>(std::string(command.summary), fmt::format("keycost {}", command.name));
  app->set_help_flag("-h,--help", "print this");
  return app;
}

DeclaredCommand declared(const Command& command) {
  const std::unique_ptr<CLI::App> app = make_command_line(command);
  command.declare(*app);
  DeclaredCommand described{&command, {}, {}};
  for (const CLI::Option* option : app->get_options()) {
    DeclaredArgument argument = declared_argument(*option);
    (option->get_positional() ? described.places : described.options).push_back(std::move(argument));
  }
  return described;
}

}  // namespace keycost
