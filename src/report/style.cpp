#include "src/report/style.hpp"

#include <cctype>
#include <cstdlib>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

namespace keycost {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

std::size_t terminal_width() {
  struct winsize size = {};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// "en_US.UTF-8", "C.utf8": the text decides; asking the C library would mean setting a locale for the whole
/// program.
bool names_utf8(std::string_view locale) {
  std::string letters;
  for (const char character : locale) {
    const auto byte = static_cast<unsigned char>(character);
    if (std::isalnum(byte) != 0) letters += static_cast<char>(std::tolower(byte));
  }
  return letters.find("utf8") != std::string::npos;
}

}  // namespace

StyleEnvironment standard_output_environment() {
  StyleEnvironment environment;
  environment.is_terminal = isatty(STDOUT_FILENO) == 1;
  environment.no_colour = !variable("NO_COLOR").empty();
  environment.force_colour = !variable("CLICOLOR_FORCE").empty() && variable("CLICOLOR_FORCE") != "0";
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (environment.character_set.empty()) environment.character_set = variable(name);
  }
  if (environment.is_terminal) environment.width = terminal_width();
  return environment;
}

ReportStyle choose_style(ColourChoice colour, bool force_ascii, const StyleEnvironment& environment) {
  ReportStyle style;
  style.ascii = force_ascii || !names_utf8(environment.character_set);
  style.width = environment.width;
  if (colour != ColourChoice::automatic) {
    style.colour = colour == ColourChoice::always;
  } else if (environment.no_colour) {
    style.colour = false;
  } else {
    style.colour = environment.force_colour || environment.is_terminal;
  }
  return style;
}

}  // namespace keycost
