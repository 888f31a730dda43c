// keycost list: what there is.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/command/command.hpp"
#include "src/command/type_text.hpp"
#include "src/nearest_name.hpp"
#include "src/report/kinds.hpp"
#include "src/report/output_files.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/style.hpp"
#include "src/scenario_file.hpp"
#include "src/show/event.hpp"

namespace keycost {

namespace {

constexpr const char* shipped_scenarios = "scenarios";

struct Line {
  std::string name;
  std::string words;
  std::string engines = {};  ///< of a metric or type: who has it
};

struct ListArguments {
  std::string group;
  std::string folder;
};

std::vector<Line> stream_lines() {
  std::vector<Line> lines;
  for (const StreamDescription* stream : key_streams()) {
    lines.push_back({std::string(stream->name), std::string(stream->summary)});
  }
  return lines;
}

std::vector<Line> engine_lines() {
  std::vector<Line> lines;
  for (const EngineDescription* engine : engines()) {
    lines.push_back({std::string(engine->name), std::string(engine->summary)});
  }
  return lines;
}

std::vector<Line> setting_lines() {
  std::vector<Line> lines;
  for (const EngineDescription* engine : engines()) {
    for (const Declaration& setting : engine->settings) {
      lines.push_back({std::string(setting.name), fmt::format("{} ({})", setting.meaning, engine->name)});
    }
  }
  return lines;
}

/// What several engines have in the same words stands there once.
void add_line(std::vector<Line>& lines, Line line) {
  const auto same = std::ranges::find_if(
      lines, [&](const Line& other) { return other.name == line.name && other.words == line.words; });
  if (same == lines.end()) {
    lines.push_back(std::move(line));
  } else {
    same->engines += ", " + line.engines;
  }
}

/// Every type that an engine has, with the engine.
std::vector<Line> type_lines() {
  std::vector<Line> lines;
  for (const EngineDescription* engine : engines()) {
    for (const AcceptedType& accepted : engine->types) {
      if (!accepted.refusal.empty()) continue;
      const SqlTypeDescription& type = describe(accepted.type);
      const std::string form =
          accepted.length || accepted.precision ? fmt::format("; {}", written_form(accepted)) : "";
      add_line(lines, {std::string(type.name), type_words(type) + form, std::string(engine->name)});
    }
  }
  for (Line& line : lines) line.words += fmt::format(" ({})", line.engines);
  return lines;
}

template <class Metrics>
void add_metrics(std::vector<Line>& lines, std::string_view prefix, const Metrics& metrics,
                 const std::string& engines) {
  for (const Metric& metric : metrics) {
    Line line{fmt::format("{}{}", prefix, metric.path),
              fmt::format("{} ({})", metric.meaning, unit_name(metric.unit)), engines};
    add_line(lines, std::move(line));
  }
}

std::vector<Line> metric_lines() {
  std::vector<Line> lines;
  for (const auto& [engines, metrics] : metrics_of_all_engines()) {
    add_metrics(lines, "", metrics->step, engines);
    add_metrics(lines, "wal.by_type.TYPE.", metrics->wal_type, engines);
    add_metrics(lines, "indexes.INDEX.", metrics->index, engines);
    add_metrics(lines, "by_relation.RELATION.", metrics->cost, engines);
  }
  for (Line& line : lines) line.words += fmt::format(" [{}]", line.engines);
  return lines;
}

std::vector<Line> report_lines() {
  std::vector<Line> lines;
  for (const ReportKind& kind : report_kinds())
    lines.push_back({std::string(kind.name), std::string(kind.summary)});
  return lines;
}

std::vector<Line> event_lines() {
  std::vector<Line> lines;
  for (const EventDescription& event : event_descriptions()) {
    lines.push_back({std::string(event.written),
                     fmt::format("{}{}", event.meaning, event.innodb_too ? "" : " (postgresql-18)")});
  }
  return lines;
}

/// A scenario that cannot be read is listed too: hiding it would help nobody.
std::string title_of(const std::string& path) {
  try {
    return load_scenario(path).title;
  } catch (const std::runtime_error&) {
    return fmt::format("cannot be read; see `keycost validate {}`", path);
  }
}

std::vector<Line> scenario_lines(const std::string& folder) {
  std::vector<Line> lines;
  for (const std::string& path : find_scenarios(folder)) lines.push_back({path, title_of(path)});
  return lines;
}

std::string printed(const std::vector<Line>& lines, std::string_view indent) {
  const bool ascii = choose_style(ColourChoice::never, false, standard_output_environment()).ascii;
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, display_width(printable(line.name, ascii)));
  std::string text;
  for (const Line& line : lines) {
    text += fmt::format("{}{}  {}\n", indent, padded_right(printable(line.name, ascii), width),
                        printable(line.words, ascii));
  }
  return text;
}

std::string all_groups() {
  std::string text = "streams\n" + printed(stream_lines(), "  ");
  text += "\nengines\n" + printed(engine_lines(), "  ");
  text += "\nsettings\n" + printed(setting_lines(), "  ");
  text += "\ntypes\n" + printed(type_lines(), "  ");
  text += "\nmetrics\n" + printed(metric_lines(), "  ");
  text += "\nreports\n" + printed(report_lines(), "  ");
  text += "\nevents\n" + printed(event_lines(), "  ");
  if (std::filesystem::is_directory(shipped_scenarios)) {
    text += "\nscenarios\n" + printed(scenario_lines(shipped_scenarios), "  ");
  } else {
    text += "\nscenarios\n  no folder \"scenarios\" here; `keycost list scenarios FOLDER` looks elsewhere\n";
  }
  return text;
}

ExitStatus list(const ListArguments& arguments) {
  constexpr std::array<std::string_view, 8> groups{"streams", "engines", "settings", "types",
                                                   "metrics", "reports", "events",   "scenarios"};
  const std::string& group = arguments.group;
  if (!arguments.folder.empty() && group != "scenarios")
    throw UsageError("list: only scenarios are looked for in a folder");
  std::string text;
  if (group.empty()) {
    text = all_groups();
  } else if (group == "streams") {
    text = printed(stream_lines(), "");
  } else if (group == "engines") {
    text = printed(engine_lines(), "");
  } else if (group == "settings") {
    text = printed(setting_lines(), "");
  } else if (group == "types") {
    text = printed(type_lines(), "");
  } else if (group == "metrics") {
    text = printed(metric_lines(), "");
  } else if (group == "reports") {
    text = printed(report_lines(), "");
  } else if (group == "events") {
    text = printed(event_lines(), "");
  } else if (group == "scenarios") {
    text = printed(scenario_lines(arguments.folder.empty() ? shipped_scenarios : arguments.folder), "");
  } else {
    throw UsageError("list: " + unknown_name("group", group, groups));
  }
  write_standard_output(text);
  return ExitStatus::held;
}

CommandAction declare_list(CLI::App& app) {
  const auto arguments = std::make_shared<ListArguments>();
  app.add_option("GROUP", arguments->group,
                 "streams, engines, settings, types, metrics, reports, events or scenarios; by default all");
  app.add_option("FOLDER", arguments->folder, "where to look for scenarios (./scenarios)");
  return [arguments] { return list(*arguments); };
}

}  // namespace

const Command list_command{"list", "list streams, engines, metrics, reports and scenarios",
                           "`keycost explain NAME` tells more about each.\n\nExample: keycost list streams",
                           declare_list};

}  // namespace keycost
