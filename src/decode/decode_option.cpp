#include "src/decode/decode_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "src/decode/decode_value.hpp"
#include "src/decode/duration_text.hpp"
#include "src/decode/size_text.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr WholeNumberRange any_number{std::numeric_limits<std::int64_t>::min(),
                                      std::numeric_limits<std::int64_t>::max()};

std::optional<std::int64_t> decode_size(const Declaration& declaration, const JsonValue& value,
                                        Findings& findings) {
  SizeReading size;
  if (value.kind == JsonKind::number) {
    size.bytes = decode_whole_number(value, any_number, findings);
    if (!size.bytes) return std::nullopt;
  } else if (value.kind == JsonKind::text) {
    size = read_size(value.text);
  } else {
    size.wrong = fmt::format("must be a size such as \"128MB\", is {}", described(value));
  }
  if (!size.bytes) {
    findings.add(value.position, size.wrong);
    return std::nullopt;
  }
  if (*size.bytes < declaration.minimum) {
    findings.add(value.position, fmt::format("must be at least {}, is {}", print_size(declaration.minimum),
                                             print_size(*size.bytes)));
    return std::nullopt;
  }
  if (*size.bytes > declaration.maximum) {
    findings.add(value.position, fmt::format("must be at most {}, is {}", print_size(declaration.maximum),
                                             print_size(*size.bytes)));
    return std::nullopt;
  }
  return size.bytes;
}

std::optional<std::int64_t> decode_seconds(const Declaration& declaration, const JsonValue& value,
                                           Findings& findings) {
  const WholeNumberRange range{declaration.minimum, declaration.maximum};
  if (value.kind == JsonKind::number) return decode_whole_number(value, range, findings);
  DurationReading duration;
  if (value.kind == JsonKind::text) {
    duration = read_duration(value.text);
  } else {
    duration.wrong = fmt::format("must be a duration such as \"5min\", is {}", described(value));
  }
  if (duration.seconds && (*duration.seconds < range.minimum || *duration.seconds > range.maximum)) {
    duration.wrong = fmt::format("must be from {} to {}, is {}", print_duration(range.minimum),
                                 print_duration(range.maximum), print_duration(*duration.seconds));
    duration.seconds.reset();
  }
  if (!duration.seconds) findings.add(value.position, duration.wrong);
  return duration.seconds;
}

std::optional<double> decode_fraction(const JsonValue& value, Findings& findings) {
  const std::optional<double> number = decode_number(value, findings);
  if (!number || (*number >= 0 && *number <= 1)) return number;
  findings.add(value.position, fmt::format("must be from 0 to 1, is {}", value.written));
  return std::nullopt;
}

std::optional<std::string> decode_choice(const Declaration& declaration, const JsonValue& value,
                                         Findings& findings) {
  std::optional<std::string> text = decode_text(value, findings);
  if (!text ||
      std::find(declaration.choices.begin(), declaration.choices.end(), *text) != declaration.choices.end())
    return text;
  for (const RefusedChoice& refused : declaration.refused_choices) {
    if (refused.choice != *text) continue;
    findings.add(value.position, fmt::format("{} is not modelled: {}; known: {}", in_quotes(*text),
                                             refused.because, listed(declaration.choices)));
    return std::nullopt;
  }
  findings.add(value.position, unknown_name("choice", *text, declaration.choices));
  return std::nullopt;
}

template <class Value>
std::optional<OptionValue> as_option(std::optional<Value> value) {
  if (!value) return std::nullopt;
  return OptionValue(std::move(*value));
}

}  // namespace

std::optional<OptionValue> decode_option(const Declaration& declaration, const JsonValue& value,
                                         Findings& findings) {
  switch (declaration.kind) {
    case ValueKind::boolean:
      return as_option(decode_boolean(value, findings));
    case ValueKind::integer:
      return as_option(decode_whole_number(value, {declaration.minimum, declaration.maximum}, findings));
    case ValueKind::seconds:
      return as_option(decode_seconds(declaration, value, findings));
    case ValueKind::fraction:
      return as_option(decode_fraction(value, findings));
    case ValueKind::size_bytes:
      return as_option(decode_size(declaration, value, findings));
    case ValueKind::text:
      return as_option(decode_text(value, findings));
    case ValueKind::choice:
      return as_option(decode_choice(declaration, value, findings));
  }
  return std::nullopt;
}

Options decode_options(std::span<const Declaration> declarations, const JsonValue& object,
                       Findings& findings) {
  Options options;
  for (const JsonMember& member : object.members) {
    const Declaration* declaration = find_declaration(declarations, member.name);
    if (declaration == nullptr) continue;
    if (auto value = decode_option(*declaration, member.value, findings))
      options.set(member.name, std::move(*value));
  }
  return options;
}

std::vector<std::string_view> known_keys(std::span<const std::string_view> names,
                                         std::span<const Declaration> declarations) {
  std::vector<std::string_view> keys(names.begin(), names.end());
  for (const Declaration& declaration : declarations) keys.push_back(declaration.name);
  return keys;
}

}  // namespace keycost
