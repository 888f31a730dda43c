// Text in columns: how wide it is on a terminal, and text that is safe to put there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace keycost {

/// Columns that UTF-8 text takes on a terminal: 2 for East Asian wide characters and most emoji, 0 for
/// combining marks.
std::size_t display_width(std::string_view text);

/// Control characters and malformed bytes replaced, so that no name in a scenario can steer the terminal.
/// With `ascii`, common typographic characters become their nearest ASCII spelling and all others '?'.
std::string printable(std::string_view text, bool ascii);

/// Filled up with spaces to `width` columns; longer text stays whole.
std::string padded_right(std::string text, std::size_t width);
std::string padded_left(std::string text, std::size_t width);

/// `text` in lines of at most `width` columns, broken at spaces, every line indented by `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace keycost
