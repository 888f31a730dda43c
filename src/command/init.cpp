// keycost init: a first scenario, written from a CSV file, so that nobody must begin with an empty page.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/command/command.hpp"
#include "src/execute/file_problem.hpp"
#include "src/guessed_table.hpp"
#include "src/nearest_name.hpp"
#include "src/report/counts.hpp"
#include "src/report/output_files.hpp"
#include "src/scenario_file.hpp"
#include "src/standard_error.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct InitArguments {
  std::string rows;
  std::string output;
  std::string engine = "postgresql-18";
  std::vector<std::string> primary_key;
  std::vector<std::string> types;
  bool force = false;
};

std::string in_json(const std::string& text) {
  return nlohmann::json(text).dump();
}

std::string names_in_json(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + in_json(name);
  return "[" + list + "]";
}

/// "orders" of "exports/orders.csv.gz".
std::string table_name(const std::string& rows) {
  std::filesystem::path name = std::filesystem::path(rows).filename();
  for (const std::string_view ending : {".gz", ".csv"}) {
    if (name.extension() == ending) name.replace_extension();
  }
  return name.string();
}

const EngineDescription& engine_called(const std::string& name) {
  if (const EngineDescription* engine = find_engine(name)) return *engine;
  std::vector<std::string_view> known;
  for (const EngineDescription* engine : engines()) known.push_back(engine->name);
  throw UsageError(fmt::format("--engine: {}", unknown_name("engine", name, known)));
}

/// "customer_id=int". What is behind the sign is read when the scenario is.
std::pair<std::string, std::string> read_column_type(const std::string& text) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size())
    throw UsageError(fmt::format("--type takes COLUMN=TYPE, as customer_id=int, not {}", in_quotes(text)));
  std::string type = text.substr(sign + 1);
  const std::string name = type.substr(0, type.find('('));
  if (find_sql_type(name) == nullptr) {
    std::vector<std::string_view> known;
    for (const SqlTypeDescription& described : sql_types()) known.push_back(described.name);
    throw UsageError(fmt::format("--type: {}", unknown_name("type", name, known)));
  }
  return {text.substr(0, sign), std::move(type)};
}

std::string columns_text(const GuessedTable& table) {
  std::string text;
  for (const GuessedColumn& column : table.columns) {
    const bool is_last = &column == &table.columns.back();
    text += fmt::format("        {{\"name\": {}, \"type\": {}{}}}{}  // {}\n", in_json(column.name),
                        in_json(column.type), column.nullable ? ", \"nullable\": true" : "",
                        is_last ? "" : ",", column.reason);
  }
  return text;
}

/// `rows`: as the scenario's folder sees the file.
std::string scenario_text(const GuessedTable& table, const std::string& engine, const std::string& name,
                          const std::string& rows) {
  return fmt::format(
      "// A first scenario, guessed from {}. Correct what is wrong; `keycost explain NAME` tells of each "
      "field.\n"
      "{{\n"
      "  \"engine\": {},  // `keycost list engines`\n"
      "  // \"rows_per_second\": 200,  // then the report tells what the table costs a day, too\n"
      "  \"tables\": {{\n"
      "    {}: {{\n"
      "      \"columns\": [  // `keycost list types`; \"nullable\": true where a row may have none\n"
      "{}"
      "      ],\n"
      "      \"primary_key\": {},  // {}\n"
      "      \"indexes\": [  // the table's others, as {{\"name\": \"by_a\", \"columns\": [\"a\"], "
      "\"unique\": true}}\n"
      "      ],\n"
      "      \"rows\": {}\n"
      "    }}\n"
      "  }},\n"
      "  \"steps\": [  // the first half of the rows, then what the others cost after a checkpoint\n"
      "    {{\"do\": \"insert\", \"rows\": {}, \"name\": \"before\"}},\n"
      "    {{\"do\": \"checkpoint\"}},\n"
      "    {{\"do\": \"insert\", \"rows\": \"all\", \"name\": \"after\"}}\n"
      "  ]\n"
      "  // what must hold is added so, behind a comma:\n"
      "  // \"expect\": [{{\"value\": \"TABLE.after.wal.bytes / TABLE.after.rows\", \"max\": 500, "
      "\"because\": "
      "\"…\"}}]\n"
      "}}\n",
      presentable(rows), in_json(engine), in_json(name), columns_text(table),
      names_in_json(table.primary_key), table.primary_key_reason, in_json(rows), table.rows / 2);
}

