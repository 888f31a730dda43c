#include "src/report/markdown_text.hpp"

#include <fmt/format.h>

#include "src/report/plain_text.hpp"

namespace keycost {

std::string escaped_markdown(std::string_view text) {
  std::string result;
  for (const char character : printable(text, false)) {
    if (std::string_view("\\`*_[]<>|#&~").find(character) != std::string_view::npos) result += '\\';
    result += character;
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  std::string content;
  for (const char character : printable(text, false)) {
    if (character == '|') content += '\\';
    content += character;
  }
  const bool has_backquote = content.find('`') != std::string::npos;
  return has_backquote ? fmt::format("`` {} ``", content) : fmt::format("`{}`", content);
}

}  // namespace keycost
