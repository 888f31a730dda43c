#include "src/command/option_text.hpp"

#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "src/command/exit_status.hpp"
#include "src/decode/decode_option.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

bool looks_like_fraction(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos && *end == '\0';
}

bool looks_like_number(const std::string& text) {
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  return text.size() > start && text.find_first_not_of("0123456789", start) == std::string::npos;
}

/// The JSON value that someone would write in a scenario for what stands behind the '='.
JsonValue as_json(const Declaration& declaration, const std::string& text) {
  JsonValue value;
  value.written = text;
  value.kind = JsonKind::text;
  value.text = text;
  if (declaration.kind == ValueKind::boolean && (text == "true" || text == "false")) {
    value.kind = JsonKind::boolean;
    value.boolean = text == "true";
  } else if (declaration.kind != ValueKind::text && declaration.kind != ValueKind::choice &&
             (looks_like_number(text) ||
              (declaration.kind == ValueKind::fraction && looks_like_fraction(text)))) {
    value.kind = JsonKind::number;
    value.number = std::strtod(text.c_str(), nullptr);
  }
  return value;
}

std::vector<std::string_view> names_of(std::span<const Declaration> declarations) {
  std::vector<std::string_view> names;
  for (const Declaration& declaration : declarations) names.push_back(declaration.name);
  return names;
}

}  // namespace

Options read_options(std::span<const Declaration> declarations, const std::vector<std::string>& texts,
                     std::string_view given_by) {
  Options options;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw UsageError(fmt::format("{} takes NAME=VALUE, not {}", given_by, in_quotes(text)));
    const std::string name = text.substr(0, equals);
    const std::string value_text = text.substr(equals + 1);
    const Declaration* declaration = find_declaration(declarations, name);
    if (declaration == nullptr)
      throw UsageError(fmt::format("{}: {}", given_by, unknown_name("option", name, names_of(declarations))));
    if (options.contains(name))
      throw UsageError(fmt::format("{}: {} is set twice", given_by, in_quotes(name)));
    Findings findings{std::string(given_by)};
    const std::optional<OptionValue> value =
        decode_option(*declaration, as_json(*declaration, value_text), findings);
    try {
      findings.throw_if_any();
    } catch (const ScenarioInvalid& invalid) {
      throw UsageError(fmt::format("{} {}: {}", given_by, name, invalid.problems().front().message));
    }
    options.set(name, *value);
  }
  return options;
}

std::string option_range_text(const Declaration& declaration) {
  if (declaration.kind == ValueKind::boolean) return "true or false";
  if (declaration.kind == ValueKind::text) return "text";
  if (declaration.kind == ValueKind::fraction) return "a number from 0 to 1";
  if (declaration.kind == ValueKind::choice) return listed(declaration.choices);
  const std::string what = declaration.kind == ValueKind::size_bytes ? "a size"
                           : declaration.kind == ValueKind::seconds  ? "a duration"
                                                                     : "a whole number";
  const bool has_minimum = declaration.minimum != std::numeric_limits<std::int64_t>::min();
  const bool has_maximum = declaration.maximum != std::numeric_limits<std::int64_t>::max();
  std::string text = what;
  if (has_minimum) text += fmt::format(" from {}", option_value_text(declaration, declaration.minimum));
  if (has_maximum)
    text += fmt::format("{} {}", has_minimum ? " to" : " up to",
                        option_value_text(declaration, declaration.maximum));
  return text;
}

}  // namespace keycost
