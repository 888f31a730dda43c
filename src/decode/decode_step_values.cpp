#include "src/decode/decode_step_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/streams/key_stream.hpp"
#include "src/decode/decode_columns.hpp"
#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct Place {
  std::size_t table;
  std::size_t column;
};

/// Where `name` stands: as "COLUMN" in any number of tables, or as "TABLE.COLUMN" in one.
std::vector<Place> places_of(const std::string& name, const std::vector<TableDefinition>& tables) {
  std::vector<Place> places;
  std::vector<Place> in_full;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    const std::vector<ColumnDefinition>& columns = tables[table].columns;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (columns[column].name == name) places.push_back({table, column});
      if (tables[table].name + "." + columns[column].name == name) in_full.push_back({table, column});
    }
  }
  return places.empty() ? in_full : places;
}

std::string unknown_column(const std::string& name, const std::vector<TableDefinition>& tables) {
  std::vector<std::string> names;
  for (const TableDefinition& table : tables) {
    for (const ColumnDefinition& column : table.columns) {
      if (std::find(names.begin(), names.end(), column.name) == names.end()) names.push_back(column.name);
      names.push_back(table.name + "." + column.name);
    }
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  return unknown_name("column", name, known);
}

bool draws_from_sequence(const StreamReference& values) {
  const StreamDescription* stream = find_key_stream(values.stream);
  return stream != nullptr && stream->draws_from_sequence;
}

/// What a stream of its own cannot be given to, or taken from, between steps.
void check_switch(const TableDefinition& table, const ColumnDefinition& column, const StreamReference& values,
                  const SourcePosition& position, Findings& findings) {
  if (table.rows_from_file) {
    findings.add(position, fmt::format("table {} reads its rows from a file, so its columns have no streams",
                                       in_quotes(table.name)));
  } else if (draws_from_sequence(values) || (column.values && draws_from_sequence(*column.values))) {
    findings.add(
        position,
        fmt::format("the sequence of an identity column belongs to its table, so no step can switch to "
                    "one or away from it; in table {} take the stream \"counter\" instead",
                    in_quotes(table.name)));
  }
}

void decode_member(const JsonMember& member, const std::vector<TableDefinition>& tables, StepValues& decoded,
                   Findings& findings) {
  const std::vector<Place> places = places_of(member.name, tables);
  if (places.empty()) findings.add(member.position, unknown_column(member.name, tables));
  for (const Place& place : places) {
    // What is wrong is said once, for the first table that it is wrong for.
    const std::size_t findings_before = findings.count();
    const TableDefinition& table = tables[place.table];
    const ColumnDefinition& column = table.columns[place.column];
    const auto values = decode_values(member.value, DecodedType{column.type, column.modifiers}, findings);
    if (values) check_switch(table, column, *values, member.value.position, findings);
    if (findings.count() != findings_before) return;
    std::vector<ColumnSwitch>& switches = decoded[place.table];
    const bool is_twice = std::any_of(switches.begin(), switches.end(), [&](const ColumnSwitch& other) {
      return other.column == place.column;
    });
    if (is_twice) {
      findings.add(member.position, fmt::format("column {} of table {} is given values twice",
                                                in_quotes(column.name), in_quotes(table.name)));
      return;
    }
    switches.push_back({place.column, *values});
  }
}

}  // namespace

StepValues decode_step_values(const JsonValue& step, const std::vector<TableDefinition>& tables,
                              Findings& findings) {
  const JsonValue* values = step.find("values");
  if (values == nullptr) return {};
  StepValues decoded(tables.size());
  if (values->kind != JsonKind::object || values->members.empty()) {
    findings.add(
        values->position,
        fmt::format("must be an object with a member for each column that takes another stream, is {}",
                    values->kind == JsonKind::object ? "empty" : described(*values)));
    return decoded;
  }
  for (const JsonMember& member : values->members) decode_member(member, tables, decoded, findings);
  return decoded;
}

}  // namespace keycost
