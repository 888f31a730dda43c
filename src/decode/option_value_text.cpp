#include "src/decode/option_value_text.hpp"

#include <fmt/format.h>

#include "src/decode/duration_text.hpp"
#include "src/decode/size_text.hpp"
#include "src/utf8.hpp"

namespace keycost {

std::string option_value_text(const Declaration& declaration, const OptionValue& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return in_quotes(*text);
  if (const auto* fraction = std::get_if<double>(&value)) return fmt::format("{}", *fraction);
  const std::int64_t number = std::get<std::int64_t>(value);
  if (declaration.kind == ValueKind::seconds) return print_duration(number);
  return declaration.kind == ValueKind::size_bytes ? print_size(number) : fmt::format("{}", number);
}

}  // namespace keycost
