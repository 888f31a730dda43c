#include "src/decode/decode_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::size_t name_bytes_max = 63;  // NAMEDATALEN − 1
constexpr double exact_integer_max = 9007199254740992.0;

/// What to write instead, where that is plain to see.
std::string whole_number_hint(const JsonValue& value) {
  if (value.kind == JsonKind::number && std::trunc(value.number) == value.number &&
      std::abs(value.number) <= exact_integer_max) {
    return fmt::format("; write {:.0f}", value.number);
  }
  std::int64_t number = 0;
  const char* end = value.text.data() + value.text.size();
  const bool is_number_as_text = value.kind == JsonKind::text && !value.text.empty() &&
                                 std::from_chars(value.text.data(), end, number).ptr == end;
  return is_number_as_text ? fmt::format("; write {} without quotes", value.text) : "";
}

}  // namespace

std::string described(const JsonValue& value) {
  switch (value.kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return value.boolean ? "true" : "false";
    case JsonKind::number:
      return std::string(value.written.substr(0, 60));
    case JsonKind::text:
      return "the text " + in_quotes(value.text);
    case JsonKind::array:
      return "a list";
    case JsonKind::object:
      return "an object";
  }
  return "";
}

bool check_object(const JsonValue& value, std::string_view what, std::span<const std::string_view> known,
                  Findings& findings) {
  if (value.kind != JsonKind::object) {
    findings.add(value.position, fmt::format("{} must be an object, is {}", what, described(value)));
    return false;
  }
  bool all_known = true;
  for (const JsonMember& member : value.members) {
    if (std::find(known.begin(), known.end(), std::string_view(member.name)) != known.end()) continue;
    findings.add(member.position, unknown_name(fmt::format("key of {}:", what), member.name, known));
    all_known = false;
  }
  return all_known;
}

const JsonValue* required_member(const JsonValue& object, std::string_view name, std::string_view what,
                                 Findings& findings) {
  const JsonValue* member = object.find(name);
  if (member == nullptr) findings.add(object.position, fmt::format("{} needs \"{}\"", what, name));
  return member;
}

std::optional<std::int64_t> decode_whole_number(const JsonValue& value, WholeNumberRange range,
                                                Findings& findings) {
  std::int64_t number = 0;
  const char* end = value.written.data() + value.written.size();
  const std::from_chars_result result = std::from_chars(value.written.data(), end, number);
  if (value.kind != JsonKind::number || result.ptr != end) {
    findings.add(value.position,
                 fmt::format("must be a whole number, is {}{}", described(value), whole_number_hint(value)));
    return std::nullopt;
  }
  const bool too_small = result.ec == std::errc() ? number < range.minimum : value.number < 0;
  const bool too_large = result.ec == std::errc() ? number > range.maximum : value.number > 0;
  if (too_small)
    findings.add(value.position, fmt::format("must be at least {}, is {}", range.minimum, described(value)));
  if (too_large)
    findings.add(value.position, fmt::format("must be at most {}, is {}", range.maximum, described(value)));
  if (too_small || too_large) return std::nullopt;
  return number;
}

std::optional<double> decode_number(const JsonValue& value, Findings& findings) {
  if (value.kind == JsonKind::number) return value.number;
  findings.add(value.position, fmt::format("must be a number, is {}", described(value)));
  return std::nullopt;
}

std::optional<bool> decode_boolean(const JsonValue& value, Findings& findings) {
  if (value.kind == JsonKind::boolean) return value.boolean;
  findings.add(value.position, fmt::format("must be true or false, is {}", described(value)));
  return std::nullopt;
}

std::optional<std::string> decode_text(const JsonValue& value, Findings& findings) {
  if (value.kind == JsonKind::text) return value.text;
  findings.add(value.position, fmt::format("must be a text, is {}", described(value)));
  return std::nullopt;
}

std::optional<std::string> decode_name(const JsonValue& value, Findings& findings) {
  if (value.kind != JsonKind::text) {
    findings.add(value.position, fmt::format("must be a name, is {}", described(value)));
    return std::nullopt;
  }
  if (!check_name(value.text, value.position, findings)) return std::nullopt;
  return value.text;
}

bool check_name(std::string_view name, const SourcePosition& position, Findings& findings) {
  if (name.empty()) {
    findings.add(position, "a name must not be empty");
  } else if (has_control_character(name)) {
    findings.add(position, fmt::format("the name {} has a control character", in_quotes(name)));
  } else if (name.size() > name_bytes_max) {
    findings.add(position, fmt::format("the name {} is {} bytes long; at most {} fit", in_quotes(name),
                                       name.size(), name_bytes_max));
  } else {
    return true;
  }
  return false;
}

const std::vector<JsonValue>* decode_list(const JsonValue& value, std::string_view of_what,
                                          Findings& findings) {
  if (value.kind != JsonKind::array) {
    findings.add(value.position, fmt::format("must be a list of {}, is {}", of_what, described(value)));
    return nullptr;
  }
  if (value.elements.empty()) {
    findings.add(value.position, fmt::format("the list of {} is empty; at least one is needed", of_what));
    return nullptr;
  }
  return &value.elements;
}

}  // namespace keycost
