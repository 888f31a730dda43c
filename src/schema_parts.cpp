#include "src/schema_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/arrival/arrival.hpp"
#include "sim/sql_type.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/decode/decode_steps.hpp"
#include "src/decode/duration_text.hpp"
#include "src/decode/size_text.hpp"

namespace keycost {

namespace {

void add_range(Schema& schema, std::int64_t minimum, std::int64_t maximum) {
  if (minimum != std::numeric_limits<std::int64_t>::min()) schema["minimum"] = minimum;
  if (maximum != std::numeric_limits<std::int64_t>::max()) schema["maximum"] = maximum;
}

/// Where the parentheses of a spelling stand: "timestamp(3) with time zone", but "character varying(20)".
std::string pattern_with_modifiers(std::string_view spelling, const AcceptedType& accepted) {
  const char* numbers = accepted.scale ? R"( ?\( ?[0-9]+ ?(, ?-?[0-9]+ ?)?\))" : R"( ?\( ?[0-9]+ ?\))";
  const std::size_t end = std::min(spelling.find(" with"), spelling.size());
  return fmt::format("^{}{}{}$", spelling.substr(0, end), numbers, spelling.substr(end));
}

Schema type_schema(const EngineDescription& engine) {
  Schema names = Schema::array();
  Schema forms = Schema::array();
  std::string description = "Its SQL type.";
  for (const AcceptedType& accepted : engine.types) {
    if (!accepted.refusal.empty()) continue;
    const SqlTypeDescription& type = describe(accepted.type);
    const bool has_modifiers = accepted.length || accepted.precision;
    for (const std::string_view spelling : {type.name, type.aliases[0], type.aliases[1]}) {
      if (spelling.empty()) continue;
      if (!accepted.must_have_modifiers) names.push_back(spelling);
      if (has_modifiers)
        forms.push_back({{"type", "string"}, {"pattern", pattern_with_modifiers(spelling, accepted)}});
    }
    if (has_modifiers) description += fmt::format(" {}.", written_form(accepted));
  }
  forms.insert(forms.begin(), Schema{{"enum", std::move(names)}});
  return {{"description", description}, {"anyOf", std::move(forms)}};
}

Schema character_set_names(const EngineDescription& engine) {
  Schema names = Schema::array();
  for (const CharacterSet set : engine.character_sets) names.push_back(describe(set).name);
  return names;
}

Schema list_of(std::string_view description, Schema items) {
  return {{"description", description}, {"type", "array"}, {"minItems", 1}, {"items", std::move(items)}};
}

Schema boolean_schema(std::string_view description, bool default_value) {
  return {{"description", description}, {"type", "boolean"}, {"default", default_value}};
}

Schema key_column_schema() {
  return {{"anyOf",
           {name_schema("A column of the table."),
            object_schema(
                "A column of the table with its direction.",
                {{"name", name_schema("A column of the table.")},
                 {"order", choice_schema("Its direction; without it, ascending.", {"asc", "desc"})},
                 {"nulls", choice_schema("Where NULLs go; without it, last, or first in descending order.",
                                         {"first", "last"})}},
                {"name"})}}};
}

Schema column_schema(const EngineDescription& engine) {
  Schema properties = {{"name", name_schema("The column's name.")},
                       {"type", type_schema(engine)},
                       {"nullable", boolean_schema("Whether it may be NULL.", false)},
                       {"values", {{"$ref", "#/$defs/values"}}}};
  if (!engine.character_sets.empty()) {
    properties["charset"] = choice_schema("The character set of its text.", character_set_names(engine));
    properties["charset"]["default"] = describe(engine.character_sets.front()).name;
  }
  return object_schema("A column.", std::move(properties), {"name", "type"});
}

Schema index_schema(std::span<const Declaration> index_options) {
  Schema properties = {
      {"name", name_schema("The index's name.")},
      {"columns", list_of("Its key.", key_column_schema())},
      {"unique", boolean_schema("Whether its keys must differ.", false)},
      {"include", list_of("Columns that its leaves carry along.", name_schema("A column."))}};
  add_declarations(properties, index_options);
  return object_schema("A further index.", std::move(properties), {"name", "columns"});
}

/// Steps stand outside of what differs by engine, so they take the options of all.
std::vector<Declaration> any_engines_index_options() {
  std::vector<Declaration> options;
  for (const EngineDescription* engine : engines()) {
    options.insert(options.end(), engine->index_options.begin(), engine->index_options.end());
  }
  return options;
}

Schema step_values_schema() {
  return {
      {"description",
       "Other streams for columns, from this step on: by the column's name in every table that has it, or by "
       "\"TABLE.COLUMN\" in one. A stream starts with the step and goes on in the step's next execution; its "
       "options may give it a clock of its own, also where the table has an arrival."},
      {"type", "object"},
      {"minProperties", 1},
      {"additionalProperties", {{"$ref", "#/$defs/values"}}}};
}

Schema arrival_schema() {
  Schema properties = Schema::object();
  add_declarations(properties, arrival_options());
  return object_schema(
      "How the rows of streams arrive: when they are minted, by which writer, in which order.",
      std::move(properties));
}

/// "wal.bytes (bytes), …": what an expression may name, for a reader without the program at hand.
template <class ScopedMetric>
std::string metric_list(std::span<const ScopedMetric> metrics) {
  std::string list;
  for (const ScopedMetric& metric : metrics) {
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", metric.path, unit_name(metric.unit));
  }
  return list;
}

}  // namespace

Schema object_schema(std::string_view description, Schema properties, Schema required) {
  Schema schema = {{"description", description}, {"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Schema text_schema(std::string_view description) {
  return {{"description", description}, {"type", "string"}};
}

/// Text that says something.
Schema some_text_schema(std::string_view description) {
  Schema schema = text_schema(description);
  schema["minLength"] = 1;
  return schema;
}

Schema name_schema(std::string_view description) {
  return {{"description", description}, {"type", "string"}, {"minLength", 1}, {"maxLength", 63}};
}

Schema whole_number_schema(std::string_view description, std::int64_t minimum, std::int64_t maximum) {
  return {{"description", description}, {"type", "integer"}, {"minimum", minimum}, {"maximum", maximum}};
}

Schema choice_schema(std::string_view description, Schema choices) {
  return {{"description", description}, {"enum", std::move(choices)}};
}

Schema declaration_schema(const Declaration& declaration) {
  const bool has_unit = !declaration.unit.empty() && declaration.kind != ValueKind::size_bytes &&
                        declaration.kind != ValueKind::seconds;
  Schema schema = {{"description", fmt::format("{}{}", declaration.meaning,
                                               has_unit ? fmt::format(" In {}.", declaration.unit) : "")}};
  std::visit([&schema](const auto& value) { schema["default"] = value; }, declaration.default_value);
  switch (declaration.kind) {
    case ValueKind::boolean:
      schema["type"] = "boolean";
      break;
    case ValueKind::text:
      schema["type"] = "string";
      break;
    case ValueKind::choice:
      schema["enum"] = declaration.choices;
      break;
    case ValueKind::integer:
      schema["type"] = "integer";
      add_range(schema, declaration.minimum, declaration.maximum);
      break;
    case ValueKind::fraction:
      schema["type"] = "number";
      add_range(schema, 0, 1);
      break;
    case ValueKind::seconds: {
      Schema seconds = {{"description", "In seconds."}, {"type", "integer"}};
      add_range(seconds, declaration.minimum, declaration.maximum);
      schema["default"] = print_duration(std::get<std::int64_t>(declaration.default_value));
      schema["anyOf"] = {{{"type", "string"}, {"pattern", "^[0-9]+(s|min|h|d)$"}}, std::move(seconds)};
      break;
    }
    case ValueKind::size_bytes: {
      Schema bytes = {{"description", "In bytes."}, {"type", "integer"}};
      add_range(bytes, declaration.minimum, declaration.maximum);
      schema["default"] = print_size(std::get<std::int64_t>(declaration.default_value));
      schema["anyOf"] = {{{"type", "string"}, {"pattern", "^-?[0-9]+(B|kB|MB|GB|TB)$"}}, std::move(bytes)};
      break;
    }
  }
  return schema;
}

void add_declarations(Schema& properties, std::span<const Declaration> declarations) {
  for (const Declaration& declaration : declarations) {
    properties[std::string(declaration.name)] = declaration_schema(declaration);
  }
}

Schema stream_values_schema() {
  Schema forms = Schema::array();
  Schema names = Schema::array();
  for (const StreamDescription* stream : key_streams()) names.push_back(stream->name);
  forms.push_back(choice_schema("A stream with its default options.", std::move(names)));
  for (const StreamDescription* stream : key_streams()) {
    Schema properties = {{"stream", {{"const", stream->name}}}};
    add_declarations(properties, stream->options);
    forms.push_back(object_schema(stream->summary, std::move(properties), {"stream"}));
  }
  return {{"description", "The stream that gives the column's values."}, {"anyOf", std::move(forms)}};
}

Schema step_schema() {
  Schema rows = {
      {"description", "Rows to insert, or \"all\" that are left in the tables' files."},
      {"anyOf", {{{"type", "integer"}, {"minimum", 1}, {"maximum", rows_max}}, {{"const", "all"}}}}};
  Schema insert = object_schema(
      "Inserts rows with one statement, or with one for each transaction.",
      {{"do", {{"const", "insert"}}},
       {"rows", rows},
       {"values", step_values_schema()},
       {"commit_every",
        whole_number_schema("Rows a transaction; without it, the whole step is one.", 1, rows_max)},
       {"new_session",
        boolean_schema("Whether it runs in a session that has not touched the table before.", false)},
       {"on_conflict",
        choice_schema(
            "INSERT … ON CONFLICT DO NOTHING: rows whose key is there already are left out. Without "
            "it, such a row is an error.",
            {on_conflict_do_nothing})},
       {"conflict_target",
        list_of(
            "The columns of the unique index that decides about a conflict; without it, every unique index "
            "does.",
            name_schema("A column of each table."))},
       {"rollback_every",
        whole_number_schema(
            "Of how many transactions one is rolled back, the last of them: 1 rolls back every "
            "one. Without it, all commit.",
            1, rows_max)},
       {"name", name_schema("Under which the step is reported; without it, \"insert-1\", \"insert-2\", …")}},
      {"do", "rows"});
  insert["dependentRequired"] = {{"conflict_target", {"on_conflict"}}};
  Schema copy = object_schema(
      "Inserts rows with COPY: many rows a record, and several pages at a time.",
      {{"do", {{"const", "copy"}}},
       {"rows", rows},
       {"values", step_values_schema()},
       {"name", name_schema("Under which the step is reported; counted among the inserts without it.")}},
      {"do", "rows"});
  Schema checkpoint = object_schema(
      "A checkpoint: every page's next change is logged with an image of the page.",
      {{"do", {{"const", "checkpoint"}}}, {"name", name_schema("Under which the step is reported.")}},
      {"do"});
  Schema create_index = object_schema("Builds an index from the rows that are there.",
                                      {{"do", {{"const", "create_index"}}},
                                       {"index", index_schema(any_engines_index_options())},
                                       {"name", name_schema("Under which the step is reported.")}},
                                      {"do", "index"});
  Schema rebuild = object_schema(
      "Builds every index of the table anew: REINDEX TABLE.",
      {{"do", {{"const", "rebuild"}}}, {"name", name_schema("Under which the step is reported.")}}, {"do"});
  Schema restart = object_schema(
      "The server ends and starts again: its buffers are empty, its sessions new.",
      {{"do", {{"const", "restart"}}},
       {"buffers",
        text_schema("Buffers that are in use when the table's statements go on, as "
                    "FIRST[-LAST]:USES[*][=RELATION/FORK/BLOCK], numbered from 1; * for dirty, without a "
                    "relation for pages of others. Nothing is, without it.")},
       {"name", name_schema("Under which the step is reported.")}},
      {"do"});
  Schema prewarm = object_schema(
      "Reads the table and its indexes into the buffers: pg_prewarm.",
      {{"do", {{"const", "prewarm"}}}, {"name", name_schema("Under which the step is reported.")}}, {"do"});
  Schema rows_read = Schema::array();
  for (const std::string_view name : rows_read_names) rows_read.push_back(name);
  Schema read = object_schema(
      "Tells which pages hold rows that are read by their primary key; changes nothing, not even what is in "
      "memory.",
      {{"do", {{"const", "read"}}},
       {"which", choice_schema("The rows that came last, any rows, or rows that came one after the other.",
                               std::move(rows_read))},
       {"rows", whole_number_schema("How many of them.", 1, rows_max)},
       {"from_row", whole_number_schema("First row of a period, counted from 1.", 1, rows_max)},
       {"name", name_schema("Under which the step is reported.")}},
      {"do", "which", "rows", "name"});
  Schema repeat = object_schema("Runs steps several times.",
                                {{"do", {{"const", "repeat"}}},
                                 {"times", whole_number_schema("Rounds.", 1, repeat_times_max)},
                                 {"steps", list_of("What each round does.", {{"$ref", "#/$defs/step"}})},
                                 {"name", name_schema("Under which the sum over the rounds, and each of "
                                                      "them, is reported; without it, \"repeat-1\", …")}},
                                {"do", "times", "steps"});
  return {{"anyOf",
           {std::move(insert), std::move(copy), std::move(checkpoint), std::move(create_index),
            std::move(rebuild), std::move(restart), std::move(prewarm), std::move(read), std::move(repeat)}}};
}

Schema expectation_schema() {
  std::string value_description =
      "An expression over result paths TABLE.STEP.METRIC or TABLE.STEP.each[n].METRIC, with + - * / ( ) min "
      "max sum.";
  for (const EngineMetrics& engine : metrics_of_all_engines()) {
    value_description +=
        fmt::format(" Metrics of {}: {};", engine.engines, metric_list(engine.metrics->step));
    if (!engine.metrics->wal_type.empty())
      value_description += fmt::format(" wal.by_type.TYPE. with {};", metric_list(engine.metrics->wal_type));
    value_description += fmt::format(" indexes.NAME. with {}.", metric_list(engine.metrics->index));
    if (!engine.metrics->cost.empty())
      value_description += fmt::format(" by_relation.NAME., per_row. and per_day. with {}.",
                                       metric_list(engine.metrics->cost));
  }
  const auto number = [](std::string_view description) {
    return Schema{{"description", description}, {"type", "number"}};
  };
  Schema within = {
      {"description", "How far from \"near\" the value may be: a number, or a percentage of \"near\"."},
      {"anyOf", {{{"type", "number"}, {"minimum", 0}}, {{"type", "string"}, {"pattern", "^[0-9.]+%$"}}}}};
  Schema schema = object_schema(
      "An expression and one bound of its value.",
      {{"value", some_text_schema(value_description)},
       {"equals", number("The value itself.")},
       {"min", number("The smallest value that is accepted.")},
       {"max", number("The largest value that is accepted.")},
       {"near",
        number("The middle of the accepted values; \"within\", \"band\" or both say how wide they are.")},
       {"within", std::move(within)},
       {"band",
        {{"description",
          "How far the mean over the seeds may be from \"near\", on top of \"within\": \"4sd\", four "
          "standard deviations, where \"near\" is the figure of one run; \"4se\", four standard errors of "
          "the mean, where it is the expected value."},
         {"type", "string"},
         {"pattern", "^[0-9.]+s[de]$"}}},
       {"sd",
        {{"description",
          "The standard deviation that \"band\" counts, known from elsewhere; without it, that of "
          "the scenario's replicates."},
         {"type", "number"},
         {"exclusiveMinimum", 0}}},
       {"stated", number("What the document named in \"source\" states, in the value's own unit. The bound "
                         "must accept it.")},
       {"stated_as",
        some_text_schema("The same as the document prints it: \"551 MB\"; or, alone, a statement "
                         "that is no single number.")},
       {"contradicts", text_schema("Why the simulation says something else than the document. The bound is "
                                   "what the document states, "
                                   "and holds if the value is outside of it.")},
       {"because", text_schema("Why it must hold.")},
       {"source", text_schema("Where the number comes from: \"DOCUMENT, PLACE\".")}},
      {"value"});
  schema["oneOf"] = Schema::array();
  for (const char* bound : {"equals", "min", "max"}) schema["oneOf"].push_back({{"required", {bound}}});
  schema["oneOf"].push_back(
      {{"required", {"near"}}, {"anyOf", {{{"required", {"within"}}}, {{"required", {"band"}}}}}});
  schema["dependentSchemas"] = {
      {"contradicts", {{"anyOf", {{{"required", {"stated"}}}, {{"required", {"stated_as"}}}}}}}};
  return schema;
}

Schema tables_schema(const EngineDescription& engine) {
  Schema properties = {
      {"columns", list_of("The columns, in order.", column_schema(engine))},
      {"primary_key",
       list_of("The columns of the primary key. Its unique index is TABLE_pkey, or PRIMARY in InnoDB.",
               key_column_schema())},
      {"indexes",
       {{"description", "Further indexes, in order of creation."},
        {"type", "array"},
        {"items", index_schema(engine.index_options)}}},
      {"rows",
       some_text_schema(
           "A CSV file with a header line that has the rows, relative to the scenario; \"-\" is standard "
           "input. Instead of \"values\" in the columns.")},
      {"arrival", arrival_schema()}};
  add_declarations(properties, engine.table_options);
  return {{"description", "The tables by name."},
          {"type", "object"},
          {"minProperties", 1},
          {"additionalProperties", object_schema("A table.", std::move(properties), {"columns"})}};
}

}  // namespace keycost
