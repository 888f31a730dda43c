#include "src/decode/decode_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

/// A type as it is spelled: its words, and the numbers in parentheses.
struct Spelling {
  std::string name;
  std::vector<int> numbers;
};

std::string_view without_blanks_around(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// The numbers between commas; nothing if something else stands there. A number beyond int is one that no
/// type takes.
std::optional<std::vector<int>> read_numbers(std::string_view list) {
  std::vector<int> numbers;
  while (true) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view written = without_blanks_around(list.substr(0, comma));
    int number = 0;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), number);
    if (error == std::errc::invalid_argument || end != written.data() + written.size()) return std::nullopt;
    numbers.push_back(error == std::errc() ? number : std::numeric_limits<int>::max());
    if (comma == list.size()) return numbers;
    list.remove_prefix(comma + 1);
  }
}

std::optional<Spelling> read_spelling(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return Spelling{std::string(text), {}};
  const std::size_t close = text.find(')', open);
  if (close == std::string_view::npos) return std::nullopt;
  const std::optional<std::vector<int>> numbers = read_numbers(text.substr(open + 1, close - open - 1));
  if (!numbers) return std::nullopt;
  std::string name(without_blanks_around(text.substr(0, open)));
  const std::string_view behind = without_blanks_around(text.substr(close + 1));
  if (!behind.empty()) name += fmt::format(" {}", behind);
  return Spelling{std::move(name), *numbers};
}

std::vector<std::string_view> known_types(const EngineDescription& engine) {
  std::vector<std::string_view> known;
  for (const AcceptedType& accepted : engine.types) {
    if (!accepted.refusal.empty()) continue;
    const SqlTypeDescription& type = describe(accepted.type);
    known.push_back(type.name);
    for (const std::string_view alias : type.aliases) {
      if (!alias.empty()) known.push_back(alias);
    }
  }
  return known;
}

}  // namespace

std::optional<DecodedType> decode_type(const JsonValue& value, const EngineDescription& engine,
                                       Findings& findings) {
  const auto written = decode_text(value, findings);
  if (!written) return std::nullopt;
  const std::optional<Spelling> spelling = read_spelling(*written);
  if (!spelling) {
    findings.add(value.position,
                 fmt::format("type {} is not written like a type: a name, and perhaps numbers in "
                             "parentheses, as in varchar(20)",
                             in_quotes(*written)));
    return std::nullopt;
  }
  const SqlTypeDescription* type = find_sql_type(spelling->name);
  const AcceptedType* accepted = type == nullptr ? nullptr : find_accepted(engine.types, type->type);
  if (accepted == nullptr) {
    findings.add(value.position, unknown_name("type", spelling->name, known_types(engine)));
    return std::nullopt;
  }
  DecodedType decoded{type->type, {}};
  const std::string wrong = accepted->refusal.empty()
                                ? fit_modifiers(*accepted, spelling->numbers, decoded.modifiers)
                                : std::string(accepted->refusal);
  if (!wrong.empty()) {
    findings.add(value.position, fmt::format("type {} {}", in_quotes(*written), wrong));
    return std::nullopt;
  }
  if (type->is_text && !engine.character_sets.empty())
    decoded.modifiers.character_set = engine.character_sets.front();
  return decoded;
}

void decode_character_set(const JsonValue& value, const EngineDescription& engine, DecodedType& type,
                          Findings& findings) {
  const auto name = decode_text(value, findings);
  if (!name) return;
  if (!describe(type.type).is_text) {
    findings.add(value.position,
                 fmt::format("only text has a character set, {} has none", describe(type.type).name));
    return;
  }
  std::vector<std::string_view> known;
  for (const CharacterSet set : engine.character_sets) {
    known.push_back(describe(set).name);
    if (describe(set).name == *name) type.modifiers.character_set = set;
  }
  if (std::find(known.begin(), known.end(), *name) == known.end())
    findings.add(value.position, unknown_name("charset", *name, known));
}

}  // namespace keycost
