#include "src/command/explain_fields.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/engine.hpp"
#include "src/schema.hpp"

namespace keycost {

namespace {

using Json = nlohmann::ordered_json;

/// Whose fields stand below a key of the schema; others pass on what they stand in.
std::string owner_below(const std::string& key, const std::string& owner) {
  struct Owner {
    std::string_view key;
    std::string_view words;
  };
  constexpr std::array owners{Owner{"settings", "the settings"},
                              Owner{"tables", "a table"},
                              Owner{"primary_key", "a column of a key"},
                              Owner{"indexes", "an index"},
                              Owner{"index", "an index"},
                              Owner{"arrival", "a table's arrival"},
                              Owner{"values", "a column's values"},
                              Owner{"expect", "an expectation"}};
  if (key == "columns") return owner == "an index" ? "a column of a key" : "a column";
  const auto found = std::ranges::find(owners, std::string_view(key), &Owner::key);
  return found == owners.end() ? owner : std::string(found->words);
}

/// A step is called by what it does.
std::string owner_of(const Json& properties, const std::string& owner) {
  const auto action = properties.find("do");
  if (action == properties.end() || !action->contains("const")) return owner;
  return fmt::format("a step \"{}\"", (*action)["const"].get<std::string>());
}

void add_field(std::vector<ExplainEntry>& entries, const std::string& name, const std::string& owner,
               const Json& schema) {
  const auto described = schema.find("description");
  if (described == schema.end() || !described->is_string()) return;
  ExplainEntry entry{name, {}, "field of " + owner, described->get<std::string>(), {}};
  // Fields of one name with one meaning, such as "name" of tables and columns, are told once.
  const auto same = std::ranges::find_if(entries, [&](const ExplainEntry& other) {
    return other.name == name && other.meaning == entry.meaning;
  });
  if (same != entries.end()) {
    if (("," + same->kind.substr(8) + ",").find(" " + owner + ",") == std::string::npos)
      same->kind += ", " + owner;
    return;
  }
  if (const auto standard = schema.find("default"); standard != schema.end()) {
    entry.facts.emplace_back("default", standard->dump());
  }
  entries.push_back(std::move(entry));
}

/// Every "properties" object, wherever it stands. Declared options are there too, and have been told better.
void add_fields(std::vector<ExplainEntry>& entries, const Json& node, const std::string& owner,
                std::size_t depth) {
  constexpr std::size_t depth_max = 32;
  if (depth > depth_max || !node.is_structured()) return;
  if (!node.is_object()) {
    for (const Json& child : node) add_fields(entries, child, owner, depth + 1);
    return;
  }
  std::string here = owner;
  if (const auto properties = node.find("properties"); properties != node.end() && properties->is_object()) {
    here = owner_of(*properties, owner);
    for (const auto& [name, schema] : properties->items()) {
      if (schema.is_object()) add_field(entries, name, here, schema);
    }
  }
  for (const auto& [key, child] : node.items()) add_fields(entries, child, owner_below(key, here), depth + 1);
}

void add_record_types(std::vector<ExplainEntry>& entries, const MetricSet& metrics) {
  std::string quantities;
  for (const Metric& metric : metrics.wal_type) {
    quantities += fmt::format("{}{}", quantities.empty() ? "" : ", ", metric.path);
  }
  for (const std::string_view type : metrics.wal_record_types) {
    ExplainEntry entry{std::string(type),
                       {fmt::format("wal.by_type.{}", type)},
                       "WAL record type",
                       "A type of WAL record, as pg_get_wal_stats names it: resource manager and operation.",
                       {}};
    entry.facts.emplace_back("quantities", quantities);
    entry.facts.emplace_back("in \"expect\"", fmt::format("TABLE.STEP.wal.by_type.{}.count", type));
    entries.push_back(std::move(entry));
  }
}

}  // namespace

void add_record_types(std::vector<ExplainEntry>& entries) {
  for (const EngineMetrics& engine : metrics_of_all_engines()) add_record_types(entries, *engine.metrics);
}

void add_scenario_fields(std::vector<ExplainEntry>& entries) {
  const Json schema = Json::parse(scenario_schema());
  std::vector<ExplainEntry> fields;
  add_fields(fields, schema, "a scenario", 0);
  // A declared option is told from its declaration, with its range; the schema adds the unit to its words.
  const auto is_declared = [&](const ExplainEntry& field) {
    return std::ranges::any_of(entries, [&](const ExplainEntry& entry) {
      return entry.name == field.name && field.meaning.starts_with(entry.meaning);
    });
  };
  std::erase_if(fields, is_declared);
  entries.insert(entries.end(), fields.begin(), fields.end());
}

}  // namespace keycost
