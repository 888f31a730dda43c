#include "src/decode/decode_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "sim/engine.hpp"
#include "src/decode/decode_expectations.hpp"
#include "src/decode/decode_option.hpp"
#include "src/decode/decode_steps.hpp"
#include "src/decode/decode_tables.hpp"
#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/replicates.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view scenario_keys[] = {
    "$schema", "title",  "question", "predict",         "explanation",
    "source",  "engine", "seed",     "replicates",      "settings",
    "tables",  "steps",  "expect",   "rows_per_second", "concurrent_writers"};

constexpr double rows_per_second_max = 1e9;

/// The engine that is named. When it is misspelt, the one that was most likely meant, so that the rest can be
/// judged too.
const EngineDescription* decode_engine(const JsonValue& root, Findings& findings) {
  const JsonValue* name = required_member(root, "engine", "a scenario", findings);
  if (name == nullptr || !decode_text(*name, findings)) return nullptr;
  if (const EngineDescription* engine = find_engine(name->text)) return engine;
  std::vector<std::string_view> known;
  for (const EngineDescription* engine : engines()) known.push_back(engine->name);
  findings.add(name->position, unknown_name("engine", name->text, known));
  const auto nearest = nearest_name(name->text, known);
  return nearest ? find_engine(*nearest) : nullptr;
}

void decode_texts(const JsonValue& root, ScenarioFile& file, Findings& findings) {
  const auto decode = [&](std::string_view name) {
    const JsonValue* value = root.find(name);
    return value == nullptr ? "" : decode_text(*value, findings).value_or("");
  };
  file.title = decode("title");
  file.question = decode("question");
  file.predict = decode("predict");
  file.source = decode("source");
  decode("$schema");
  const JsonValue* explanation = root.find("explanation");
  if (explanation == nullptr) return;
  const std::vector<JsonValue>* paragraphs = decode_list(*explanation, "paragraphs", findings);
  if (paragraphs == nullptr) return;
  for (const JsonValue& paragraph : *paragraphs)
    file.explanation.push_back(decode_text(paragraph, findings).value_or(""));
}

void decode_rate(const JsonValue& root, Scenario& scenario, Findings& findings) {
  const JsonValue* rate = root.find("rows_per_second");
  if (rate == nullptr) return;
  const std::optional<double> rows = decode_number(*rate, findings);
  if (!rows) return;
  if (*rows > 0 && *rows <= rows_per_second_max) {
    scenario.rows_per_second = *rows;
  } else {
    findings.add(rate->position, fmt::format("rows a second are more than 0 and at most {}, not {}",
                                             rows_per_second_max, *rows));
  }
}

void decode_concurrent_writers(const JsonValue& root, const EngineDescription& engine, Scenario& scenario,
                               Findings& findings) {
  const JsonValue* writers = root.find("concurrent_writers");
  if (writers == nullptr) return;
  if (!engine.can_be_read) {
    findings.add(writers->position, fmt::format("{} has no pages on which writers could meet", engine.name));
    return;
  }
  const std::optional<std::int64_t> count =
      decode_whole_number(*writers, {2, concurrent_writers_max}, findings);
  scenario.concurrent_writers = static_cast<std::uint64_t>(count.value_or(2));
}

void decode_settings(const JsonValue& root, const EngineDescription& engine, Scenario& scenario,
                     Findings& findings) {
  const JsonValue* settings = root.find("settings");
  if (settings == nullptr) return;
  check_object(*settings, fmt::format("settings of {}", engine.name), known_keys({}, engine.settings),
               findings);
  scenario.settings = decode_options(engine.settings, *settings, findings);
}

/// What only the engine can say about a table, and whether its streams give enough rows for all steps.
void check_tables(const std::vector<DecodedTable>& tables, const EngineDescription& engine,
                  const Scenario& scenario, Findings& findings) {
  const std::uint64_t rows = rows_asked_for(scenario.steps);
  for (std::size_t position = 0; position < tables.size(); ++position) {
    const DecodedTable& table = tables[position];
    if (!table.is_sound) continue;
    if (const auto refusal = engine.refusal(scenario, table.definition))
      findings.add(table.position, *refusal);
    if (table.definition.rows_from_file) continue;
    const StreamLimit limit = stream_limit(scenario, position, scenario.seed);
    if (rows <= limit.rows_max) continue;
    const ColumnDefinition& column = table.definition.columns[limit.column];
    findings.add(table.value_positions[limit.column],
                 fmt::format("{} {} runs out after {} rows, the steps insert {}", describe(column.type).name,
                             limit.stream, limit.rows_max, rows));
  }
}

void decode_replicates(const JsonValue& root, ScenarioFile& file, bool every_table_reads_a_file,
                       Findings& findings) {
  const JsonValue* written = root.find("replicates");
  if (written == nullptr) return;
  constexpr WholeNumberRange range{1, std::int64_t{replicates_max}};
  file.replicates = static_cast<std::size_t>(decode_whole_number(*written, range, findings).value_or(1));
  if (every_table_reads_a_file && file.replicates > 1)
    findings.add(written->position, "every table's rows are those of a file, the same for every seed");
}

std::vector<RowsFile> locate_rows_files(const std::vector<DecodedTable>& tables,
                                        const std::string& scenario_path) {
  std::vector<RowsFile> rows_files;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].rows == nullptr) continue;
    const std::string& written = tables[i].rows->text;
    const std::filesystem::path beside = std::filesystem::path(scenario_path).parent_path() / written;
    rows_files.push_back({i, written == "-" ? written : beside.string(), tables[i].rows->position});
  }
  return rows_files;
}

}  // namespace

void decode_scenario_object(const JsonValue& root, ScenarioFile& file, Findings& findings) {
  check_object(root, "a scenario", scenario_keys, findings);
  if (root.kind != JsonKind::object) return;
  decode_texts(root, file, findings);
  Scenario& scenario = file.scenario;
  if (const JsonValue* seed = root.find("seed")) {
    constexpr WholeNumberRange seeds{0, std::numeric_limits<std::int64_t>::max()};
    scenario.seed = static_cast<std::uint64_t>(decode_whole_number(*seed, seeds, findings).value_or(1));
  }
  decode_rate(root, scenario, findings);
  const EngineDescription* engine = decode_engine(root, findings);
  const JsonValue* tables_value = required_member(root, "tables", "a scenario", findings);
  const JsonValue* steps_value = required_member(root, "steps", "a scenario", findings);
  if (engine == nullptr) return;
  scenario.engine = engine->name;
  decode_concurrent_writers(root, *engine, scenario, findings);
  decode_settings(root, *engine, scenario, findings);
  if (tables_value == nullptr || steps_value == nullptr) return;

  const std::vector<DecodedTable> tables = decode_tables(*tables_value, *engine, findings);
  for (const DecodedTable& table : tables) scenario.tables.push_back(table.definition);
  const bool every_table_reads_a_file =
      !tables.empty() && std::all_of(tables.begin(), tables.end(),
                                     [](const DecodedTable& table) { return table.rows != nullptr; });

  const std::size_t findings_before_steps = findings.count();
  scenario.steps = decode_steps(*steps_value, {*engine, scenario.tables, every_table_reads_a_file}, findings);
  if (findings.count() == findings_before_steps) check_tables(tables, *engine, scenario, findings);
  file.rows_files = locate_rows_files(tables, file.path);
  decode_replicates(root, file, every_table_reads_a_file, findings);
  if (const JsonValue* expect = root.find("expect"))
    file.expectations = decode_expectations(*expect, file, findings);
}

}  // namespace keycost
