// Question: does a scenario mean what the format says, and is every key of the format read?
//
// What is refused, and in which words, is in tests/golden/bad_scenarios.
#include "src/scenario_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sim/arrival/arrival.hpp"
#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "tests/catch.hpp"
#include "tests/unit/scenario_text.hpp"

using namespace keycost;
using namespace keycost::test;
namespace fs = std::filesystem;

namespace {

/// Uses every key of the format.
const char* const documented_example = R"({
  // one line of comment
  "$schema": "../scenario.schema.json",
  "title": "Random keys write nearly four times the WAL",
  "question": "What does each key type cost in WAL?",
  "source": "a document, a table",
  "engine": "postgresql-18",
  "seed": 7,
  "settings": { "shared_buffers": "256MB", "full_page_writes": false, "data_checksums": true },
  "tables": {
    "bigint": { "columns": [ {"name": "id", "type": "bigint", "values": "identity"}, {"name": "n", "type": "int", "values": "counter"} ], "primary_key": ["id"], "fillfactor": 70 },
    "v7": { "columns": [ {"name": "id", "type": "uuid", "values": {"stream": "uuidv7", "ids_per_ms": 500}}, {"name": "n", "type": "int", "values": "counter"} ], "primary_key": [{"name": "id", "order": "asc", "nulls": "last"}] }
  },
  "steps": [
    {"do": "checkpoint"},
    {"do": "insert", "rows": 1000000, "name": "first", "commit_every": 50, "new_session": true},
    {"do": "repeat", "times": 10, "name": "second", "steps": [ {"do": "checkpoint"}, {"do": "insert", "rows": 100000} ]}
  ],
  "expect": [
    {"value": "bigint.second.wal.bytes / v7.second.wal.bytes", "min": 3.0, "because": "so", "source": "here"},
    {"value": "v7.second.wal.fpi", "near": 72753, "within": "3%"},
    {"value": "v7.second.wal.fpi", "near": 100, "within": 5},
    {"value": "v7.second.each[9].wal.fpi", "max": 50},
    {"value": "v7.first.rows", "equals": 1000000}
  ]
})";

/// A folder of this process that is gone when the test is over.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / ("keycost_scenarios_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { fs::remove_all(path_); }

  std::string path() const { return path_.string(); }

  std::string write(const std::string& name, const std::string& content) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("titles and settings are read") {
  const ScenarioFile file = decoded(documented_example);
  CHECK(file.path == "folder/example.json");
  CHECK(file.name == "example");
  CHECK(file.title == "Random keys write nearly four times the WAL");
  CHECK(file.question == "What does each key type cost in WAL?");
  CHECK(file.source == "a document, a table");

  const Scenario& scenario = file.scenario;
  CHECK(scenario.engine == "postgresql-18");
  CHECK(scenario.seed == 7);
  const auto settings = find_engine("postgresql-18")->settings;
  CHECK(scenario.settings.integer(settings, "shared_buffers") == 256 << 20);
  CHECK_FALSE(scenario.settings.boolean(settings, "full_page_writes"));
}

TEST_CASE("tables are read") {
  const Scenario scenario = decoded(documented_example).scenario;
  REQUIRE(scenario.tables.size() == 2);
  const TableDefinition& bigint = scenario.tables[0];
  CHECK(bigint.name == "bigint");
  CHECK_FALSE(bigint.rows_from_file);
  CHECK(std::get<std::int64_t>(bigint.options.given().at("fillfactor")) == 70);
  REQUIRE(bigint.columns.size() == 2);
  CHECK(bigint.columns[1].name == "n");
  CHECK(bigint.columns[1].type == SqlType::integer);
  CHECK(bigint.columns[1].values->stream == "counter");
  const TableDefinition& v7 = scenario.tables[1];
  CHECK(std::get<std::int64_t>(v7.columns[0].values->options.given().at("ids_per_ms")) == 500);
  REQUIRE(v7.indexes.size() == 1);
  CHECK(v7.indexes[0].name == "v7_pkey");
  CHECK(v7.indexes[0].unique);
  CHECK(v7.indexes[0].primary);
  CHECK(v7.indexes[0].columns.at(0).column == 0);
}

