#include "src/decode/decode_expectations.hpp"

#include <fmt/format.h>

#include "src/decimal.hpp"
#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view expectation_keys[] = {"value", "equals", "min",     "max",
                                                 "near",  "within", "because", "source"};

struct BoundKey {
  std::string_view name;
  BoundKind kind;
};
constexpr BoundKey bound_keys[] = {{"equals", BoundKind::equals},
                                   {"min", BoundKind::minimum},
                                   {"max", BoundKind::maximum},
                                   {"near", BoundKind::near}};

/// A number at least 0, or the text "3%".
void decode_within(const JsonValue& value, Bound& bound, Findings& findings) {
  const std::string right = "must be a number at least 0, or a percentage such as \"3%\"";
  double number = value.number;
  if (value.kind == JsonKind::text && value.text.ends_with('%')) {
    number = parse_decimal(std::string_view(value.text).substr(0, value.text.size() - 1)).value_or(-1);
    bound.within_percent = true;
  } else if (value.kind != JsonKind::number) {
    number = -1;
  }
  if (number < 0) {
    findings.add(value.position, fmt::format("{}, is {}", right, described(value)));
  } else if (bound.within_percent && bound.value == 0) {
    findings.add(value.position, "a percentage of 0 leaves no room; give \"within\" as a number");
  }
  bound.within = number;
}

Bound decode_bound(const JsonValue& expectation, Findings& findings) {
  Bound bound;
  const JsonValue* given = nullptr;
  std::string_view given_name;
  for (const BoundKey& key : bound_keys) {
    const JsonValue* value = expectation.find(key.name);
    if (value == nullptr) continue;
    if (given != nullptr) {
      findings.add(value->position,
                   fmt::format("\"{}\" is a second bound beside \"{}\"; write an expectation for each",
                               key.name, given_name));
      continue;
    }
    given = value;
    given_name = key.name;
    bound.kind = key.kind;
    bound.value = decode_number(*value, findings).value_or(1);
  }
  if (given == nullptr) {
    findings.add(expectation.position,
                 "an expectation needs a bound: \"equals\", \"min\", \"max\", or \"near\" with \"within\"");
    return bound;
  }
  const JsonValue* within = expectation.find("within");
  if (bound.kind == BoundKind::near) {
    if (within == nullptr) {
      findings.add(expectation.position,
                   "\"near\" needs \"within\": a number, or a percentage such as \"3%\"");
    } else {
      decode_within(*within, bound, findings);
    }
  } else if (within != nullptr) {
    findings.add(within->position, fmt::format("\"within\" belongs to \"near\", not to \"{}\"", given_name));
  }
  return bound;
}

std::string optional_text(const JsonValue& object, std::string_view name, Findings& findings) {
  const JsonValue* value = object.find(name);
  return value == nullptr ? "" : decode_text(*value, findings).value_or("");
}

Expression decode_expression(const JsonValue& value, const Scenario& scenario, Findings& findings) {
  if (!decode_text(value, findings)) return {};
  ExpressionError error;
  auto expression = parse_expression(value.text, scenario, error);
  if (expression) return std::move(*expression);
  findings.add(position_in_text(value, error.offset), error.message);
  return {};
}

}  // namespace

std::vector<Expectation> decode_expectations(const JsonValue& expect, const Scenario& scenario,
                                             Findings& findings) {
  std::vector<Expectation> expectations;
  const std::vector<JsonValue>* elements = decode_list(expect, "expectations", findings);
  if (elements == nullptr) return expectations;
  for (const JsonValue& element : *elements) {
    check_object(element, "an expectation", expectation_keys, findings);
    if (element.kind != JsonKind::object) continue;
    Expectation expectation;
    expectation.position = element.position;
    if (const JsonValue* value = required_member(element, "value", "an expectation", findings)) {
      expectation.value = decode_expression(*value, scenario, findings);
    }
    expectation.bound = decode_bound(element, findings);
    expectation.because = optional_text(element, "because", findings);
    expectation.source = optional_text(element, "source", findings);
    expectations.push_back(std::move(expectation));
  }
  return expectations;
}

}  // namespace keycost