void tell_guesses(const GuessedTable& table, const std::string& path) {
  for (const GuessedColumn& column : table.columns)
    tell(fmt::format("keycost: {}: {}, {}\n", presentable(column.name), column.type, column.reason));
  std::string key;
  for (const std::string& name : table.primary_key) key += (key.empty() ? "" : ", ") + presentable(name);
  tell(fmt::format("keycost: primary key {}: {}\n", key, table.primary_key_reason));
  tell(fmt::format("keycost: {} written, {}; correct it, then `keycost run {}`\n", path,
                   counted(table.rows, "row"), path));
}

ExitStatus init(const InitArguments& arguments) {
  if (arguments.rows.empty()) throw UsageError("init: a FILE is missing: rows as CSV with a header line");
  if (arguments.rows == "-") throw UsageError("init: the scenario names its file of rows; \"-\" has no name");
  GuessRequest request{&engine_called(arguments.engine), arguments.primary_key, {}};
  for (const std::string& text : arguments.types) request.types.push_back(read_column_type(text));
  const std::string name = table_name(arguments.rows);
  const std::string path = arguments.output.empty() ? name + ".json" : arguments.output;
  if (!arguments.force && std::filesystem::exists(path))
    throw InputOutputFailed(
        file_problem(path, "is there already; --force writes over it, -o FILE takes another name"));
  require_writable(path);
  const GuessedTable table = guess_table(arguments.rows, request);
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  const std::string rows = std::filesystem::absolute(arguments.rows).lexically_proximate(folder).string();
  const std::string text = scenario_text(table, arguments.engine, name, rows);
  decode_scenario(path,
                  text);  // whatever an option asked for that cannot be is said before anything is written
  OutputFiles outputs;
  outputs.protect(arguments.rows);
  outputs.add(path, text);
  outputs.put_in_place();
  tell_guesses(table, path);
  return ExitStatus::held;
}

CommandAction declare_init(CLI::App& app) {
  const auto arguments = std::make_shared<InitArguments>();
  app.add_option("FILE", arguments->rows, "rows as CSV with a header line, in the order in which they came");
  app.add_option("-o", arguments->output, "where to write (FILE's name with .json, here)")
      ->type_name("SCENARIO");
  app.add_option("--engine", arguments->engine, "a name of `keycost list engines` (postgresql-18)")
      ->type_name("ENGINE");
  app.add_option("--primary-key", arguments->primary_key,
                 "a column of the key, may repeat; else it is guessed")
      ->type_name("COLUMN")
      ->allow_extra_args(false);
  app.add_option("--type", arguments->types, "the type of a column, may repeat; else it is guessed")
      ->type_name("COLUMN=TYPE")
      ->allow_extra_args(false);
  app.add_flag("--force", arguments->force, "write over a scenario that is there")->disable_flag_override();
  return [arguments] { return init(*arguments); };
}

}  // namespace

const Command init_command{
    "init", "write a first scenario from a CSV file",
    "A column's type is the narrowest that every value fits; the key is the column called id, or the first "
    "whose\n"
    "value is another in each row. What was guessed, and why, is said, and stands in the file as comments. "
    "The\n"
    "scenario inserts the first half of the rows, and the others after a checkpoint.\n\n"
    "Example: keycost init orders.csv --type customer_id=int",
    declare_init};

}  // namespace keycost