TEST_CASE("steps are read") {
  const Scenario scenario = decoded(documented_example).scenario;
  REQUIRE(scenario.steps.size() == 3);
  CHECK(std::holds_alternative<CheckpointStep>(scenario.steps[0].action));
  const auto& insert = std::get<InsertStep>(scenario.steps[1].action);
  CHECK(scenario.steps[1].name == "first");
  CHECK(insert.rows == 1000000);
  CHECK(insert.commit_every == 50);
  CHECK(insert.new_session);
  const auto& repeat = std::get<RepeatStep>(scenario.steps[2].action);
  CHECK(repeat.times == 10);
  REQUIRE(repeat.steps.size() == 2);
  CHECK(std::get<InsertStep>(repeat.steps[1].action).rows == 100000);
}

TEST_CASE("expectations are read, with their bounds and places") {
  const ScenarioFile file = decoded(documented_example);
  REQUIRE(file.expectations.size() == 5);
  CHECK(file.expectations[0].value.text() == "bigint.second.wal.bytes / v7.second.wal.bytes");
  CHECK(file.expectations[0].bound.kind == BoundKind::minimum);
  CHECK(file.expectations[0].bound.value == 3.0);
  CHECK(file.expectations[0].because == "so");
  CHECK(file.expectations[0].source == "here");
  CHECK(file.expectations[0].position.line == 20);
  CHECK(file.expectations[0].position.column == 5);
  CHECK(file.expectations[0].position.pointer == "/expect/0");
  CHECK(file.expectations[1].bound.kind == BoundKind::near);
  CHECK(file.expectations[1].bound.within == 3);
  CHECK(file.expectations[1].bound.within_percent);
  CHECK(file.expectations[2].bound.within == 5);
  CHECK_FALSE(file.expectations[2].bound.within_percent);
  CHECK(file.expectations[3].bound.kind == BoundKind::maximum);
  CHECK(file.expectations[4].bound.kind == BoundKind::equals);
}

TEST_CASE("what is left out has its default") {
  const ScenarioFile file = decoded(with_step(R"({"do": "insert", "rows": 10})"));
  CHECK(file.title.empty());
  CHECK(file.scenario.seed == 1);
  CHECK(file.scenario.settings.given().empty());
  CHECK(file.expectations.empty());
  CHECK(file.rows_files.empty());
  const auto& insert = std::get<InsertStep>(file.scenario.steps[0].action);
  CHECK(insert.commit_every == 0);
  CHECK_FALSE(insert.new_session);
  CHECK_FALSE(file.scenario.tables[0].columns[0].nullable);
  CHECK(file.scenario.tables[0].indexes.empty());
}

