#include "sim/character_set.hpp"

#include <algorithm>
#include <array>

namespace keycost {

namespace {

constexpr std::array character_set_table{
    CharacterSetDescription{CharacterSet::ascii, "ascii", 1},
    CharacterSetDescription{CharacterSet::latin1, "latin1", 1},
    CharacterSetDescription{CharacterSet::utf8mb4, "utf8mb4", 4},
};

// What the servers call latin1 is Windows code page 1252, with its five unassigned bytes standing for
// themselves: the code points of bytes 0x80 to 0x9F.
// Source: MySQL 8.0 Reference Manual, 10.10.2 "West European Character Sets"; Unicode, CP1252.TXT.
constexpr std::array<char16_t, 32> code_page_1252{
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

constexpr bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::size_t character_size(std::string_view rest) {
  std::size_t size = 1;
  while (size < rest.size() && continues(rest[size])) ++size;
  return size;
}

char32_t code_point(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  char32_t code = lead & (0x7Fu >> character.size());  // a lead byte of n bytes has n ones and a zero on top
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
  return code;
}

std::optional<char> encode_latin1(char32_t code) {
  if (code < 0x80 || (code >= 0xA0 && code <= 0xFF)) return static_cast<char>(code);
  const auto found = std::find(code_page_1252.begin(), code_page_1252.end(), code);
  if (found == code_page_1252.end()) return std::nullopt;
  return static_cast<char>(0x80 + (found - code_page_1252.begin()));
}

/// Appends one character; false if the set does not have it.
bool encode_character(std::string_view character, CharacterSet character_set, std::string& encoded) {
  if (character_set == CharacterSet::utf8mb4 || character.size() == 1) {
    encoded += character;
    return true;
  }
  if (character_set == CharacterSet::ascii) return false;
  const std::optional<char> byte = encode_latin1(code_point(character));
  if (byte) encoded += *byte;
  return byte.has_value();
}

}  // namespace

std::span<const CharacterSetDescription> character_sets() {
  return character_set_table;
}

const CharacterSetDescription& describe(CharacterSet character_set) {
  return character_set_table[static_cast<std::size_t>(character_set)];
}

const CharacterSetDescription* find_character_set(std::string_view name) {
  const auto found = std::find_if(character_set_table.begin(), character_set_table.end(),
                                  [name](const CharacterSetDescription& set) { return set.name == name; });
  return found == character_set_table.end() ? nullptr : &*found;
}

std::size_t count_code_points(std::string_view utf8) {
  return utf8.size() - static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), continues));
}

bool encode_text(std::string_view utf8, CharacterSet character_set, std::string& encoded) {
  while (!utf8.empty()) {
    const std::string_view character = utf8.substr(0, character_size(utf8));
    if (!encode_character(character, character_set, encoded)) return false;
    utf8.remove_prefix(character.size());
  }
  return true;
}

std::optional<std::string_view> find_unencodable(std::string_view utf8, CharacterSet character_set) {
  std::string ignored;
  while (!utf8.empty()) {
    const std::string_view character = utf8.substr(0, character_size(utf8));
    if (!encode_character(character, character_set, ignored)) return character;
    utf8.remove_prefix(character.size());
  }
  return std::nullopt;
}

}  // namespace keycost
