#include "sim/ids/ksuid.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace keycost {

namespace {

constexpr std::string_view base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t words_count = 5;

/// 160 bits as five numbers of 32, the highest first.
using Words = std::array<std::uint32_t, words_count>;

Words words_of(const Ksuid& id) {
  return {id.seconds, static_cast<std::uint32_t>(id.payload.high >> 32),
          static_cast<std::uint32_t>(id.payload.high), static_cast<std::uint32_t>(id.payload.low >> 32),
          static_cast<std::uint32_t>(id.payload.low)};
}

/// Divides in place and returns the remainder.
std::uint32_t divide(Words& words, std::uint32_t divisor) {
  std::uint64_t remainder = 0;
  for (std::uint32_t& word : words) {
    const std::uint64_t dividend = remainder << 32 | word;
    word = static_cast<std::uint32_t>(dividend / divisor);
    remainder = dividend % divisor;
  }
  return static_cast<std::uint32_t>(remainder);
}

/// words × factor + summand; false if that is more than 160 bits.
bool multiply_and_add(Words& words, std::uint32_t factor, std::uint32_t summand) {
  std::uint64_t carry = summand;
  for (std::size_t i = words.size(); i-- > 0;) {
    carry += std::uint64_t{words[i]} * factor;
    words[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return carry == 0;
}

}  // namespace

std::array<std::byte, ksuid_size_bytes> ksuid_bytes(const Ksuid& id) {
  std::array<std::byte, ksuid_size_bytes> bytes{};
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::byte>(id.seconds >> (24 - 8 * i));
  const auto payload = to_bytes(id.payload);
  std::copy(payload.begin(), payload.end(), bytes.begin() + 4);
  return bytes;
}

std::string print_ksuid(const Ksuid& id) {
  Words words = words_of(id);
  std::string text(ksuid_text_size, '0');
  for (std::size_t i = text.size(); i-- > 0;)
    text[i] = base62[divide(words, static_cast<std::uint32_t>(base62.size()))];
  return text;
}

KsuidReading read_ksuid(std::string_view text) {
  if (text.size() != ksuid_text_size)
    return {std::nullopt, fmt::format("has {} characters, needs {}", text.size(), ksuid_text_size)};
  Words words{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = base62.find(text[i]);
    if (digit == std::string_view::npos)
      return {std::nullopt, fmt::format("character {} is no letter or digit", i + 1)};
    if (!multiply_and_add(words, static_cast<std::uint32_t>(base62.size()),
                          static_cast<std::uint32_t>(digit)))
      return {std::nullopt, "is above aWgEPTl1tmebfsQzFP4bxwgy80V, the largest that fits 160 bits"};
  }
  return {
      Ksuid{words[0], {std::uint64_t{words[1]} << 32 | words[2], std::uint64_t{words[3]} << 32 | words[4]}},
      ""};
}

}  // namespace keycost