namespace {

/// A value that is not the default.
OptionValue another_value(const Declaration& declaration) {
  if (const auto* boolean = std::get_if<bool>(&declaration.default_value)) return !*boolean;
  if (const auto* text = std::get_if<std::string>(&declaration.default_value)) {
    for (const std::string_view choice : declaration.choices) {
      if (choice != *text) return std::string(choice);
    }
    // Letters, of which a text option may be made.
    return std::string("other");
  }
  const std::int64_t value = std::get<std::int64_t>(declaration.default_value);
  return value == declaration.maximum ? value - 1 : value + 1;
}

std::string as_json(const OptionValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return "\"" + *text + "\"";
  return std::to_string(std::get<std::int64_t>(value));
}

struct Usable {
  SqlType type;
  Options options;
};

/// A column and options with which `option` may differ from its default: some need a type, some another
/// option's choice.
std::optional<Usable> usable_with(const StreamDescription& stream, const Declaration& option) {
  std::vector<Options> companions(1);
  for (const Declaration& other : stream.options) {
    for (const std::string_view choice : other.choices) {
      companions.emplace_back().set(std::string(other.name), std::string(choice));
    }
  }
  for (const SqlType type : stream.types) {
    for (Options options : companions) {
      options.set(std::string(option.name), another_value(option));
      if (stream.problem == nullptr || stream.problem(type, options).empty()) return Usable{type, options};
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("every declared setting and option is read") {
  const auto written = [](const Declaration& declaration) {
    if (!declaration.choices.empty()) return as_json(another_value(declaration));
    if (const auto* boolean = std::get_if<bool>(&declaration.default_value))
      return std::string(*boolean ? "false" : "true");
    for (const std::string_view choice : declaration.choices) {
      if (OptionValue(std::string(choice)) != declaration.default_value)
        return "\"" + std::string(choice) + "\"";
    }
    if (std::holds_alternative<std::string>(declaration.default_value)) return std::string("\"other {n}\"");
    if (std::holds_alternative<double>(declaration.default_value)) return std::string("0.25");
    const std::int64_t value = std::get<std::int64_t>(declaration.default_value);
    return std::to_string(value == declaration.maximum ? value - 1 : value + 1);
  };
  for (const EngineDescription* engine : engines()) {
    const auto of_engine = [engine](const std::string& table_rest, const std::string& rest) {
      const std::string other = "postgresql-18";
      std::string text =
          scenario_text(table_text(id_column, R"(, "primary_key": ["id"])" + table_rest), one_insert, rest);
      return decoded(text.replace(text.find(other), other.size(), engine->name));
    };
    for (const Declaration& setting : engine->settings) {
      const std::string name(setting.name);
      const ScenarioFile file = of_engine(
          "", R"(, "rows_per_second": 10, "settings": {")" + name + "\": " + written(setting) + "}");
      CHECK(file.scenario.settings.given().at(name) != setting.default_value);
    }
    for (const Declaration& option : engine->table_options) {
      const std::string name(option.name);
      const ScenarioFile file = of_engine(", \"" + name + "\": " + written(option), "");
      CHECK(file.scenario.tables[0].options.given().at(name) != option.default_value);
    }
    for (const Declaration& option : engine->index_options) {
      const std::string name(option.name);
      const std::string index = R"(, "indexes": [{"name": "i", "columns": ["id"], "unique": true, ")" + name +
                                "\": " + written(option) + "}]";
      const ScenarioFile file = of_engine(index, "");
      CHECK(file.scenario.tables[0].indexes[1].options.given().at(name) != option.default_value);
    }
  }
  for (const StreamDescription* stream : key_streams()) {
    for (const Declaration& option : stream->options) {
      const std::string name(option.name);
      CAPTURE(stream->name, name);
      const std::optional<Usable> usable = usable_with(*stream, option);
      REQUIRE(usable);
      std::string values = R"({"stream": ")" + std::string(stream->name) + "\"";
      for (const auto& [given, value] : usable->options.given())
        values += ", \"" + given + "\": " + as_json(value);
      const std::string column = R"({"name": "c", "type": ")" + std::string(describe(usable->type).name) +
                                 R"(", "values": )" + values + "}}";
      const ScenarioFile file = decoded(scenario_text(table_text(column), one_insert));
      CHECK(file.scenario.tables[0].columns[0].values->options.given().at(name) != option.default_value);
    }
  }
  for (const Declaration& option : arrival_options()) {
    const std::string name(option.name);
    CAPTURE(name);
    // These make sense together only.
    Options options;
    for (const char* of_pair : {"burst_rows", "pause_ms"}) {
      if (name == "burst_rows" || name == "pause_ms") options.set(of_pair, std::int64_t{7});
    }
    for (const char* of_pair : {"late_percent", "late_ms"}) {
      if (name == "late_percent" || name == "late_ms") options.set(of_pair, std::int64_t{7});
    }
    options.set(name, another_value(option));
    std::string arrival;
    for (const auto& [given, value] : options.given())
      arrival += (arrival.empty() ? "\"" : ", \"") + given + "\": " + as_json(value);
    const ScenarioFile file =
        decoded(scenario_text(table_text(id_column, ", \"arrival\": {" + arrival + "}"), one_insert));
    CHECK(file.scenario.tables[0].arrival->given().at(name) != option.default_value);
  }
}

