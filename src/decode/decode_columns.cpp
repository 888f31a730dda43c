#include "src/decode/decode_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/streams/key_stream.hpp"
#include "sim/streams/time_options.hpp"
#include "src/decode/decode_option.hpp"
#include "src/decode/decode_type.hpp"
#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view column_keys[] = {"name", "type", "nullable", "values"};
constexpr std::string_view character_set_key = "charset";  // where columns have one
constexpr std::string_view stream_keys[] = {"stream"};
constexpr std::size_t columns_max = 1600;  // PostgreSQL's MaxHeapAttributeNumber

std::vector<std::string_view> column_keys_of(const EngineDescription& engine) {
  std::vector<std::string_view> keys(std::begin(column_keys), std::end(column_keys));
  if (!engine.character_sets.empty()) keys.push_back(character_set_key);
  return keys;
}

const StreamDescription* find_stream(const JsonValue& name, Findings& findings) {
  if (!decode_text(name, findings)) return nullptr;
  const StreamDescription* stream = find_key_stream(name.text);
  if (stream == nullptr) {
    std::vector<std::string_view> known;
    for (const StreamDescription* description : key_streams()) known.push_back(description->name);
    findings.add(name.position, unknown_name("stream", name.text, known));
  }
  return stream;
}

void check_stream_fits(const StreamDescription& stream, SqlType type, const SourcePosition& position,
                       Findings& findings) {
  const auto fills = [type](const StreamDescription& description) {
    return std::find(description.types.begin(), description.types.end(), type) != description.types.end();
  };
  if (fills(stream)) return;
  std::vector<std::string_view> fitting;
  for (const StreamDescription* description : key_streams()) {
    if (fills(*description)) fitting.push_back(description->name);
  }
  const std::string advice =
      fitting.empty() ? "no stream can; use \"rows\" with a CSV file" : "these can: " + listed(fitting);
  findings.add(position, fmt::format("stream {} cannot fill a column of type {}; {}", in_quotes(stream.name),
                                     describe(type).name, advice));
}

}  // namespace

std::optional<StreamReference> decode_values(const JsonValue& values, const std::optional<DecodedType>& type,
                                             Findings& findings) {
  const JsonValue* name = &values;
  if (values.kind == JsonKind::object) {
    name = required_member(values, "stream", "an object of values", findings);
    if (name == nullptr) return std::nullopt;
  } else if (values.kind != JsonKind::text) {
    findings.add(values.position,
                 fmt::format("must be a stream's name, or an object with \"stream\" and its options, is {}",
                             described(values)));
    return std::nullopt;
  }
  const StreamDescription* stream = find_stream(*name, findings);
  if (stream == nullptr) return std::nullopt;
  const std::size_t findings_before = findings.count();
  if (type) check_stream_fits(*stream, type->type, name->position, findings);
  StreamReference reference{name->text, {}};
  if (values.kind == JsonKind::object) {
    check_object(values, fmt::format("stream {}", in_quotes(stream->name)),
                 known_keys(stream_keys, stream->options), findings);
    reference.options = decode_options(stream->options, values, findings);
  }
  // Only options that are sound one by one are looked at together.
  if (type && findings.count() == findings_before) {
    std::string problem;
    if (stream->problem != nullptr) problem = stream->problem(type->type, reference.options);
    if (problem.empty() && stream->misfit != nullptr)
      problem = stream->misfit(type->type, type->modifiers, reference.options);
    if (!problem.empty()) findings.add(values.position, problem);
  }
  return reference;
}

void check_clock(const StreamReference& values, const TableDefinition& table, const SourcePosition& position,
                 Findings& findings) {
  const std::string_view option = own_clock_option(values.options);
  if (!table.arrival || option.empty()) return;
  findings.add(position,
               fmt::format("{} sets a clock of the stream's own, but the table's \"arrival\" says when "
                           "its rows are minted and by whom; leave one out",
                           in_quotes(option)));
}

namespace {

ColumnDefinition decode_column(const JsonValue& value, const EngineDescription& engine, Findings& findings) {
  ColumnDefinition column;
  check_object(value, "a column", column_keys_of(engine), findings);
  if (value.kind != JsonKind::object) return column;
  if (const JsonValue* name = required_member(value, "name", "a column", findings)) {
    column.name = decode_name(*name, findings).value_or("");
  }
  std::optional<DecodedType> type;
  if (const JsonValue* written = required_member(value, "type", "a column", findings))
    type = decode_type(*written, engine, findings);
  if (const JsonValue* name = value.find(character_set_key);
      name != nullptr && type && !engine.character_sets.empty())
    decode_character_set(*name, engine, *type, findings);
  if (type) {
    column.type = type->type;
    column.modifiers = type->modifiers;
  }
  if (const JsonValue* nullable = value.find("nullable")) {
    column.nullable = decode_boolean(*nullable, findings).value_or(false);
  }
  if (const JsonValue* values = value.find("values")) column.values = decode_values(*values, type, findings);
  return column;
}

}  // namespace

void decode_columns(const JsonValue& columns, const EngineDescription& engine, DecodedTable& table,
                    Findings& findings) {
  const std::vector<JsonValue>* elements = decode_list(columns, "columns", findings);
  if (elements == nullptr) return;
  if (elements->size() > columns_max) {
    findings.add(columns.position, fmt::format("a table has at most {} columns, this one has {}", columns_max,
                                               elements->size()));
    return;
  }
  std::vector<ColumnDefinition>& decoded = table.definition.columns;
  for (const JsonValue& element : *elements) {
    ColumnDefinition column = decode_column(element, engine, findings);
    const bool is_taken = !column.name.empty() &&
                          std::any_of(decoded.begin(), decoded.end(), [&](const ColumnDefinition& other) {
                            return other.name == column.name;
                          });
    if (is_taken) {
      findings.add(element.find("name")->position,
                   fmt::format("a column {} exists already", in_quotes(column.name)));
    }
    const JsonValue* values = element.find("values");
    table.value_positions.push_back(values != nullptr ? values->position : element.position);
    decoded.push_back(std::move(column));
  }
}

}  // namespace keycost
