#include "sim/ids/base32.hpp"

#include <fmt/format.h>

namespace keycost {

namespace {

constexpr int bits_a_character = 5;

/// The five bits that end `shift` bits above the lowest.
std::size_t digit_at(const Bits128& bits, int shift) {
  std::uint64_t digit = shift >= 64 ? bits.high >> (shift - 64) : bits.low >> shift;
  if (shift < 64 && shift > 59) digit |= bits.high << (64 - shift);
  return digit & 31;
}

}  // namespace

std::string encode_base32(const Bits128& bits, std::string_view alphabet) {
  std::string text;
  text.reserve(base32_size);
  for (int shift = bits_a_character * (static_cast<int>(base32_size) - 1); shift >= 0;
       shift -= bits_a_character)
    text += alphabet[digit_at(bits, shift)];
  return text;
}

Base32Reading decode_base32(std::string_view text, std::string_view alphabet) {
  if (text.size() != base32_size)
    return {std::nullopt, fmt::format("has {} characters, needs {}", text.size(), base32_size)};
  Bits128 bits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = alphabet.find(text[i]);
    if (digit == std::string_view::npos) {
      return {std::nullopt, fmt::format("character {} is none of \"{}\"", i + 1, alphabet)};
    }
    if (i == 0 && digit > 7)
      return {std::nullopt,
              fmt::format("starts with '{}', but above 7 it would be more than 128 bits", text[0])};
    bits.high = bits.high << bits_a_character | bits.low >> (64 - bits_a_character);
    bits.low = bits.low << bits_a_character | digit;
  }
  return {bits, ""};
}

}  // namespace keycost
