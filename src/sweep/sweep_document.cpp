#include "src/sweep/sweep_document.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "src/input_file.hpp"
#include "src/problem.hpp"
#include "src/report/csv_field.hpp"
#include "src/report/json_tables.hpp"

namespace keycost {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "keycost-sweep/1";

/// What must be the same in all parts of one grid.
constexpr const char* grid_members[] = {"format", "version", "engine", "scenario", "vary", "seeds", "cells"};

[[noreturn]] void fail(const std::string& path, std::string message) {
  throw InputOutputFailed({path, {}, std::move(message)});
}

bool is_part(const Json& document) {
  if (!document.is_object() || document.value("format", "") != format_name) return false;
  for (const char* const member : grid_members) {
    if (!document.contains(member)) return false;
  }
  if (!document["cells"].is_number_unsigned() || !document.contains("results")) return false;
  return document["results"].is_array() &&
         std::all_of(document["results"].begin(), document["results"].end(), [](const Json& cell) {
           return cell.is_object() && cell.contains("cell") && cell["cell"].is_number_unsigned();
         });
}

std::string cell_text(const Json& cell) {
  return fmt::format("cell {}", cell.get<std::size_t>());
}

void add_lines(std::string& text, const std::string& start, const std::string& path, const Json& value) {
  if (value.is_object()) {
    for (const auto& [name, inner] : value.items())
      add_lines(text, start, path.empty() ? name : path + "." + name, inner);
  } else if (!value.is_array()) {
    text += fmt::format("{},{},{}\n", start, csv_field(path), value.is_null() ? "" : value.dump());
  }
}

}  // namespace

Json sweep_document(const Grid& grid, const Shard& shard) {
  const ScenarioFile file = decode_scenario(grid.path, grid.text);
  Json vary = Json::array();
  for (const VariedField& field : grid.fields)
    vary.push_back({{"field", field.pointer}, {"values", field.values}});
  Json document = {{"format", format_name},
                   {"version", KEYCOST_VERSION},
                   {"engine", file.scenario.engine},
                   {"scenario", {{"name", file.name}, {"title", file.title}, {"hash", file.hash}}},
                   {"vary", std::move(vary)},
                   {"seeds", grid.seeds},
                   {"cells", grid.cells()}};
  if (shard.count > 1) document["shard"] = fmt::format("{}/{}", shard.index, shard.count);
  document["results"] = Json::array();
  return document;
}

Json sweep_cell(const Grid& grid, std::size_t cell, const ScenarioResult& result) {
  Json object = {{"cell", cell}, {"values", grid.values(cell)}, {"seed", grid.seed(cell)}};
  object["tables"] = tables_json(result);
  return object;
}

SweepPart read_sweep_part(const std::string& path) {
  InputFile file(path);
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (!file.is_at_end() && file.problem().empty())
    text.append(piece, 0, file.read(piece.data(), piece.size()));
  if (!file.problem().empty()) fail(path, file.problem());
  SweepPart part{path, Json::parse(text, nullptr, false)};
  if (part.document.is_discarded() || !is_part(part.document))
    fail(path, "is not what `keycost sweep -o json` writes (\"format\": \"keycost-sweep/1\")");
  return part;
}

Json merge_sweep(const std::vector<SweepPart>& parts) {
  const SweepPart& first = parts.front();
  std::map<std::size_t, const SweepPart*> from;
  std::map<std::size_t, const Json*> cells;
  for (const SweepPart& part : parts) {
    for (const char* const member : grid_members) {
      if (part.document[member] != first.document[member]) {
        fail(part.path, fmt::format("is part of another grid than {}: \"{}\" differs", first.path, member));
      }
    }
    for (const Json& result : part.document["results"]) {
      const auto cell = result["cell"].get<std::size_t>();
      const auto [there, is_new] = from.emplace(cell, &part);
      if (!is_new)
        fail(part.path,
             fmt::format("has {}, which {} has too", cell_text(result["cell"]), there->second->path));
      cells[cell] = &result;
    }
  }
  Json merged = first.document;
  merged.erase("shard");
  merged["results"] = Json::array();
  const auto wanted = merged["cells"].get<std::size_t>();
  for (std::size_t cell = 0; cell < wanted; ++cell) {
    const auto found = cells.find(cell);
    if (found == cells.end()) {
      fail(parts.back().path,
           fmt::format("was the last part, and cell {} of 0 to {} is in none: a shard is missing", cell,
                       wanted - 1));
    }
    merged["results"].push_back(*found->second);
  }
  return merged;
}

std::string sweep_json(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sweep_csv(const Json& document) {
  std::string text = "cell";
  for (const Json& field : document["vary"]) text += "," + csv_field(field["field"].get<std::string>());
  text += ",seed,table,step,round,metric,value\n";
  for (const Json& cell : document["results"]) {
    std::string start = fmt::format("{}", cell["cell"].get<std::size_t>());
    for (const Json& value : cell["values"])
      start += "," + csv_field(value.is_string() ? value.get<std::string>() : value.dump());
    start += fmt::format(",{}", cell["seed"].get<std::uint64_t>());
    for (const auto& [table, content] : cell["tables"].items()) {
      for (const auto& [step, result] : content["steps"].items()) {
        const std::string of_step = fmt::format("{},{},{}", start, csv_field(table), csv_field(step));
        add_lines(text, of_step + ",", "", result);
        const Json& each = result["each"];
        for (std::size_t round = 0; round < each.size(); ++round)
          add_lines(text, fmt::format("{},{}", of_step, round), "", each[round]);
      }
    }
  }
  return text;
}

}  // namespace keycost
