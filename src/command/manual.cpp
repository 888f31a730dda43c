// keycost manual: the manual page keycost(1), from the same declarations as --help.
#include <algorithm>

#include <fmt/format.h>

#include "src/command/command_line.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

namespace {

/// Text that troff prints as it stands: backslashes and hyphens as themselves, no line that it takes for a
/// request.
std::string roff(std::string_view text) {
  std::string escaped;
  bool at_start = true;
  for (const char character : text) {
    if (at_start && (character == '.' || character == '\'')) escaped += "\\&";
    if (character == '\\') {
      escaped += "\\e";
    } else if (character == '-') {
      escaped += "\\-";
    } else {
      escaped += character;
    }
    at_start = character == '\n';
  }
  return escaped;
}

std::string literal(std::string_view lines) {
  return fmt::format(".PP\n.nf\n{}\n.fi\n", roff(lines));
}

/// A command's footer: tables and examples line by line, everything else filled.
std::string paragraphs(std::string_view footer) {
  constexpr std::string_view example = "Example: ";
  std::string text;
  while (!footer.empty()) {
    const std::size_t end = std::min(footer.find("\n\n"), footer.size());
    const std::string_view paragraph = footer.substr(0, end);
    footer.remove_prefix(std::min(end + 2, footer.size()));
    if (paragraph.empty()) continue;
    if (paragraph.starts_with(example)) {
      text += ".PP\nExample:\n" + literal(fmt::format("    {}", paragraph.substr(example.size())));
    } else if (paragraph.find("\n  ") != std::string_view::npos) {
      text += literal(paragraph);
    } else {
      text += fmt::format(".PP\n{}\n", roff(paragraph));
    }
  }
  return text;
}

/// "\fB\-o\fR, \fB\-\-output\fR \fIKIND[:PATH]\fR".
std::string heading(const DeclaredArgument& argument) {
  std::string text;
  for (const std::string& spelling : argument.spellings)
    text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", roff(spelling));
  if (!argument.value.empty()) {
    text += fmt::format("{}\\fI{}\\fR", text.empty() ? "" : " ", roff(argument.value));
    if (argument.spellings.empty() && argument.may_repeat) text += " ...";
  }
  return text;
}

std::string command_section(const Command& command) {
  const DeclaredCommand described = declared(command);
  std::string synopsis = fmt::format("\\fBkeycost {}\\fR", command.name);
  for (const DeclaredArgument& place : described.places) synopsis += " [" + heading(place) + "]";
  std::string text = fmt::format(".SS \"keycost {}\"\n{} [\\fIOPTION\\fR]...\n.PP\n{}.\n", command.name,
                                 synopsis, roff(command.summary));
  for (const auto* arguments : {&described.places, &described.options}) {
    for (const DeclaredArgument& argument : *arguments)
      text += fmt::format(".TP\n{}\n{}\n", heading(argument), roff(argument.meaning));
  }
  return text + paragraphs(command.footer);
}

std::string manual_page() {
  std::string text = fmt::format(
      ".\\\" Written by `keycost manual`.\n.TH KEYCOST 1 \"\" \"keycost {}\" \"User Commands\"\n"
      ".SH NAME\nkeycost \\- {}\n.SH SYNOPSIS\n\\fBkeycost\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...\n",
      KEYCOST_VERSION, roff(program_summary));
  text +=
      ".SH DESCRIPTION\n" +
      roff(
          "keycost replays keys through a twin of a database's insert path, in memory, and reports how full "
          "and how fragmented index pages are, how many pages are dirtied and how many bytes of log and of "
          "full-page images it takes. What is simulated is written in scenario files, JSON with comments; "
          "`keycost schema` prints their schema, `keycost explain NAME` tells what a name in them means.\n");
  text += ".SH COMMANDS\n";
  for (const Command* command : commands()) text += command_section(*command);
  text += ".SH EXIT STATUS\n";
  for (const ExitMeaning& meaning : exit_meanings())
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", static_cast<int>(meaning.status), roff(meaning.meaning));
  text += ".PP\nResults go to standard output, all talk to standard error.\n.SH ENVIRONMENT\n";
  for (const EnvironmentVariable& variable : environment_variables())
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", variable.name, roff(variable.meaning));
  return text;
}

CommandAction declare_manual(CLI::App&) {
  return [] {
    write_standard_output(manual_page());
    return ExitStatus::held;
  };
}

}  // namespace

const Command manual_command{"manual", "print the manual page",
                             "It is written from the same declarations as every command's --help.\n\n"
                             "Example: keycost manual > keycost.1",
                             declare_manual};

}  // namespace keycost
