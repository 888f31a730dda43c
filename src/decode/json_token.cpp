#include "src/decode/json_token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/decimal.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

bool is_word(char byte) {
  const char lower = static_cast<char>(byte | 0x20);
  return (lower >= 'a' && lower <= 'z') || is_digit(byte) || byte == '_' || byte == '.' || byte == '+' ||
         byte == '-';
}

/// The run of letters, digits and signs at the start of `text`: what someone meant as one word or number.
std::string_view word_at(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_word(text[length])) ++length;
  return text.substr(0, length);
}

void skip_bytes(TextCursor& cursor, std::size_t count) {
  while (count-- > 0) cursor.advance();
}

JsonValue read_number(TextCursor& cursor, const std::string& pointer) {
  const std::string_view word = word_at(cursor.rest());
  if (!is_decimal(word)) {
    throw JsonSyntaxError{cursor.position(pointer),
                          fmt::format("{} is not a number as JSON writes one, such as 12, -3 or 0.5", word)};
  }
  JsonValue value = empty_value(JsonKind::number, cursor.position(pointer));
  value.written = word;
  const auto number = parse_decimal(word);
  if (!number)
    throw JsonSyntaxError{cursor.position(pointer),
                          fmt::format("{} is too large for any number", in_quotes(word))};
  value.number = *number;
  skip_bytes(cursor, word.size());
  return value;
}

/// Moves past one escape sequence, whose backslash is at the cursor.
void read_escape(TextCursor& cursor, const std::string& pointer) {
  const std::string_view escape = cursor.rest();
  if (escape.size() >= 2 && std::string_view("\"\\/bfnrt").find(escape[1]) != std::string_view::npos) {
    skip_bytes(cursor, 2);
    return;
  }
  const auto is_hexadecimal = [](char byte) {
    const char lower = static_cast<char>(byte | 0x20);
    return is_digit(byte) || (lower >= 'a' && lower <= 'f');
  };
  const bool is_unicode = escape.size() >= 6 && escape[1] == 'u' &&
                          std::all_of(escape.begin() + 2, escape.begin() + 6, is_hexadecimal);
  if (!is_unicode) {
    throw JsonSyntaxError{
        cursor.position(pointer),
        R"(a \ in a text starts one of \" \\ \/ \b \f \n \r \t \uXXXX; write \\ for the character itself)"};
  }
  skip_bytes(cursor, 6);
}

JsonValue read_text(TextCursor& cursor, const std::string& pointer) {
  JsonValue value = empty_value(JsonKind::text, cursor.position(pointer));
  const std::size_t start = cursor.offset();
  cursor.advance();
  while (cursor.peek() != '"') {
    if (cursor.at_end() || cursor.peek() == '\n' || cursor.peek() == '\r') {
      throw JsonSyntaxError{value.position, "the closing \" of this text is missing on its line"};
    }
    if (static_cast<unsigned char>(cursor.peek()) < 0x20) {
      throw JsonSyntaxError{
          cursor.position(pointer),
          fmt::format("control character {} inside a text; write \\u{:04X}",
                      in_quotes(cursor.rest().substr(0, 1)), static_cast<int>(cursor.peek()))};
    }
    if (cursor.peek() == '\\') {
      read_escape(cursor, pointer);
    } else {
      cursor.advance();
    }
  }
  cursor.advance();
  value.written = cursor.from(start);
  const nlohmann::json decoded = nlohmann::json::parse(value.written, nullptr, false);
  if (!decoded.is_string()) {
    throw JsonSyntaxError{
        value.position,
        "half of a surrogate pair in this text; write \\uD8XX\\uDCXX, or the character itself"};
  }
  value.text = decoded.get<std::string>();
  return value;
}

}  // namespace

void skip_blanks(TextCursor& cursor) {
  while (!cursor.at_end()) {
    const char byte = cursor.peek();
    if (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') {
      cursor.advance();
    } else if (cursor.rest().starts_with("//")) {
      while (!cursor.at_end() && cursor.peek() != '\n') cursor.advance();
    } else if (byte == '/' || byte == '#') {
      throw JsonSyntaxError{cursor.position(), "a comment starts with // and goes to the end of its line"};
    } else {
      return;
    }
  }
}

std::string found(const TextCursor& cursor) {
  if (cursor.at_end()) return "the end of the file";
  const std::string_view word = word_at(cursor.rest());
  if (!word.empty()) return std::string(word.substr(0, 60));
  if (cursor.peek() == '"') return "a text";
  std::size_t length = 1;
  while (length < cursor.rest().size() && (static_cast<unsigned char>(cursor.rest()[length]) & 0xC0) == 0x80)
    ++length;
  const std::string_view character = cursor.rest().substr(0, length);
  return has_control_character(character) ? in_quotes(character) : std::string(character);
}

JsonValue read_scalar(TextCursor& cursor, const std::string& pointer) {
  if (cursor.peek() == '"') return read_text(cursor, pointer);
  if (cursor.peek() == '-' || is_digit(cursor.peek())) return read_number(cursor, pointer);
  const std::string_view word = word_at(cursor.rest());
  JsonValue value = empty_value(JsonKind::boolean, cursor.position(pointer));
  value.written = word;
  if (word == "null") {
    value.kind = JsonKind::null;
  } else if (word == "true" || word == "false") {
    value.boolean = word == "true";
  } else {
    const char* hint = cursor.peek() == '\'' ? "; a text stands in double quotes" : "";
    throw JsonSyntaxError{
        cursor.position(pointer),
        fmt::format("found {} where a value is expected (a text in double quotes, a number, true, false, "
                    "null, a list or an object){}",
                    found(cursor), hint)};
  }
  skip_bytes(cursor, word.size());
  return value;
}

}  // namespace keycost
