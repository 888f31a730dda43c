#include "sim/postgresql/numeric_digits.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace keycost::postgresql {

namespace {

constexpr int digit_decimals = 4;  // DEC_DIGITS

// Source: src/backend/utils/adt/numeric.c (NUMERIC_SHORT …, NUMERIC_NEG, NUMERIC_DSCALE_MASK).
constexpr std::uint16_t short_form = 0x8000;
constexpr std::uint16_t short_negative = 0x2000;
constexpr int short_dscale_shift = 7;
constexpr std::uint16_t short_dscale_max = 0x3F;
constexpr std::uint16_t short_weight_mask = 0x7F;
constexpr int short_weight_max = 63;
constexpr int short_weight_min = -64;
constexpr std::uint16_t long_negative = 0x4000;
constexpr std::uint16_t long_dscale_mask = 0x3FFF;

struct Numeric {
  bool is_negative = false;
  int weight = 0;
  int dscale = 0;
  std::vector<std::int16_t> digits;
};

/// Four decimal digits, the first one `from` places behind the point (before it if negative).
std::int16_t digit_at(std::string_view whole, std::string_view behind, int from) {
  int digit = 0;
  for (int place = from; place < from + digit_decimals; ++place) {
    const int before = static_cast<int>(whole.size()) + place;
    char decimal = '0';
    if (place < 0 && before >= 0) decimal = whole[static_cast<std::size_t>(before)];
    if (place >= 0 && place < static_cast<int>(behind.size()))
      decimal = behind[static_cast<std::size_t>(place)];
    digit = digit * 10 + (decimal - '0');
  }
  return static_cast<std::int16_t>(digit);
}

Numeric digits_of(std::string_view decimal) {
  Numeric number;
  number.is_negative = decimal.starts_with('-');
  if (number.is_negative) decimal.remove_prefix(1);
  const std::size_t point = std::min(decimal.find('.'), decimal.size());
  const std::string_view whole = decimal.substr(0, point);
  const std::string_view behind = point < decimal.size() ? decimal.substr(point + 1) : std::string_view();
  number.dscale = static_cast<int>(behind.size());
  const int groups_before = (static_cast<int>(whole.size()) + digit_decimals - 1) / digit_decimals;
  for (int from = -groups_before * digit_decimals; from < number.dscale; from += digit_decimals) {
    const std::int16_t digit = digit_at(whole, behind, from);
    if (number.digits.empty() && digit == 0) continue;
    if (number.digits.empty()) number.weight = -from / digit_decimals - 1;
    number.digits.push_back(digit);
  }
  while (!number.digits.empty() && number.digits.back() == 0) number.digits.pop_back();
  return number;
}

template <class T>
void append(std::vector<std::byte>& stored, T value) {
  const std::size_t at = stored.size();
  stored.resize(at + sizeof value);
  std::memcpy(stored.data() + at, &value, sizeof value);
}

template <class T>
T load(std::span<const std::byte> stored, std::size_t at) {
  T value;
  std::memcpy(&value, stored.data() + at, sizeof value);
  return value;
}

/// A stored number, its digits where they lie: searches compare a great many.
class StoredNumeric {
 public:
  explicit StoredNumeric(std::span<const std::byte> stored) {
    const auto header = load<std::uint16_t>(stored, 0);
    std::size_t digits_at = sizeof header;
    if ((header & short_form) != 0) {
      is_negative_ = (header & short_negative) != 0;
      dscale_ = header >> short_dscale_shift & short_dscale_max;
      weight_ = header & short_weight_mask;
      if (weight_ > short_weight_max) weight_ -= short_weight_mask + 1;
    } else {
      is_negative_ = (header & long_negative) != 0;
      dscale_ = header & long_dscale_mask;
      weight_ = load<std::int16_t>(stored, digits_at);
      digits_at += sizeof(std::int16_t);
    }
    digits_ = stored.subspan(digits_at);
  }

  bool is_negative() const { return is_negative_; }
  int weight() const { return weight_; }
  std::size_t dscale() const { return static_cast<std::size_t>(dscale_); }
  std::size_t digits() const { return digits_.size() / sizeof(std::int16_t); }
  std::int16_t digit(std::size_t i) const { return load<std::int16_t>(digits_, i * sizeof(std::int16_t)); }

  /// The digit of that power of 10000, stored or not.
  std::int16_t digit_of_weight(int weight) const {
    const int at = weight_ - weight;
    const bool is_there = at >= 0 && at < static_cast<int>(digits());
    return is_there ? digit(static_cast<std::size_t>(at)) : std::int16_t{0};
  }

 private:
  bool is_negative_ = false;
  int weight_ = 0;
  int dscale_ = 0;
  std::span<const std::byte> digits_;
};

/// By value, as if neither had a sign.
int compare_absolutes(const StoredNumeric& left, const StoredNumeric& right) {
  if (left.digits() == 0 || right.digits() == 0) return (left.digits() > 0) - (right.digits() > 0);
  if (left.weight() != right.weight()) return left.weight() < right.weight() ? -1 : 1;
  const std::size_t common = std::min(left.digits(), right.digits());
  for (std::size_t i = 0; i < common; ++i) {
    if (left.digit(i) != right.digit(i)) return left.digit(i) < right.digit(i) ? -1 : 1;
  }
  return (left.digits() > common) - (right.digits() > common);
}

}  // namespace

void append_numeric(std::string_view decimal, std::vector<std::byte>& stored) {
  const Numeric number = digits_of(decimal);
  const bool is_short = number.dscale <= short_dscale_max && number.weight <= short_weight_max &&
                        number.weight >= short_weight_min;
  if (is_short) {
    append(stored, static_cast<std::uint16_t>(short_form | (number.is_negative ? short_negative : 0) |
                                              number.dscale << short_dscale_shift |
                                              (number.weight & short_weight_mask)));
  } else {
    append(stored, static_cast<std::uint16_t>((number.is_negative ? long_negative : 0) | number.dscale));
    append(stored, static_cast<std::int16_t>(number.weight));
  }
  for (const std::int16_t digit : number.digits) append(stored, digit);
}

int compare_numerics(std::span<const std::byte> left, std::span<const std::byte> right) {
  const StoredNumeric a(left);
  const StoredNumeric b(right);
  if (a.is_negative() != b.is_negative()) return a.is_negative() ? -1 : 1;  // zero is never negative
  return a.is_negative() ? compare_absolutes(b, a) : compare_absolutes(a, b);
}

std::string print_numeric(std::span<const std::byte> stored) {
  const StoredNumeric number(stored);
  std::string text = number.is_negative() ? "-" : "";
  const int first = std::max(number.weight(), 0);
  text += fmt::format("{}", number.digit_of_weight(first));
  for (int weight = first - 1; weight >= 0; --weight)
    text += fmt::format("{:04}", number.digit_of_weight(weight));
  if (number.dscale() == 0) return text;
  std::string behind;
  for (int weight = -1; behind.size() < number.dscale(); --weight)
    behind += fmt::format("{:04}", number.digit_of_weight(weight));
  behind.resize(number.dscale());
  return text + "." + behind;
}

}  // namespace keycost::postgresql
