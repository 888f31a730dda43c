#include "src/command/format_table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/engine.hpp"
#include "sim/error.hpp"
#include "sim/ids/format.hpp"
#include "sim/order_statistics.hpp"
#include "src/execute/interrupt.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"

namespace keycost {

namespace {

struct FormatCase {
  std::string_view format;  ///< a name of id_formats(): what it trades is told there
  std::string_view label;
  std::string_view stream;
  SqlType type;
  std::string_view option;  ///< one that is not the default, and its value; "" if there is none
  OptionValue value;
};

const FormatCase cases[] = {
    {"sequence", "identity", "identity", SqlType::bigint, "", false},
    {"uuidv4", "UUIDv4", "uuidv4", SqlType::uuid, "", false},
    {"uuidv4", "UUIDv4", "uuidv4", SqlType::text, "", false},
    {"uuidv7", "UUIDv7, PostgreSQL 18", "uuidv7", SqlType::uuid, "", false},
    {"uuidv7", "UUIDv7, random in the ms", "uuidv7", SqlType::uuid, "within_ms", std::string("random")},
    {"uuidv1", "UUIDv1", "uuidv1", SqlType::uuid, "", false},
    {"uuidv6", "UUIDv6", "uuidv6", SqlType::uuid, "", false},
    {"ulid", "ULID", "ulid", SqlType::uuid, "", false},
    {"ulid", "ULID, monotonic", "ulid", SqlType::uuid, "monotonic", true},
    {"ksuid", "KSUID", "ksuid", SqlType::bytea, "", false},
    {"snowflake-pgedge", "snowflake, one node", "snowflake", SqlType::bigint, "ids_per_ms",
     std::int64_t{2000}},
    {"snowflake-pgedge", "snowflake, 8 nodes", "snowflake", SqlType::bigint, "nodes", std::int64_t{8}},
    {"auto_random", "AUTO_RANDOM", "auto_random", SqlType::bigint, "", false},
    {"nanoid", "NanoID", "nanoid", SqlType::text, "", false},
    {"typeid", "TypeID, prefix prj", "typeid", SqlType::text, "prefix", std::string("prj")},
    {"typeid", "TypeID", "typeid", SqlType::uuid, "", false},
    {"sqids", "Sqids, decoded", "counter", SqlType::bigint, "", false},
    {"sqids", "Sqids", "sqids", SqlType::text, "", false},
};

Scenario scenario_of(const FormatCase& format, std::uint64_t rows) {
  Options options;
  if (!format.option.empty()) options.set(std::string(format.option), format.value);
  TableDefinition table;
  table.name = "formats";
  table.columns = {{"id", format.type, false, StreamReference{std::string(format.stream), options}},
                   {"n", SqlType::integer, false, StreamReference{"counter", {}}}};
  table.indexes.push_back({"formats_pkey", {{0}}, true, true, {}});
  Scenario scenario;
  scenario.engine = "postgresql-18";
  scenario.tables.push_back(std::move(table));
  InsertStep whole;
  whole.rows = rows;
  InsertStep tenth;
  tenth.rows = rows / 10;
  RepeatStep repeat;
  repeat.times = 10;
  repeat.steps = {{"", CheckpointStep{}}, {"", tenth}};
  scenario.steps = {{"", CheckpointStep{}}, {"first", whole}, {"second", std::move(repeat)}};
  return scenario;
}

const StepResult& step_named(const TableResult& result, std::string_view name) {
  const auto found = std::ranges::find(result.steps, name, &StepResult::name);
  require(found != result.steps.end(), "a named step is reported");
  return *found;
}

double per_row(const StepResult& step) {
  return static_cast<double>(step.wal.bytes) / static_cast<double>(step.rows);
}

FormatLine simulate(const FormatCase& format, std::uint64_t rows) {
  const Scenario scenario = scenario_of(format, rows);
  const TableDefinition& table = scenario.tables[0];
  RunOptions options;
  options.progress = [](std::uint64_t) { stop_if_interrupted(); };
  const auto source = make_stream_rows(scenario, 0, scenario.seed);
  const TableResult result = find_engine(scenario.engine)->run(scenario, table, *source, options).result;

  std::vector<ColumnBatch> columns{ColumnBatch(table.columns[0].type), ColumnBatch(table.columns[1].type)};
  make_stream_rows(scenario, 0, scenario.seed)->next(static_cast<std::size_t>(rows), columns);

  const IdFormat* facts = find_id_format(format.format);
  require(facts != nullptr, "the table of formats names formats that exist");
  const StepResult& second = step_named(result, "second");
  FormatLine line;
  line.format = fmt::format("{}: {}", format.label, describe(format.type).name);
  line.sorts = facts->sorts;
  line.leaks = facts->leaks;
  line.key_bytes = columns[0].value(0).size();
  line.avg_leaf_density = second.indexes.at(0).second.avg_leaf_density;
  line.wal_bytes_per_row = per_row(step_named(result, "first"));
  line.wal_bytes_per_row_checkpointed = per_row(second);
  line.largest_displacement = order_statistics({columns[0]}).largest_displacement;
  return line;
}

}  // namespace

std::vector<FormatLine> simulate_formats(std::uint64_t rows) {
  std::vector<FormatLine> lines;
  for (const FormatCase& format : cases) lines.push_back(simulate(format, rows));
  return lines;
}

std::string print_format_table(const std::vector<FormatLine>& lines, std::uint64_t rows) {
  std::size_t width = 0;
  for (const FormatLine& line : lines) width = std::max(width, display_width(line.format));
  std::string text = padded_right("format: column type", width) +
                     "  bytes  leaf density  WAL a row  with checkpoints          k  sorts; leaks\n";
  for (const FormatLine& line : lines) {
    text += fmt::format("{}  {:>5}  {:>10.2f} %  {:>9.1f}  {:>16.1f}  {:>9}  {}; {}\n",
                        padded_right(line.format, width), line.key_bytes, line.avg_leaf_density,
                        line.wal_bytes_per_row, line.wal_bytes_per_row_checkpointed,
                        with_thousands(line.largest_displacement), line.sorts, line.leaks);
  }
  text += fmt::format(
      "\nSimulated: postgresql-18, tables (id primary key, n int), {} rows in one statement, then as many in "
      "ten\n"
      "statements with a checkpoint before each; 2,000 ids a millisecond where there is a clock. WAL in "
      "bytes. Density\n"
      "of the primary key at the end. k: the most places between a key's arrival and its place in sorted "
      "order, in the\n"
      "first {} rows.\n",
      with_thousands(rows), with_thousands(rows));
  return text;
}

std::string format_table_json(const std::vector<FormatLine>& lines, std::uint64_t rows) {
  nlohmann::ordered_json root = {
      {"schema", "keycost-formats/1"}, {"engine", "postgresql-18"}, {"rows", rows}};
  root["formats"] = nlohmann::ordered_json::array();
  for (const FormatLine& line : lines) {
    root["formats"].push_back({{"format", line.format},
                               {"sorts", line.sorts},
                               {"leaks", line.leaks},
                               {"key_bytes", line.key_bytes},
                               {"avg_leaf_density", line.avg_leaf_density},
                               {"wal_bytes_per_row", line.wal_bytes_per_row},
                               {"wal_bytes_per_row_checkpointed", line.wal_bytes_per_row_checkpointed},
                               {"largest_displacement", line.largest_displacement}});
  }
  return root.dump(2) + "\n";
}

}  // namespace keycost
