// What may stand where the command line names a value: "STREAM", "KIND[:PATH]". For completion.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/command/command_line.hpp"

namespace keycost {

struct ValueWord {
  std::string word;
  std::string meaning;  ///< may be empty
};

enum class ValueFiles {
  none,
  folders,
  scenarios
};  ///< scenarios: JSON files, and folders on the way to them

struct ValueWords {
  ValueFiles files = ValueFiles::none;
  std::vector<ValueWord> words;  ///< empty with no files: anything, such as a number
};

/// What `argument` takes, from the tables that the program itself works with.
ValueWords value_words(const DeclaredArgument& argument);

}  // namespace keycost
