#include "src/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace keycost {

namespace {

constexpr std::size_t presentable_characters_max = 60;

unsigned byte_at(std::string_view text, std::size_t offset) {
  return static_cast<unsigned char>(text[offset]);
}

bool is_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value < 0x20 || value == 0x7F;
}

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Eight bytes of ASCII, tested at once: long texts are mostly that.
bool starts_with_ascii_word(std::string_view text) {
  if (text.size() < sizeof(std::uint64_t)) return false;
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), sizeof word);
  return (word & 0x8080808080808080) == 0;
}

/// Length of the well-formed sequence at `offset`, 0 if there is none. Table 3-7 of the Unicode standard.
std::size_t sequence_length(std::string_view text, std::size_t offset) {
  const unsigned lead = byte_at(text, offset);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (offset + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[offset + i])) return 0;
  }
  const unsigned second = byte_at(text, offset + 1);
  if (lead == 0xE0 && second < 0xA0) return 0;  // overlong
  if (lead == 0xED && second > 0x9F) return 0;  // surrogate
  if (lead == 0xF0 && second < 0x90) return 0;  // overlong
  if (lead == 0xF4 && second > 0x8F) return 0;  // beyond U+10FFFF
  return length;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    if (starts_with_ascii_word(text.substr(offset))) {
      offset += sizeof(std::uint64_t);
      continue;
    }
    const std::size_t length = sequence_length(text, offset);
    if (length == 0) return offset;
    offset += length;
  }
  return std::string_view::npos;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); }));
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

namespace {

std::string presentable(std::string_view text, std::size_t characters_max) {
  std::string result;
  std::size_t characters = 0;
  for (std::size_t offset = 0; offset < text.size(); ++characters) {
    if (characters == characters_max) {
      result += "…";
      break;
    }
    const std::size_t length = sequence_length(text, offset);
    if (length == 0 || is_control(text[offset])) {
      result += fmt::format("\\x{:02X}", byte_at(text, offset));
      ++offset;
    } else {
      result += text.substr(offset, length);
      offset += length;
    }
  }
  return result;
}

}  // namespace

std::string presentable(std::string_view text) {
  return presentable(text, presentable_characters_max);
}

std::string path_in_quotes(std::string_view path) {
  return '"' + presentable(path, path.size()) + '"';
}

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", presentable(text));
}

}  // namespace keycost
