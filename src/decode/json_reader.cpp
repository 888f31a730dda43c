#include "src/decode/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "src/decode/json_token.hpp"
#include "src/decode/text_cursor.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t levels_max = 64;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class JsonReader {
 public:
  JsonReader(std::string_view text, Findings& findings) : cursor_(text), findings_(findings) {}

  JsonValue read_document() {
    if (cursor_.rest().starts_with(byte_order_mark)) cursor_.skip_unseen(byte_order_mark.size());
    skip_blanks(cursor_);
    if (cursor_.at_end())
      throw JsonSyntaxError{cursor_.position(), "the file is empty; a scenario is a JSON object"};
    JsonValue root = read_value("", 1);
    skip_blanks(cursor_);
    if (!cursor_.at_end()) {
      throw JsonSyntaxError{cursor_.position(),
                            fmt::format("the document is complete, but {} follows", found(cursor_))};
    }
    return root;
  }

 private:
  JsonValue read_value(const std::string& pointer, std::size_t level) {
    if (level > levels_max) {
      throw JsonSyntaxError{cursor_.position(), fmt::format("nested deeper than {} levels", levels_max)};
    }
    switch (cursor_.peek()) {
      case '{':
        return read_object(pointer, level);
      case '[':
        return read_array(pointer, level);
      default:
        return read_scalar(cursor_, pointer);
    }
  }

  JsonValue read_object(const std::string& pointer, std::size_t level) {
    JsonValue object = empty_value(JsonKind::object, cursor_.position(pointer));
    std::unordered_map<std::string, std::size_t> line_of_name;
    cursor_.advance();
    skip_blanks(cursor_);
    while (cursor_.peek() != '}') {
      JsonMember member = read_member(pointer, level);
      const auto [first, is_new] = line_of_name.emplace(member.name, member.position.line);
      if (is_new) {
        object.members.push_back(std::move(member));
      } else {
        findings_.add(member.position, fmt::format("{} is given twice; the first is on line {}",
                                                   in_quotes(member.name), first->second));
      }
      read_separator('}', "an object");
    }
    cursor_.advance();
    return object;
  }

  JsonMember read_member(const std::string& pointer, std::size_t level) {
    if (cursor_.peek() != '"') {
      throw JsonSyntaxError{cursor_.position(),
                            fmt::format("found {} where a name in double quotes{} is expected",
                                        found(cursor_), cursor_.peek() == ',' ? "" : " or }")};
    }
    JsonMember member;
    JsonValue name = read_scalar(cursor_, pointer);
    member.name = std::move(name.text);
    member.position = std::move(name.position);
    member.position.pointer = child_pointer(pointer, member.name);
    skip_blanks(cursor_);
    if (cursor_.peek() != ':') {
      throw JsonSyntaxError{cursor_.position(), fmt::format("found {} where : is expected after the name {}",
                                                            found(cursor_), in_quotes(member.name))};
    }
    cursor_.advance();
    skip_blanks(cursor_);
    member.value = read_value(member.position.pointer, level + 1);
    return member;
  }

  JsonValue read_array(const std::string& pointer, std::size_t level) {
    JsonValue array = empty_value(JsonKind::array, cursor_.position(pointer));
    cursor_.advance();
    skip_blanks(cursor_);
    while (cursor_.peek() != ']') {
      array.elements.push_back(
          read_value(child_pointer(pointer, std::to_string(array.elements.size())), level + 1));
      read_separator(']', "a list");
    }
    cursor_.advance();
    return array;
  }

  /// Behind a value: a comma and something to come, or the closing bracket, which is left to be read.
  void read_separator(char closing, std::string_view what) {
    skip_blanks(cursor_);
    if (cursor_.peek() == closing) return;
    if (cursor_.peek() != ',') {
      throw JsonSyntaxError{cursor_.position(), fmt::format("found {} where , or {} is expected in {}",
                                                            found(cursor_), closing, what)};
    }
    const SourcePosition comma = cursor_.position();
    cursor_.advance();
    skip_blanks(cursor_);
    if (cursor_.peek() == closing) {
      throw JsonSyntaxError{comma, fmt::format("a comma stands before {}; take it away", closing)};
    }
  }

  TextCursor cursor_;
  Findings& findings_;
};

/// The place of the first byte that is no UTF-8, or of the first NUL.
std::optional<JsonSyntaxError> unreadable_byte(std::string_view text) {
  const std::size_t invalid = find_invalid_utf8(text);
  const std::size_t offset = std::min(invalid, text.find('\0'));
  if (offset == std::string_view::npos) return std::nullopt;
  TextCursor cursor(text);
  while (cursor.offset() < offset) cursor.advance();
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte == 0) return JsonSyntaxError{cursor.position(), "a NUL byte; a scenario is text"};
  return JsonSyntaxError{cursor.position(),
                         fmt::format("byte 0x{:02X} is not UTF-8; save the file as UTF-8", byte)};
}

}  // namespace

std::optional<JsonValue> read_json(std::string_view text, Findings& findings) {
  if (const auto unreadable = unreadable_byte(text)) {
    findings.add(unreadable->position, unreadable->message);
    return std::nullopt;
  }
  try {
    return JsonReader(text, findings).read_document();
  } catch (const JsonSyntaxError& error) {
    findings.add(error.position, error.message);
    return std::nullopt;
  }
}

}  // namespace keycost
