#include "src/command/type_text.hpp"

#include <fmt/format.h>

namespace keycost {

std::string type_words(const SqlTypeDescription& type) {
  std::string words =
      type.size_bytes == variable_size ? "of varying width" : fmt::format("{} bytes", type.size_bytes);
  for (const std::string_view alias : type.aliases) {
    if (!alias.empty())
      words += fmt::format("{}{}", alias == type.aliases[0] ? ", also called " : ", ", alias);
  }
  return words;
}

}  // namespace keycost
