#include "sim/numeric.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace keycost {

namespace {

// What a numeric without precision holds: NUMERIC_WEIGHT_MAX and NUMERIC_DSCALE_MAX in decimal digits, as the
// documentation tells them.
constexpr int digits_before_point_max = 131072;
constexpr int digits_behind_point_max = 16383;

/// 0.d₁d₂d₃… × 10^point: digits d and where the point stands among them.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  int point = 0;  ///< how many of the digits stand before it; may lie outside of them
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the digits that `rest` begins with.
std::string_view take_digits(std::string_view& rest) {
  std::size_t count = 0;
  while (count < rest.size() && is_digit(rest[count])) ++count;
  const std::string_view digits = rest.substr(0, count);
  rest.remove_prefix(count);
  return digits;
}

/// The number behind an "e". Exponents beyond what any numeric holds are cut to a size that none holds
/// either.
std::optional<int> read_exponent(std::string_view text) {
  constexpr int beyond_all = 1000000;
  if (text.starts_with('+') && text.size() > 1 && is_digit(text[1])) text.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return text.starts_with('-') ? -beyond_all : beyond_all;
  return std::clamp(value, -beyond_all, beyond_all);
}

std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal number;
  number.is_negative = text.starts_with('-');
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  number.digits = take_digits(text);
  number.point = static_cast<int>(number.digits.size());
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    number.digits += take_digits(text);
  }
  if (number.digits.empty()) return std::nullopt;
  if (text.starts_with('e') || text.starts_with('E')) {
    const std::optional<int> exponent = read_exponent(text.substr(1));
    if (!exponent) return std::nullopt;
    number.point += *exponent;
    text = {};
  }
  if (!text.empty()) return std::nullopt;
  return number;
}

/// Adds one to the last digit, carrying.
void increment(Decimal& number) {
  for (std::size_t i = number.digits.size(); i-- > 0;) {
    if (number.digits[i] != '9') {
      ++number.digits[i];
      return;
    }
    number.digits[i] = '0';
  }
  number.digits.insert(0, 1, '1');
  ++number.point;
}

/// Keeps the digits down to 10^−scale; what is cut rounds the rest, half away from zero.
void round_to(Decimal& number, int scale) {
  const int kept = number.point + scale;
  if (kept >= static_cast<int>(number.digits.size())) return;
  if (kept < 0) {
    number.digits.clear();
    number.point = -scale;
    return;
  }
  const bool up = number.digits[static_cast<std::size_t>(kept)] >= '5';
  number.digits.resize(static_cast<std::size_t>(kept));
  if (up) increment(number);
}

/// Digits between the first one that is not zero and the point; negative if zeros stand between; nothing if
/// the number is zero.
std::optional<int> digits_before_point(const Decimal& number) {
  const std::size_t first = number.digits.find_first_not_of('0');
  if (first == std::string::npos) return std::nullopt;
  return number.point - static_cast<int>(first);
}

std::string spelled(const Decimal& number, int scale) {
  std::string text;
  const std::optional<int> before = digits_before_point(number);
  const auto digit = [&number](int place) {  // place 0 is the first behind the point
    const int at = number.point + place;
    const bool is_there = at >= 0 && at < static_cast<int>(number.digits.size());
    return is_there ? number.digits[static_cast<std::size_t>(at)] : '0';
  };
  if (number.is_negative && before) text += '-';
  if (before.value_or(0) <= 0) text += '0';
  for (int place = -before.value_or(0); place < 0; ++place) text += digit(place);
  if (scale > 0) text += '.';
  for (int place = 0; place < scale; ++place) text += digit(place);
  return text;
}

}  // namespace

std::string parse_numeric(std::string_view text, std::optional<int> precision, std::optional<int> scale,
                          std::string& payload) {
  for (const std::string_view special : {"NaN", "Infinity", "-Infinity", "inf", "-inf"}) {
    if (text == special) return fmt::format("{} is no number that is modelled: digits, as in 12.50", special);
  }
  std::optional<Decimal> number = read_decimal(text);
  if (!number) return fmt::format("\"{}\" is not a number: digits and a decimal point, as in 12.50", text);
  if (precision) {
    round_to(*number, scale.value_or(0));
    const int room = *precision - scale.value_or(0);
    if (digits_before_point(*number).value_or(room) > room) {
      return fmt::format("{} is out of range for numeric({},{}), which holds less than 10^{}", text,
                         *precision, scale.value_or(0), room);
    }
    payload += spelled(*number, std::max(scale.value_or(0), 0));
    return {};
  }
  const int behind = std::max(static_cast<int>(number->digits.size()) - number->point, 0);
  if (digits_before_point(*number).value_or(0) > digits_before_point_max ||
      behind > digits_behind_point_max) {
    return fmt::format("{} has more than the {} digits before and {} behind the point that numeric holds",
                       text, digits_before_point_max, digits_behind_point_max);
  }
  payload += spelled(*number, behind);
  return {};
}

}  // namespace keycost
