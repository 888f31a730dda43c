// Question: does the schema that is shipped know exactly the keys that the decoder knows?
#include "src/schema.hpp"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/scenario_file.hpp"
#include "tests/catch.hpp"

using namespace keycost;

namespace {

using Keys = std::set<std::string>;

nlohmann::json schema() {
  return nlohmann::json::parse(scenario_schema());
}

Keys properties_of(const nlohmann::json& object_schema) {
  Keys keys;
  for (const auto& [key, value] : object_schema.at("properties").items()) keys.insert(key);
  return keys;
}

/// The keys that the decoder lists when it refuses the key "~~~~~~~~" of the object at `pointer`.
Keys keys_listed_at(const std::string& text, const std::string& pointer) {
  try {
    decode_scenario("example.json", text);
  } catch (const ScenarioInvalid& invalid) {
    for (const Problem& problem : invalid.problems()) {
      if (problem.position.pointer != pointer + "/~0~0~0~0~0~0~0~0") continue;
      std::istringstream list(problem.message.substr(problem.message.find("known: ") + 7));
      Keys keys;
      for (std::string word; list >> word;) keys.insert(word.substr(1, word.find('"', 1) - 1));
      return keys;
    }
  }
  FAIL("nothing is refused at " << pointer);
  return {};
}

/// A scenario with an unknown key in every object.
std::string scenario_with_unknown_keys(const std::string& values) {
  const std::string unknown = R"("~~~~~~~~": 1)";
  return "{" + unknown + R"(, "engine": "postgresql-18", "settings": {)" + unknown +
         R"(}, "tables": {"t": {)" + unknown + R"(, "columns": [{)" + unknown +
         R"(, "name": "c", "type": "bigint", "values": )" + values + R"(}], "primary_key": [{)" + unknown +
         R"(, "name": "c"}], "indexes": [{)" + unknown +
         R"(, "name": "i", "columns": ["c"]}]}}, "steps": [{"do": "insert", "rows": 1, )" + unknown +
         R"(}, {"do": "copy", "rows": 1, )" + unknown + R"(}, {"do": "checkpoint", )" + unknown +
         R"(}, {"do": "create_index", "index": {"name": "j", "columns": ["c"]}, )" + unknown +
         R"(}, {"do": "rebuild", )" + unknown + R"(}, {"do": "restart", )" + unknown +
         R"(}, {"do": "prewarm", )" + unknown +
         R"(}, {"do": "read", "which": "latest", "rows": 1, "name": "r", )" + unknown +
         R"(}, {"do": "repeat", "times": 1, "steps": [{"do": "checkpoint"}], )" + unknown +
         R"(}], "expect": [{"value": "t.insert-1.rows", "min": 1, )" + unknown + "}]}";
}

bool rewrite_goldens() {
  const char* wish = std::getenv("KEYCOST_REWRITE_GOLDENS");
  return wish != nullptr && std::string(wish) == "1";
}

}  // namespace

TEST_CASE("the shipped schema is the one that the program makes") {
  const std::string path = std::string(KEYCOST_SOURCE_DIR) + "/scenarios/scenario.schema.json";
  if (rewrite_goldens()) std::ofstream(path, std::ios::binary) << scenario_schema();
  std::ifstream stream(path, std::ios::binary);
  std::stringstream shipped;
  shipped << stream.rdbuf();
  CHECK(shipped.str() == scenario_schema());
}

TEST_CASE("schema and decoder know the same keys of every object") {
  const nlohmann::json root = schema();
  const std::string text = scenario_with_unknown_keys("\"counter\"");
  CHECK(properties_of(root) == keys_listed_at(text, ""));
  CHECK(properties_of(root["properties"]["expect"]["items"]) == keys_listed_at(text, "/expect/0"));

  const nlohmann::json& engine = root["allOf"][0]["then"]["properties"];
  CHECK(properties_of(engine["settings"]) == keys_listed_at(text, "/settings"));
  const nlohmann::json& table = engine["tables"]["additionalProperties"];
  CHECK(properties_of(table) == keys_listed_at(text, "/tables/t"));
  const nlohmann::json& parts = table["properties"];
  CHECK(properties_of(parts["columns"]["items"]) == keys_listed_at(text, "/tables/t/columns/0"));
  CHECK(properties_of(parts["primary_key"]["items"]["anyOf"][1]) ==
        keys_listed_at(text, "/tables/t/primary_key/0"));
  CHECK(properties_of(parts["indexes"]["items"]) == keys_listed_at(text, "/tables/t/indexes/0"));

  const nlohmann::json& steps = root["$defs"]["step"]["anyOf"];
  REQUIRE(steps.size() == 9);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(properties_of(steps[i]) == keys_listed_at(text, "/steps/" + std::to_string(i)));
  }
}

TEST_CASE("schema and decoder know the same options of every stream") {
  const nlohmann::json root = schema();
  const nlohmann::json& forms = root["$defs"]["values"]["anyOf"];
  REQUIRE(forms.size() == key_streams().size() + 1);
  CHECK(forms[0]["enum"].size() == key_streams().size());
  for (std::size_t i = 0; i < key_streams().size(); ++i) {
    const std::string name(key_streams()[i]->name);
    const std::string text = scenario_with_unknown_keys(R"({"stream": ")" + name + R"(", "~~~~~~~~": 1})");
    CHECK(forms[0]["enum"][i] == name);
    CHECK(properties_of(forms[i + 1]) == keys_listed_at(text, "/tables/t/columns/0/values"));
  }
}

TEST_CASE("every engine has its part, and every metric is told of") {
  const nlohmann::json root = schema();
  CHECK(root["properties"]["engine"]["enum"].size() == engines().size());
  CHECK(root["allOf"].size() == engines().size());
  const std::string description = root["properties"]["expect"]["items"]["properties"]["value"]["description"];
  const auto tells_of = [&](const Metric& metric) {
    return description.find(fmt::format("{} ({})", metric.path, unit_name(metric.unit))) != std::string::npos;
  };
  for (const EngineDescription* engine : engines()) {
    CHECK(description.find(engine->name) != std::string::npos);
    for (const Metric& metric : engine->metrics().step) CHECK(tells_of(metric));
    for (const Metric& metric : engine->metrics().wal_type) CHECK(tells_of(metric));
    for (const Metric& metric : engine->metrics().index) CHECK(tells_of(metric));
  }
}

TEST_CASE("everything in the schema has a description or is a choice among forms that have") {
  const nlohmann::json root = schema();
  const nlohmann::json& table = root["allOf"][0]["then"]["properties"]["tables"]["additionalProperties"];
  for (const nlohmann::json* object : {&root, &table, &table["properties"]["columns"]["items"]}) {
    for (const auto& [key, value] : object->at("properties").items()) {
      INFO(key);
      const bool is_described_below = value.contains("$ref") || key == "settings" || key == "tables";
      CHECK((value.contains("description") || is_described_below));
    }
  }
}
