// The smallest parts of JSON: blanks, comments and scalars.
#pragma once

#include <string>

#include "src/decode/json_value.hpp"
#include "src/decode/text_cursor.hpp"

namespace keycost {

/// Where a text stops being JSON, and why. Caught by read_json().
struct JsonSyntaxError {
  SourcePosition position;
  std::string message;
};

/// Moves past spaces, line ends and // comments.
void skip_blanks(TextCursor& cursor);

/// What stands at the cursor, for a message: a word, a character, "the end of the file".
std::string found(const TextCursor& cursor);

/// Reads a text, number, true, false or null.
JsonValue read_scalar(TextCursor& cursor, const std::string& pointer);

}  // namespace keycost
