#include "sim/ids/uuid.hpp"

#include "sim/ids/hexadecimal.hpp"

namespace keycost {

namespace {

constexpr std::size_t digits_count = 32;
constexpr std::size_t text_size = 36;

constexpr bool hyphen_before(std::size_t digit) {
  return digit == 8 || digit == 12 || digit == 16 || digit == 20;
}

}  // namespace

std::string print_uuid(const Bits128& uuid) {
  std::string text;
  text.reserve(text_size);
  for (std::size_t digit = 0; digit < digits_count; ++digit) {
    if (hyphen_before(digit)) text += '-';
    const std::uint64_t half = digit < 16 ? uuid.high : uuid.low;
    text += hexadecimal_digits[half >> (60 - 4 * (digit % 16)) & 15];
  }
  return text;
}

std::optional<Bits128> parse_uuid_text(std::string_view text) {
  if (text.starts_with("urn:uuid:")) text.remove_prefix(9);
  if (text.size() > 2 && text.front() == '{' && text.back() == '}') text = text.substr(1, text.size() - 2);
  if (text.size() != digits_count && text.size() != text_size) return std::nullopt;
  const bool hyphens = text.size() == text_size;
  Bits128 uuid;
  std::size_t at = 0;
  for (std::size_t digit = 0; digit < digits_count; ++digit) {
    if (hyphens && hyphen_before(digit) && text[at++] != '-') return std::nullopt;
    const int value = hexadecimal_value(text[at++]);
    if (value < 0) return std::nullopt;
    std::uint64_t& half = digit < 16 ? uuid.high : uuid.low;
    half = half << 4 | static_cast<std::uint64_t>(value);
  }
  return uuid;
}

}  // namespace keycost
