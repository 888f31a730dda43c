#include "src/command/console_text.hpp"

#include "src/report/plain_text.hpp"
#include "src/report/style.hpp"

namespace keycost {

std::string in_character_set(const std::string& text) {
  if (!choose_style(ColourChoice::never, false, standard_output_environment()).ascii) return text;
  std::string shown;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    shown += printable(std::string_view(text).substr(start, end - start), true) + "\n";
    start = end + 1;
  }
  return shown;
}

}  // namespace keycost
