#include "src/report/xml_text.hpp"

#include "src/report/plain_text.hpp"

namespace keycost {

std::string escaped_xml(std::string_view text) {
  std::string result;
  for (const char character : printable(text, false)) {
    switch (character) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += character;
    }
  }
  return result;
}

}  // namespace keycost
