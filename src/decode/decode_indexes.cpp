#include "src/decode/decode_indexes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/decode/decode_option.hpp"
#include "src/decode/decode_value.hpp"
#include "src/nearest_name.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

constexpr std::string_view index_keys[] = {"name", "columns", "unique", "include"};
constexpr std::string_view key_column_keys[] = {"name", "order", "nulls"};
constexpr std::size_t key_columns_max = 32;  // PostgreSQL's INDEX_MAX_KEYS

std::optional<std::size_t> find_column(const JsonValue& name, const TableDefinition& table,
                                       Findings& findings) {
  if (!decode_text(name, findings)) return std::nullopt;
  std::vector<std::string_view> known;
  for (const ColumnDefinition& column : table.columns) known.push_back(column.name);
  const auto found = std::find(known.begin(), known.end(), name.text);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  if (known.empty()) return std::nullopt;  // the columns are refused already
  findings.add(name.position, unknown_name("column", name.text, known));
  return std::nullopt;
}

/// Whether `key` of a key column says `yes` rather than `no`; nothing if it is absent or says something else.
std::optional<bool> decode_choice(const JsonValue& column, std::string_view key, std::string_view yes,
                                  std::string_view no, Findings& findings) {
  const JsonValue* value = column.find(key);
  if (value == nullptr || !decode_text(*value, findings)) return std::nullopt;
  if (value->text == yes) return true;
  if (value->text == no) return false;
  const std::string_view known[] = {yes, no};
  findings.add(value->position, unknown_name(key, value->text, known));
  return std::nullopt;
}

/// A column's name, or {"name", "order", "nulls"}. NULLs come last, and first in descending order, unless
/// said otherwise.
std::optional<IndexColumn> decode_key_column(const JsonValue& value, const TableDefinition& table,
                                             Findings& findings) {
  IndexColumn column;
  const JsonValue* name = &value;
  if (value.kind == JsonKind::object) {
    check_object(value, "a key column", key_column_keys, findings);
    column.descending = decode_choice(value, "order", "desc", "asc", findings).value_or(false);
    column.nulls_first = decode_choice(value, "nulls", "first", "last", findings).value_or(column.descending);
    name = required_member(value, "name", "a key column", findings);
    if (name == nullptr) return std::nullopt;
  }
  const auto position = find_column(*name, table, findings);
  if (!position) return std::nullopt;
  column.column = *position;
  return column;
}

std::vector<IndexColumn> decode_key(const JsonValue& value, const TableDefinition& table,
                                    Findings& findings) {
  std::vector<IndexColumn> key;
  const std::vector<JsonValue>* elements = decode_list(value, "column names", findings);
  if (elements == nullptr) return key;
  if (elements->size() > key_columns_max) {
    findings.add(value.position, fmt::format("a key has at most {} columns, this one has {}", key_columns_max,
                                             elements->size()));
    return key;
  }
  for (const JsonValue& element : *elements) {
    const auto column = decode_key_column(element, table, findings);
    if (!column) continue;
    const bool is_taken = std::any_of(
        key.begin(), key.end(), [&](const IndexColumn& other) { return other.column == column->column; });
    if (is_taken) {
      findings.add(element.position, fmt::format("column {} is in this key already",
                                                 in_quotes(table.columns[column->column].name)));
    }
    key.push_back(*column);
  }
  return key;
}

/// INCLUDE: columns that leaves carry along.
std::vector<std::size_t> decode_included(const JsonValue& value, const TableDefinition& table,
                                         Findings& findings) {
  std::vector<std::size_t> included;
  const std::vector<JsonValue>* elements = decode_list(value, "column names", findings);
  if (elements == nullptr) return included;
  for (const JsonValue& element : *elements) {
    if (const auto column = find_column(element, table, findings)) included.push_back(*column);
  }
  return included;
}

/// An index shares its names with tables: PostgreSQL has one list of relations.
void check_index_name(const std::string& name, const SourcePosition& position, const TableDefinition& table,
                      Findings& findings) {
  const bool is_taken =
      name == table.name || std::any_of(table.indexes.begin(), table.indexes.end(),
                                        [&](const IndexDefinition& other) { return other.name == name; });
  if (is_taken) findings.add(position, fmt::format("a relation {} exists already", in_quotes(name)));
}

void decode_primary_key(const JsonValue& value, const EngineDescription& engine, TableDefinition& table,
                        Findings& findings) {
  IndexDefinition index;
  index.name = engine.primary_key_name(table.name);
  index.unique = true;
  index.primary = true;
  check_name(index.name, value.position, findings);
  index.columns = decode_key(value, table, findings);
  for (const IndexColumn& key : index.columns) {
    const ColumnDefinition& column = table.columns[key.column];
    if (!column.nullable) continue;
    findings.add(value.position, fmt::format("column {} is in the primary key, so it cannot be nullable",
                                             in_quotes(column.name)));
  }
  table.indexes.push_back(std::move(index));
}

}  // namespace

void decode_index(const JsonValue& value, const EngineDescription& engine, TableDefinition& table,
                  Findings& findings) {
  check_object(value, "an index", known_keys(index_keys, engine.index_options), findings);
  if (value.kind != JsonKind::object) return;
  IndexDefinition index;
  if (const JsonValue* name = required_member(value, "name", "an index", findings)) {
    index.name = decode_name(*name, findings).value_or("");
    if (!index.name.empty()) check_index_name(index.name, name->position, table, findings);
  }
  if (const JsonValue* columns = required_member(value, "columns", "an index", findings)) {
    index.columns = decode_key(*columns, table, findings);
  }
  if (const JsonValue* unique = value.find("unique"))
    index.unique = decode_boolean(*unique, findings).value_or(false);
  if (const JsonValue* include = value.find("include"))
    index.included = decode_included(*include, table, findings);
  index.options = decode_options(engine.index_options, value, findings);
  table.indexes.push_back(std::move(index));
}

void decode_indexes(const JsonValue& table, const EngineDescription& engine, TableDefinition& definition,
                    Findings& findings) {
  if (const JsonValue* primary_key = table.find("primary_key"))
    decode_primary_key(*primary_key, engine, definition, findings);
  const JsonValue* indexes = table.find("indexes");
  if (indexes == nullptr) return;
  if (indexes->kind != JsonKind::array) {
    findings.add(indexes->position, fmt::format("must be a list of indexes, is {}", described(*indexes)));
    return;
  }
  for (const JsonValue& index : indexes->elements) decode_index(index, engine, definition, findings);
}

}  // namespace keycost
