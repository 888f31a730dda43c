// A JSON document that remembers where each value and each key stands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/problem.hpp"

namespace keycost {

enum class JsonKind { null, boolean, number, text, array, object };

struct JsonMember;

struct JsonValue {
  JsonKind kind = JsonKind::null;
  SourcePosition position;
  std::string_view written;  ///< a scalar as it stands in the file, a text with its quotes
  bool boolean = false;
  double number = 0;  ///< finite; `written` has whole numbers exactly
  std::string text;
  std::vector<JsonValue> elements;  ///< of an array
  std::vector<JsonMember> members;  ///< of an object, in file order, each name once

  /// The member called `name` of an object, or nullptr.
  const JsonValue* find(std::string_view name) const;
};

struct JsonMember {
  std::string name;
  SourcePosition position;  ///< of the key
  JsonValue value;
};

/// A value with nothing in it yet.
JsonValue empty_value(JsonKind kind, SourcePosition position);

/// The pointer of a child: `pointer`, a slash, and `token` with ~ and / escaped (RFC 6901).
std::string child_pointer(const std::string& pointer, std::string_view token);

/// Where the byte `offset` of a text's value stands in the file, escapes before it counted as they are
/// written.
SourcePosition position_in_text(const JsonValue& text, std::size_t offset);

}  // namespace keycost
