#include "sim/ids/sqids.hpp"

#include <algorithm>
#include <limits>

namespace keycost {

namespace {

constexpr std::string_view default_alphabet =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// Swaps each character with one that the two ends of what is left choose.
std::string shuffled(std::string alphabet) {
  const std::size_t size = alphabet.size();
  for (std::size_t front = 0, back = size - 1; back > 0; ++front, --back) {
    const std::size_t other = (front * back + static_cast<unsigned char>(alphabet[front]) +
                               static_cast<unsigned char>(alphabet[back])) %
                              size;
    std::swap(alphabet[front], alphabet[other]);
  }
  return alphabet;
}

const std::string& start_alphabet() {
  static const std::string alphabet = shuffled(std::string(default_alphabet));
  return alphabet;
}

/// The alphabet turned so that it begins at `offset`, then reversed: its first character separates numbers.
std::string alphabet_from(std::size_t offset) {
  std::string alphabet = start_alphabet();
  std::rotate(alphabet.begin(), alphabet.begin() + static_cast<std::ptrdiff_t>(offset), alphabet.end());
  std::reverse(alphabet.begin(), alphabet.end());
  return alphabet;
}

void append_number(std::uint64_t number, std::string_view digits, std::string& text) {
  const std::size_t start = text.size();
  do {
    text += digits[number % digits.size()];
    number /= digits.size();
  } while (number > 0);
  std::reverse(text.begin() + static_cast<std::ptrdiff_t>(start), text.end());
}

std::optional<std::uint64_t> read_number(std::string_view text, std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / digits.size()) return std::nullopt;
    number = number * digits.size() + digit;
  }
  return number;
}

std::string encode_from(std::span<const std::uint64_t> numbers, std::size_t offset, std::size_t size_min) {
  std::string text(1, start_alphabet()[offset]);
  std::string alphabet = alphabet_from(offset);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    append_number(numbers[i], std::string_view(alphabet).substr(1), text);
    if (i + 1 < numbers.size()) {
      text += alphabet[0];
      alphabet = shuffled(alphabet);
    }
  }
  if (text.size() < size_min) text += alphabet[0];
  while (text.size() < size_min) {
    alphabet = shuffled(alphabet);
    text += alphabet.substr(0, size_min - text.size());
  }
  return text;
}

std::size_t offset_of(std::span<const std::uint64_t> numbers) {
  const std::string& alphabet = start_alphabet();
  std::size_t offset = numbers.size();
  for (std::size_t i = 0; i < numbers.size(); ++i)
    offset += static_cast<unsigned char>(alphabet[numbers[i] % alphabet.size()]) + i;
  return offset % alphabet.size();
}

}  // namespace

std::string encode_sqid(std::span<const std::uint64_t> numbers, std::size_t size_min) {
  return numbers.empty() ? "" : encode_from(numbers, offset_of(numbers), size_min);
}

std::optional<std::vector<std::uint64_t>> decode_sqid(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::size_t offset = start_alphabet().find(text[0]);
  if (offset == std::string::npos) return std::nullopt;
  std::vector<std::uint64_t> numbers;
  std::string alphabet = alphabet_from(offset);
  std::string_view rest = text.substr(1);
  while (true) {
    const std::size_t separator = rest.find(alphabet[0]);
    const std::string_view chunk = rest.substr(0, separator);
    if (chunk.empty()) break;  // what follows fills up to a length
    const auto number = read_number(chunk, std::string_view(alphabet).substr(1));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (separator == std::string_view::npos) break;
    rest.remove_prefix(separator + 1);
    alphabet = shuffled(alphabet);
  }
  // A text of random characters decodes too; only one that encodes back is an id. To avoid a word, a library
  // takes the offset after the usual one, so the text's own offset is used.
  if (numbers.empty() || encode_from(numbers, offset, text.size()) != text) return std::nullopt;
  return numbers;
}

}  // namespace keycost
