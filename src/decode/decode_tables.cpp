#include "src/decode/decode_tables.hpp"

#include <fmt/format.h>

#include "sim/arrival/arrival.hpp"
#include "src/decode/decode_columns.hpp"
#include "src/decode/decode_indexes.hpp"
#include "src/decode/decode_option.hpp"
#include "src/decode/decode_value.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view table_keys[] = {"columns", "primary_key", "indexes", "rows", "arrival"};

/// The values of a table come from a file or from a stream in each column, never from both or neither.
void check_origin_of_values(const JsonValue& table, const DecodedTable& decoded, Findings& findings) {
  const std::vector<ColumnDefinition>& columns = decoded.definition.columns;
  const JsonValue& elements = *table.find("columns");
  const bool none_has_values =
      std::none_of(elements.elements.begin(), elements.elements.end(),
                   [](const JsonValue& column) { return column.find("values") != nullptr; });
  if (decoded.rows == nullptr && none_has_values) {
    findings.add(
        decoded.position,
        "where do the values come from? Give each column \"values\", or the table \"rows\" with a CSV file");
    return;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const JsonValue* values = elements.elements[i].find("values");
    if (decoded.rows != nullptr && values != nullptr) {
      findings.add(values->position,
                   "the table reads its rows from a file, so its columns have no \"values\"");
    }
    if (decoded.rows == nullptr && values == nullptr && !columns[i].name.empty()) {
      findings.add(elements.elements[i].position,
                   fmt::format("column {} needs \"values\"", in_quotes(columns[i].name)));
    }
  }
}

void decode_arrival(const JsonValue& table, DecodedTable& decoded, Findings& findings) {
  const JsonValue* arrival = table.find("arrival");
  if (arrival == nullptr) return;
  if (decoded.rows != nullptr) {
    findings.add(
        arrival->position,
        "the table reads its rows from a file, in the order in which they arrived; it has no \"arrival\"");
  }
  const std::size_t findings_before = findings.count();
  check_object(*arrival, "an arrival", known_keys({}, arrival_options()), findings);
  decoded.definition.arrival = decode_options(arrival_options(), *arrival, findings);
  if (findings.count() != findings_before) return;
  const std::string problem = arrival_problem(*decoded.definition.arrival);
  if (!problem.empty()) findings.add(arrival->position, problem);
  for (std::size_t i = 0; i < decoded.definition.columns.size(); ++i) {
    const std::optional<StreamReference>& values = decoded.definition.columns[i].values;
    if (values) check_clock(*values, decoded.definition, decoded.value_positions[i], findings);
  }
}

DecodedTable decode_table(const JsonMember& member, const EngineDescription& engine, Findings& findings) {
  const std::size_t findings_before = findings.count();
  const JsonValue& table = member.value;
  DecodedTable decoded;
  decoded.definition.name = member.name;
  decoded.position = member.position;
  check_object(table, "a table", known_keys(table_keys, engine.table_options), findings);
  decoded.definition.options = decode_options(engine.table_options, table, findings);

  if (const JsonValue* rows = table.find("rows")) {
    decoded.definition.rows_from_file = true;
    decoded.rows = rows;
    const auto path = decode_text(*rows, findings);
    if (path && path->empty())
      findings.add(rows->position, "must be the name of a CSV file, or \"-\" for standard input");
  }
  if (table.kind == JsonKind::object) {
    if (const JsonValue* columns = required_member(table, "columns", "a table", findings)) {
      decode_columns(*columns, engine, decoded, findings);
      if (!decoded.definition.columns.empty()) check_origin_of_values(table, decoded, findings);
    }
    decode_arrival(table, decoded, findings);
    decode_indexes(table, engine, decoded.definition, findings);
  }
  decoded.is_sound = findings.count() == findings_before;
  return decoded;
}

}  // namespace

std::vector<DecodedTable> decode_tables(const JsonValue& tables, const EngineDescription& engine,
                                        Findings& findings) {
  std::vector<DecodedTable> decoded;
  if (tables.kind != JsonKind::object || tables.members.empty()) {
    findings.add(tables.position, fmt::format("must be an object with a member for each table, is {}",
                                              tables.kind == JsonKind::object ? "empty" : described(tables)));
    return decoded;
  }
  const JsonValue* reads_stdin = nullptr;
  for (const JsonMember& table : tables.members) {
    if (!check_name(table.name, table.position, findings)) continue;
    decoded.push_back(decode_table(table, engine, findings));
    const JsonValue* rows = decoded.back().rows;
    if (rows == nullptr || rows->text != "-") continue;
    if (reads_stdin != nullptr) {
      findings.add(rows->position,
                   fmt::format("standard input can be read once only, and the table on line {} does",
                               reads_stdin->position.line));
    } else {
      reads_stdin = rows;
    }
  }
  return decoded;
}

}  // namespace keycost
