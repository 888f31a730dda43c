#include "src/sweep/grid.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "src/command/arguments.hpp"
#include "src/command/exit_status.hpp"
#include "src/execute/file_problem.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t seeds_max = 100'000;

/// "tables.v4.indexes[0].fillfactor" as a JSON pointer; what begins with a slash is one.
std::string pointer_of(std::string_view field) {
  if (field.starts_with('/')) return std::string(field);
  std::string pointer = "/";
  for (const char c : field) {
    if (c == '.' || c == '[') {
      pointer += '/';
    } else if (c == '/' || c == '~') {
      pointer += c == '/' ? "~1" : "~0";
    } else if (c != ']') {
      pointer += c;
    }
  }
  return pointer;
}

/// At commas outside of quotes, brackets and braces.
std::vector<std::string_view> split_values(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    if (text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == '}') --depth;
    if (text[i] == ',' && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

Json value_of(std::string_view text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(std::string(text)) : value;
}

/// The scenario's own seed unless others are asked for.
Json parsed(const std::string& text) {
  return Json::parse(text, nullptr, false, true);
}

}  // namespace

VariedField read_varied_field(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == argument.size()) {
    throw UsageError(
        fmt::format("--vary takes FIELD=VALUE,VALUE…, as in settings.shared_buffers=128MB,1GB, not {}",
                    in_quotes(argument)));
  }
  VariedField field{pointer_of(argument.substr(0, equals)), {}};
  for (const std::string_view part : split_values(argument.substr(equals + 1))) {
    if (part.empty())
      throw UsageError(
          fmt::format("--vary: a value is missing between two commas of {}", in_quotes(argument)));
    field.values.push_back(value_of(part));
    if (std::count(field.values.begin(), field.values.end(), field.values.back()) > 1)
      throw UsageError(fmt::format("--vary: the value {} stands twice in {}", part, in_quotes(argument)));
  }
  try {
    (void)Json::json_pointer(field.pointer);
  } catch (const Json::exception&) {
    throw UsageError(fmt::format("--vary: {} is no path to a field", in_quotes(argument.substr(0, equals))));
  }
  return field;
}

std::vector<std::uint64_t> read_seeds(std::string_view argument) {
  std::vector<std::uint64_t> seeds;
  const std::size_t dots = argument.find("..");
  if (dots != std::string_view::npos) {
    const std::uint64_t first = read_whole_number("--seeds", argument.substr(0, dots));
    const std::uint64_t last = read_whole_number("--seeds", argument.substr(dots + 2));
    if (last < first || last - first >= seeds_max) {
      throw UsageError(
          fmt::format("--seeds: {} is no range of 1 to {} seeds", in_quotes(argument), seeds_max));
    }
    for (std::uint64_t seed = first; seed <= last; ++seed) seeds.push_back(seed);
    return seeds;
  }
  for (const std::string_view part : split_values(argument)) {
    seeds.push_back(read_whole_number("--seeds", part));
    if (std::count(seeds.begin(), seeds.end(), seeds.back()) > 1)
      throw UsageError(fmt::format("--seeds: {} stands twice", part));
  }
  return seeds;
}

Shard read_shard(std::string_view argument) {
  const std::size_t slash = argument.find('/');
  if (slash == std::string_view::npos)
    throw UsageError(fmt::format("--shard takes I/N, as in 2/8, not {}", in_quotes(argument)));
  constexpr std::uint64_t shards_max = 1'000'000;
  Shard shard;
  shard.count = static_cast<std::size_t>(
      read_whole_number("--shard", argument.substr(slash + 1), {.minimum = 1, .maximum = shards_max}));
  shard.index = static_cast<std::size_t>(
      read_whole_number("--shard", argument.substr(0, slash), {.minimum = 1, .maximum = shard.count}));
  return shard;
}

std::size_t Grid::cells() const {
  std::size_t count = seeds.size();
  for (const VariedField& field : fields) count *= field.values.size();
  return count;
}

std::vector<Json> Grid::values(std::size_t cell) const {
  std::vector<Json> values(fields.size());
  std::size_t rest = cell / seeds.size();
  for (std::size_t i = fields.size(); i-- > 0;) {
    values[i] = fields[i].values[rest % fields[i].values.size()];
    rest /= fields[i].values.size();
  }
  return values;
}

ScenarioFile Grid::scenario(std::size_t cell) const {
  if (fields.empty()) return decode_scenario(path, text);
  Json document = parsed(text);
  const std::vector<Json> cell_values = values(cell);
  std::string with;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    with += fmt::format("{}{} = {}", i == 0 ? "" : ", ", fields[i].pointer, cell_values[i].dump());
    try {
      document[Json::json_pointer(fields[i].pointer)] = cell_values[i];
    } catch (const Json::exception&) {
      throw ScenarioInvalid({file_problem(path, fmt::format("has no place for {}", fields[i].pointer))});
    }
  }
  try {
    return decode_scenario(path, document.dump(2));
  } catch (const ScenarioInvalid& invalid) {
    std::vector<Problem> problems = invalid.problems();
    for (Problem& problem : problems) {
      problem.position.line = problem.position.column = 0;  // of the text as varied, which nobody has seen
      problem.message = fmt::format("with {}: {}", with, problem.message);
    }
    throw ScenarioInvalid(std::move(problems));
  }
}

}  // namespace keycost
