#include "src/decimal.hpp"

#include <nlohmann/json.hpp>

namespace keycost {

namespace {

/// Takes the digits at the start of `text` away; how many there were.
std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

bool take(std::string_view& text, std::string_view choices) {
  if (text.empty() || choices.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool is_decimal(std::string_view text) {
  take(text, "-");
  const bool leading_zero = text.starts_with('0');
  const std::size_t whole_digits = take_digits(text);
  if (whole_digits == 0 || (leading_zero && whole_digits > 1)) return false;
  if (take(text, ".") && take_digits(text) == 0) return false;
  if (take(text, "eE")) {
    take(text, "+-");
    if (take_digits(text) == 0) return false;
  }
  return text.empty();
}

std::optional<double> parse_decimal(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
  // nlohmann/json reads numbers without regard to the locale; it discards what is beyond every double.
  const nlohmann::json decoded = nlohmann::json::parse(text, nullptr, false);
  if (!decoded.is_number()) return std::nullopt;
  return decoded.get<double>();
}

}  // namespace keycost
