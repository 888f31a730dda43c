// Whether a report for people may use colour and characters beyond ASCII, and how wide the terminal is.
#pragma once

#include <string_view>

#include "src/report/report.hpp"

namespace keycost {

enum class ColourChoice { automatic, always, never };

/// What the environment says; a test gives its own.
struct StyleEnvironment {
  bool is_terminal = false;
  bool no_colour = false;          ///< NO_COLOR is set and not empty (https://no-color.org)
  bool force_colour = false;       ///< CLICOLOR_FORCE is set, not empty and not "0"
  std::string_view character_set;  ///< the first of LC_ALL, LC_CTYPE, LANG that is set and not empty
  std::size_t width = 0;
};

StyleEnvironment standard_output_environment();

/// --color wins; else NO_COLOR beats CLICOLOR_FORCE; else colour for terminals only.
ReportStyle choose_style(ColourChoice colour, bool force_ascii, const StyleEnvironment& environment);

}  // namespace keycost
