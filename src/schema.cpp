#include "src/schema.hpp"

#include "sim/engine.hpp"
#include "src/replicates.hpp"
#include "src/schema_parts.hpp"

namespace keycost {

namespace {

/// Settings and options differ by engine: each engine brings its own parts of the schema.
Schema engine_rules() {
  Schema rules = Schema::array();
  for (const EngineDescription* engine : engines()) {
    Schema settings = Schema::object();
    add_declarations(settings, engine->settings);
    Schema then = {
        {"properties",
         {{"settings", object_schema("Settings of the server.", std::move(settings))},
          {"tables", tables_schema(*engine)}}},
    };
    rules.push_back(
        {{"if", {{"properties", {{"engine", {{"const", engine->name}}}}}}}, {"then", std::move(then)}});
  }
  return rules;
}

Schema engine_names() {
  Schema names = Schema::array();
  for (const EngineDescription* engine : engines()) names.push_back(engine->name);
  return names;
}

}  // namespace

std::string scenario_schema() {
  Schema properties = Schema::object();
  properties["$schema"] = text_schema("Where this schema is, for editors; of no effect.");
  properties["title"] = text_schema("What the scenario shows, in one line.");
  properties["question"] = text_schema("The question that it answers.");
  properties["predict"] = text_schema(
      "Of a lesson: what to write down before it is run. `keycost learn` shows it without the result.");
  properties["explanation"] = {
      {"description", "Of a lesson: why it came out as it did, a text a paragraph. Reports end with it."},
      {"type", "array"},
      {"minItems", 1},
      {"items", {{"type", "string"}}}};
  properties["source"] = text_schema("The document whose numbers it holds against the model.");
  properties["engine"] = choice_schema("The database whose insert path is simulated.", engine_names());
  properties["seed"] =
      whole_number_schema("What all random keys are drawn from; the same seed gives the same result.", 0,
                          std::numeric_limits<std::int64_t>::max());
  properties["seed"]["default"] = 1;
  properties["replicates"] = whole_number_schema(
      "How many seeds it is run from: the seed itself and others that follow from it. The result gives mean, "
      "standard "
      "deviation, least and greatest of every quantity; an expectation is held against every one of them, "
      "or, with "
      "\"band\", against their mean.",
      1, std::int64_t{replicates_max});
  properties["replicates"]["default"] = 1;
  properties["rows_per_second"] = {
      {"description",
       "How many rows arrive a second, on average: then the report tells costs a day as well (per_day)."},
      {"type", "number"},
      {"exclusiveMinimum", 0},
      {"maximum", 1e9}};
  properties["concurrent_writers"] = whole_number_schema(
      "How many writers are at work together: then the result tells on which pages they meet "
      "(indexes.INDEX.hot_page).",
      2, concurrent_writers_max);
  properties["settings"] = {{"type", "object"}};
  properties["tables"] = {{"type", "object"}};
  properties["steps"] = {{"description", "What is done to each table, in order."},
                         {"type", "array"},
                         {"minItems", 1},
                         {"items", {{"$ref", "#/$defs/step"}}}};
  properties["expect"] = {{"description", "What must hold of the result."},
                          {"type", "array"},
                          {"minItems", 1},
                          {"items", expectation_schema()}};

  Schema schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                   {"title", "keycost scenario"}};
  schema.update(
      object_schema("Tables, what is inserted into them, and what is expected of it. Each table is simulated "
                    "alone, on a server of its own.",
                    std::move(properties), {"engine", "tables", "steps"}));
  schema["allOf"] = engine_rules();
  schema["$defs"] = {{"step", step_schema()}, {"values", stream_values_schema()}};
  return schema.dump(2) + "\n";
}

}  // namespace keycost
