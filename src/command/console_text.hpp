// Text for standard output in characters that its locale has.
#pragma once

#include <string>

namespace keycost {

/// `text` as it is where the locale has UTF-8; else in ASCII, as reports are.
std::string in_character_set(const std::string& text);

}  // namespace keycost
