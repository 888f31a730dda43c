// One field of a CSV line.
#pragma once

#include <string>
#include <string_view>

namespace keycost {

/// `text` as RFC 4180 wants it: in quotes, with quotes doubled, if it holds a comma, a quote, a line end or
/// begins or ends with a space; unchanged otherwise.
inline std::string csv_field(std::string_view text) {
  const bool has_edge_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!has_edge_space && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted_text = "\"";
  for (const char character : text) {
    if (character == '"') quoted_text += '"';
    quoted_text += character;
  }
  return quoted_text + '"';
}

}  // namespace keycost
