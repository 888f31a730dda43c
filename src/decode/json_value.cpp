#include "src/decode/json_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t unicode_escape_bytes = 6;  // \uXXXX

/// Bytes of UTF-8 that the escape at the start of `written` stands for. A surrogate is half of four bytes.
std::size_t unescaped_bytes(std::string_view written) {
  if (written[1] != 'u') return 1;
  const unsigned long code = std::stoul(std::string(written.substr(2, 4)), nullptr, 16);
  if (code >= 0xD800 && code <= 0xDFFF) return 2;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [name](const JsonMember& member) { return member.name == name; });
  return found == members.end() ? nullptr : &found->value;
}

JsonValue empty_value(JsonKind kind, SourcePosition position) {
  JsonValue value;
  value.kind = kind;
  value.position = std::move(position);
  return value;
}

std::string child_pointer(const std::string& pointer, std::string_view token) {
  std::string child = pointer + "/";
  for (const char byte : token) {
    if (byte == '~') {
      child += "~0";
    } else if (byte == '/') {
      child += "~1";
    } else if (has_control_character({&byte, 1})) {
      child += fmt::format("\\u{:04x}", static_cast<int>(byte));  // as the pointer's JSON string has it
    } else {
      child += byte;
    }
  }
  return child;
}

SourcePosition position_in_text(const JsonValue& text, std::size_t offset) {
  std::size_t written = 1;  // behind the opening quote
  for (std::size_t value = 0; value < offset && written + 1 < text.written.size();) {
    if (text.written[written] != '\\') {
      ++value;
      ++written;
      continue;
    }
    const std::string_view escape = text.written.substr(written);
    value += unescaped_bytes(escape);
    written += escape[1] == 'u' ? unicode_escape_bytes : 2;
  }
  SourcePosition position = text.position;
  position.column += count_characters(text.written.substr(0, written));
  return position;
}

}  // namespace keycost