TEST_CASE("a stream fills every type that it lists, and every spelling of a type is known") {
  for (const StreamDescription* stream : key_streams()) {
    for (const SqlType type : stream->types) {
      const AcceptedType* accepted = find_accepted(find_engine("postgresql-18")->types, type);
      if (accepted == nullptr || !accepted->refusal.empty()) continue;
      for (const std::string_view spelling :
           {describe(type).name, describe(type).aliases[0], describe(type).aliases[1]}) {
        if (spelling.empty()) continue;
        const std::string column = R"({"name": "c", "type": ")" + std::string(spelling) +
                                   R"(", "values": ")" + std::string(stream->name) + "\"}";
        // The default options may not fit every type ("0" is no uuid); the stream's own words say so then.
        std::string problem = stream->problem == nullptr ? "" : stream->problem(type, {});
        if (problem.empty() && stream->misfit != nullptr)  // char is char(1)
          problem = stream->misfit(type, accepted->when_absent, {});
        const std::string text = scenario_text(table_text(column), one_insert);
        const std::vector<Problem> problems = problems_of(text);
        if (problem.empty()) {
          CHECK(decoded(text).scenario.tables[0].columns[0].type == type);
        } else {
          REQUIRE(problems.size() == 1);
          CHECK(problems[0].message == problem);
        }
      }
    }
  }
}

TEST_CASE("steps inside a repeat can be named and expected of") {
  const std::string steps =
      R"({"do": "repeat", "times": 3, "name": "all", "steps": [{"do": "insert", "rows": 5, "name": "part"}]})";
  CHECK(accepts(scenario_text(
      table_text(id_column), steps,
      R"json(, "expect": [{"value": "max(t.part.each.rows)", "equals": 5}, {"value": "t.all.each[2].rows", "equals": 5}])json")));
}

TEST_CASE("rows may come from a file beside the scenario") {
  const TemporaryFolder folder;
  folder.write("keys/ids.csv", "id\n1\n2\n");
  const std::string tables =
      R"("t": {"columns": [{"name": "id", "type": "bigint"}], "primary_key": ["id"], "rows": "keys/ids.csv"})";
  const std::string path =
      folder.write("example.json", scenario_text(tables, R"({"do": "insert", "rows": "all"})"));
  const ScenarioFile file = load_scenario(path);
  REQUIRE(file.rows_files.size() == 1);
  CHECK(file.rows_files[0].table == 0);
  CHECK(file.rows_files[0].path == folder.path() + "/keys/ids.csv");
  CHECK(file.rows_files[0].position.pointer == "/tables/t/rows");
  CHECK(file.scenario.tables[0].rows_from_file);
  CHECK(std::get<InsertStep>(file.scenario.steps[0].action).rows == all_remaining_rows);
}

TEST_CASE("standard input is not looked into beforehand") {
  const std::string tables = R"("t": {"columns": [{"name": "id", "type": "bigint"}], "rows": "-"})";
  CHECK(decoded(scenario_text(tables, R"({"do": "insert", "rows": "all"})")).rows_files.at(0).path == "-");
}

TEST_CASE("the hash is XXH3 of the file's bytes, 128 bits") {
  // Value of `xxhsum -H2` for these bytes.
  const std::string text = with_rest("");
  CHECK(decoded(text).hash == "3a022f791984c5069d8f937b1445f524");
  CHECK(decoded(text + "\n").hash != decoded(text).hash);
  CHECK(decoded(text + "\n").hash.size() == 32);
}

TEST_CASE("a byte order mark and comments are passed over") {
  CHECK(accepts("\xEF\xBB\xBF" + with_rest("")));
  CHECK(accepts("// before\n" + with_rest("// inside\r\n") + "// behind"));
}

TEST_CASE("a folder gives its scenarios in order of their paths, without schemas") {
  const TemporaryFolder folder;
  for (const char* name :
       {"b.json", "a/z.json", "B.json", "a.json", "scenario.schema.json", "a/notes.txt", "rows.csv"}) {
    folder.write(name, "{}");
  }
  std::vector<std::string> found = find_scenarios(folder.path());
  for (std::string& path : found) path.erase(0, folder.path().size() + 1);
  CHECK(found == std::vector<std::string>{"B.json", "a.json", "a/z.json", "b.json"});
  CHECK(find_scenarios(folder.path() + "/rows.csv") == std::vector<std::string>{folder.path() + "/rows.csv"});
}

TEST_CASE("what cannot be read is told as such") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(find_scenarios(folder.path()), InputOutputFailed);
  CHECK_THROWS_AS(find_scenarios(folder.path() + "/absent"), InputOutputFailed);
  CHECK_THROWS_AS(load_scenario(folder.path() + "/absent.json"), InputOutputFailed);
  CHECK_THROWS_AS(load_scenario(folder.path()), InputOutputFailed);
}
