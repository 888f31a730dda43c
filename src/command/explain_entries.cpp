#include "src/command/explain_entries.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/arrival/arrival.hpp"
#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/command/explain_fields.hpp"
#include "src/command/option_text.hpp"
#include "src/command/type_text.hpp"
#include "src/report/kinds.hpp"
#include "src/report/labels.hpp"
#include "src/show/event.hpp"
#include "src/show/look.hpp"

namespace keycost {

namespace {

std::string last_part(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return std::string(dot == std::string_view::npos ? path : path.substr(dot + 1));
}

template <class Metrics>
void add_metrics(std::vector<ExplainEntry>& entries, std::string_view prefix, std::string_view kind,
                 const Metrics& metrics, std::span<const ReportLabel> labels, const std::string& engines) {
  for (const Metric& metric : metrics) {
    ExplainEntry entry{fmt::format("{}{}", prefix, metric.path),
                       {last_part(metric.path)},
                       std::string(kind),
                       std::string(metric.meaning),
                       {}};
    entry.facts.emplace_back("unit", unit_name(metric.unit));
    entry.facts.emplace_back("formula", metric.formula);
    entry.facts.emplace_back("source", metric.source);
    entry.facts.emplace_back("over a step", metric.is_state ? "as it stands at the end" : "the sum");
    entry.facts.emplace_back("in \"expect\"", fmt::format("TABLE.STEP.{}", entry.name));
    const auto label = std::ranges::find(labels, metric.path, &ReportLabel::metric);
    if (label != labels.end()) {
      entry.label = label->words;
      entry.facts.emplace_back("in reports", label->words);
    }
    entry.facts.emplace_back("engines", engines);
    entries.push_back(std::move(entry));
  }
}

void add_cost_views(std::vector<ExplainEntry>& entries) {
  for (const CostViewDescription& view : cost_views()) {
    ExplainEntry entry{
        std::string(view.name), {}, "measure of a step's costs", std::string(view.meaning), {}};
    entry.label = view.words;
    entry.facts.emplace_back("unit", fmt::format("the metric's, {}", view.words));
    entry.facts.emplace_back("formula", view.formula);
    entry.facts.emplace_back(
        "in \"expect\"",
        fmt::format("TABLE.STEP.{0}.METRIC, TABLE.STEP.by_relation.RELATION.{0}.METRIC", view.name));
    entries.push_back(std::move(entry));
  }
}

ExplainEntry declaration_entry(const Declaration& declaration, const std::string& owner, std::string kind) {
  ExplainEntry entry{std::string(declaration.name),
                     {owner + "." + std::string(declaration.name)},
                     std::move(kind),
                     std::string(declaration.meaning),
                     {}};
  if (!declaration.unit.empty()) entry.facts.emplace_back("unit", declaration.unit);
  entry.facts.emplace_back("value", option_range_text(declaration));
  for (const RefusedChoice& refused : declaration.refused_choices)
    entry.facts.emplace_back("refused", fmt::format("\"{}\": {}", refused.choice, refused.because));
  entry.facts.emplace_back("default", option_value_text(declaration, declaration.default_value));
  return entry;
}

void add_streams(std::vector<ExplainEntry>& entries) {
  for (const StreamDescription* stream : key_streams()) {
    ExplainEntry entry{std::string(stream->name), {}, "key stream", std::string(stream->summary), {}};
    entry.facts.emplace_back("formula", stream->formula);
    entry.facts.emplace_back("source", stream->source);
    std::string types;
    for (const SqlType type : stream->types)
      types += fmt::format("{}{}", types.empty() ? "" : ", ", describe(type).name);
    entry.facts.emplace_back("types", types);
    for (const Declaration& option : stream->options) {
      entry.facts.emplace_back(
          "option", fmt::format("{}: {} ({}; default {})", option.name, option.meaning,
                                option_range_text(option), option_value_text(option, option.default_value)));
    }
    entries.push_back(std::move(entry));
    for (const Declaration& option : stream->options) {
      entries.push_back(declaration_entry(option, std::string(stream->name),
                                          fmt::format("option of the key stream {}", stream->name)));
    }
  }
}

void add_types(std::vector<ExplainEntry>& entries) {
  for (const EngineDescription* engine : engines()) {
    for (const AcceptedType& accepted : engine->types) {
      if (!accepted.refusal.empty()) continue;
      const SqlTypeDescription& type = describe(accepted.type);
      ExplainEntry entry{std::string(type.name), {}, "column type", type_words(type), {}};
      for (const std::string_view alias : type.aliases) {
        if (!alias.empty()) entry.also.emplace_back(alias);
      }
      entry.facts.emplace_back("written", written_form(accepted));
      const auto same = std::ranges::find_if(entries, [&](const ExplainEntry& other) {
        return other.kind == entry.kind && other.name == entry.name && other.facts[0] == entry.facts[0];
      });
      if (same == entries.end()) {
        entry.facts.emplace_back("engines", engine->name);
        entries.push_back(std::move(entry));
      } else {
        same->facts[1].second += fmt::format(", {}", engine->name);
      }
    }
  }
}

void add_arrival(std::vector<ExplainEntry>& entries) {
  for (const Declaration& option : arrival_options())
    entries.push_back(declaration_entry(option, "arrival", "option of a table's arrival"));
}

void add_engine(std::vector<ExplainEntry>& entries, const EngineDescription& engine) {
  const std::string name(engine.name);
  entries.push_back({name, {}, "engine", std::string(engine.summary), {}});
  const auto add = [&](std::span<const Declaration> declarations, std::string_view owner,
                       std::string_view what) {
    for (const Declaration& declaration : declarations) {
      entries.push_back(
          declaration_entry(declaration, std::string(owner), fmt::format("{} of {}", what, name)));
    }
  };
  add(engine.settings, "settings", "setting");
  add(engine.table_options, "table", "table option");
  add(engine.index_options, "index", "index option");
}

void add_report_kinds(std::vector<ExplainEntry>& entries) {
  for (const ReportKind& kind : report_kinds()) {
    ExplainEntry entry{std::string(kind.name), {}, "kind of report", std::string(kind.summary), {}};
    entry.facts.emplace_back("written with", fmt::format("keycost run SCENARIO -o {0}:PATH", kind.name));
    entries.push_back(std::move(entry));
  }
}

void add_moments(std::vector<ExplainEntry>& entries) {
  for (const ViewDescription& view : view_descriptions()) {
    entries.push_back(
        {fmt::format("show {}", view.name), {}, "view of a moment of a run", std::string(view.meaning), {}});
    entries.back().facts.emplace_back("engines", view.innodb_too ? "all" : "postgresql-18");
  }
  for (const EventDescription& event : event_descriptions()) {
    entries.push_back({std::string(event.written),
                       {},
                       "moment of a run, for --at of show and crash",
                       std::string(event.meaning),
                       {}});
    entries.back().facts.emplace_back("engines", event.innodb_too ? "all" : "postgresql-18");
  }
}

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts(1);
  for (const char character : path) {
    if (character == '.') {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

/// "v4.second.indexes.v4_pkey.leaf_pages" ends with "indexes.INDEX.leaf_pages".
bool ends_like(const std::vector<std::string>& given, const std::vector<std::string>& pattern) {
  if (given.size() < pattern.size() || pattern.size() < 2) return false;
  return std::equal(pattern.rbegin(), pattern.rend(), given.rbegin(),
                    [](const std::string& part, const std::string& have) {
                      return part == have || part == "TYPE" || part == "INDEX" || part == "RELATION";
                    });
}

bool is_metric_of(const ExplainEntry& entry, std::string_view beginning) {
  return !entry.label.empty() && entry.name.starts_with(beginning);
}

/// A line of a report as it is printed: "primary key leaf pages", "WAL a row", "WAL, heap".
bool is_line(const ExplainEntry& entry, std::string_view line) {
  if (const std::size_t comma = line.find(", "); comma != std::string_view::npos)
    return is_metric_of(entry, "by_relation.") && entry.label == line.substr(0, comma);
  if (is_metric_of(entry, "by_relation.")) return false;
  if (is_metric_of(entry, "indexes.")) return line.ends_with(" " + entry.label);
  return entry.label == line || (is_metric_of(entry, "per_") && line.ends_with(" " + entry.label));
}

/// Without what it is told by: the "WAL" of "WAL a row".
std::string_view without_view(std::string_view line) {
  for (const CostViewDescription& view : cost_views()) {
    if (line.ends_with(" " + std::string(view.words))) line.remove_suffix(view.words.size() + 1);
  }
  return line;
}

}  // namespace

std::vector<ExplainEntry> explain_entries() {
  std::vector<ExplainEntry> entries;
  for (const auto& [engines, metrics] : metrics_of_all_engines()) {
    add_metrics(entries, "", "metric of a step", metrics->step, step_labels(), engines);
    add_metrics(entries, "wal.by_type.TYPE.", "metric of a WAL record type in a step", metrics->wal_type, {},
                engines);
    add_metrics(entries, "indexes.INDEX.", "metric of an index", metrics->index, index_labels(), engines);
    add_metrics(entries, "by_relation.RELATION.", "metric of a relation in a step", metrics->cost,
                cost_labels(), engines);
  }
  add_cost_views(entries);
  add_record_types(entries);
  add_streams(entries);
  add_types(entries);
  add_arrival(entries);
  for (const EngineDescription* engine : engines()) add_engine(entries, *engine);
  add_report_kinds(entries);
  add_scenario_fields(entries);
  add_moments(entries);
  return entries;
}

std::vector<ExplainEntry> find_entries(const std::vector<ExplainEntry>& entries, const std::string& name) {
  std::vector<ExplainEntry> found;
  const auto add_if = [&](const auto& matches) {
    if (!found.empty()) return;
    std::ranges::copy_if(entries, std::back_inserter(found), matches);
  };
  add_if([&](const ExplainEntry& entry) {
    return entry.name == name || std::ranges::find(entry.also, name) != entry.also.end();
  });
  const std::vector<std::string> given = parts_of(name);
  add_if([&](const ExplainEntry& entry) { return ends_like(given, parts_of(entry.name)); });
  add_if([&](const ExplainEntry& entry) {
    return is_line(entry, name) || (!entry.label.empty() && entry.label == without_view(name) &&
                                    !is_metric_of(entry, "by_relation."));
  });
  return found;
}

}  // namespace keycost
