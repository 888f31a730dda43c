// keycost explain: what a name means.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "src/command/command.hpp"
#include "src/command/console_text.hpp"
#include "src/command/explain_entries.hpp"
#include "src/nearest_name.hpp"
#include "src/report/output_files.hpp"
#include "src/report/plain_text.hpp"

namespace keycost {

namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t fact_indent = 14;

std::string fact_text(const std::string& label, const std::string& words) {
  std::string text = wrapped(words, line_width, fact_indent);
  if (text.empty()) return "";
  // The label takes the place of the first line's indent.
  return padded_right("  " + label, fact_indent) + text.substr(fact_indent);
}

std::string entry_text(const ExplainEntry& entry) {
  std::string text = fmt::format("{}: {}\n", entry.name, entry.kind);
  text += wrapped(entry.meaning, line_width, 2);
  for (const auto& [label, words] : entry.facts) text += fact_text(label, words);
  return text;
}

ExitStatus explain(const std::string& name) {
  if (name.empty()) throw UsageError("explain: a NAME is missing; see `keycost list`");
  const std::vector<ExplainEntry> entries = explain_entries();
  const std::vector<ExplainEntry> found = find_entries(entries, name);
  if (found.empty()) {
    std::vector<std::string_view> known;
    const auto add = [&](std::string_view one) {
      if (!one.empty() && std::ranges::find(known, one) == known.end()) known.push_back(one);
    };
    for (const ExplainEntry& entry : entries) {
      add(entry.name);
      for (const std::string& other : entry.also) add(other);
      add(entry.label);
    }
    throw UsageError("explain: " + unknown_name("name", name, known));
  }
  std::string text;
  for (const ExplainEntry& entry : found) text += (text.empty() ? "" : "\n") + entry_text(entry);
  write_standard_output(in_character_set(text));
  return ExitStatus::held;
}

CommandAction declare_explain(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  app.add_option("NAME", *name,
                 "a metric, stream, option, setting, engine, WAL record type, kind of report, column type, "
                 "scenario field or "
                 "line of a report");
  return [name] { return explain(*name); };
}

}  // namespace

const Command explain_command{
    "explain", "tell what a metric, stream, option, setting or field means",
    "Names may be given in full (wal.fpi, indexes.v4_pkey.leaf_pages), by their last part, or as a report "
    "shows them\n"
    "(\"primary key leaf pages\", \"WAL a row\").\n\n"
    "Example: keycost explain leaf_fragmentation",
    declare_explain};

}  // namespace keycost
