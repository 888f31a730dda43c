#include "src/lab/postgresql_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"

namespace keycost {

namespace {

std::string in_marks(std::string_view text, char mark) {
  std::string quoted(1, mark);
  for (const char character : text) {
    if (character == mark) quoted += mark;
    quoted += character;
  }
  return quoted + mark;
}

std::string list_of(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// Text collates as C in the simulation.
std::string type_text(const ColumnDefinition& column) {
  const std::string type = print_type(column.type, column.modifiers);
  return describe(column.type).is_text ? type + " COLLATE \"C\"" : type;
}

std::string sequence_options(const Options& options) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> words{
      {{"start", "START WITH"}, {"increment", "INCREMENT BY"}, {"cache", "CACHE"}}};
  std::string text;
  for (const auto& [option, word] : words) {
    if (!options.contains(option)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", word,
                        std::get<std::int64_t>(options.given().find(option)->second));
  }
  return text.empty() ? "" : fmt::format(" ({})", text);
}

std::string option_text(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  return fmt::format("{}", std::get<std::int64_t>(value));
}

std::string with_options(const Options& options, std::vector<std::string> parts) {
  for (const auto& [name, value] : options.given())
    parts.push_back(fmt::format("{} = {}", name, option_text(value)));
  return parts.empty() ? "" : fmt::format(" WITH ({})", list_of(parts));
}

bool only_has(const Options& options, std::initializer_list<std::string_view> names) {
  return std::ranges::all_of(options.given(), [&](const auto& option) {
    return std::find(names.begin(), names.end(), option.first) != names.end();
  });
}

/// Values that follow from the row's number need not be brought along.
std::string expression_of(const LabPlan& plan, std::size_t table, std::size_t column) {
  const TableDefinition& definition = plan.file.scenario.tables[table];
  const ColumnDefinition& described = definition.columns[column];
  if (is_made_by_server(plan, table, column))
    return described.values->stream == "uuidv4" ? "gen_random_uuid()" : "uuidv7()";
  const std::vector<Step>& steps = plan.file.scenario.steps;
  if (!described.values || definition.arrival || is_switched(steps, table, column)) return "";
  const Options& options = described.values->options;
  const std::string type = print_type(described.type, described.modifiers);
  if (described.values->stream == "constant" && options.contains("value") && only_has(options, {"value"})) {
    return fmt::format("{}::{}", sql_literal(std::get<std::string>(options.given().find("value")->second)),
                       type);
  }
  if (described.values->stream != "counter" || !only_has(options, {"start", "increment"}) ||
      std::ranges::any_of(steps, contains_copy))
    return "";
  const auto given = [&](std::string_view name) {
    return options.contains(name) ? std::get<std::int64_t>(options.given().find(name)->second) : 1;
  };
  if (given("start") == 1 && given("increment") == 1) return fmt::format("f.n::{}", type);
  return fmt::format("({} + {} * (f.n - 1))::{}", given("start"), given("increment"), type);
}

/// A value between COPY's delimiters.
void add_copy_text(std::string& text, std::string_view value) {
  for (const char character : value) {
    switch (character) {
      case '\\':
        text += "\\\\";
        break;
      case '\t':
        text += "\\t";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      default:
        text += character;
    }
  }
}

}  // namespace

std::string sql_name(std::string_view text) {
  return in_marks(text, '"');
}

std::string sql_literal(std::string_view text) {
  return in_marks(text, '\'');
}

PostgresqlLabTable::PostgresqlLabTable(const LabPlan& plan, std::size_t table)
    : definition_(plan.file.scenario.tables[table]) {
  for (std::size_t column = 0; column < definition_.columns.size(); ++column) {
    const std::optional<StreamReference>& values = definition_.columns[column].values;
    const bool is_drawn = values && find_key_stream(values->stream)->draws_from_sequence;
    columns_.push_back({column, is_drawn, is_drawn ? "" : expression_of(plan, table, column)});
  }
}

bool PostgresqlLabTable::goes_along(const LabColumn& column, bool for_table) const {
  return !column.is_drawn && (for_table || column.expression.empty());
}

bool PostgresqlLabTable::has_data() const {
  return std::ranges::any_of(columns_, [&](const LabColumn& column) { return goes_along(column, false); });
}

std::string PostgresqlLabTable::create_table() const {
  std::vector<std::string> lines;
  for (const LabColumn& column : columns_) {
    const ColumnDefinition& described = definition_.columns[column.position];
    std::string line = sql_name(described.name) + " " + type_text(described);
    if (column.is_drawn)
      line += " GENERATED BY DEFAULT AS IDENTITY" + sequence_options(described.values->options);
    lines.push_back(line + (described.nullable ? "" : " NOT NULL"));
  }
  for (const IndexDefinition& index : definition_.indexes) {
    if (!index.primary) continue;
    std::vector<std::string> keys;
    for (const IndexColumn& key : index.columns)
      keys.push_back(sql_name(definition_.columns[key.column].name));
    lines.push_back(fmt::format("CONSTRAINT {} PRIMARY KEY ({}){}", sql_name(index.name), list_of(keys),
                                with_options(index.options, {})));
  }
  std::string text = fmt::format("CREATE TABLE {} ({}){};\n", name(), list_of(lines),
                                 with_options(definition_.options, {"autovacuum_enabled = off"}));
  for (const IndexDefinition& index : definition_.indexes)
    if (!index.primary) text += create_index(index) + ";\n";
  return text;
}

std::string PostgresqlLabTable::create_index(const IndexDefinition& index) const {
  std::vector<std::string> keys;
  for (const IndexColumn& key : index.columns) {
    keys.push_back(fmt::format("{}{} NULLS {}", sql_name(definition_.columns[key.column].name),
                               key.descending ? " DESC" : "", key.nulls_first ? "FIRST" : "LAST"));
  }
  std::vector<std::string> included;
  for (const std::size_t column : index.included)
    included.push_back(sql_name(definition_.columns[column].name));
  return fmt::format("CREATE {}INDEX {} ON {} ({}){}{}", index.unique ? "UNIQUE " : "", sql_name(index.name),
                     name(), list_of(keys),
                     included.empty() ? "" : fmt::format(" INCLUDE ({})", list_of(included)),
                     with_options(index.options, {}));
}

std::string PostgresqlLabTable::create_feed() const {
  std::string text = "CREATE TEMPORARY TABLE keycost_feed (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
  for (const LabColumn& column : columns_) {
    if (goes_along(column, false))
      text += fmt::format(", c{} {}", column.position, type_text(definition_.columns[column.position]));
  }
  return text + ");\n";
}

std::string PostgresqlLabTable::column_list(bool for_table) const {
  std::vector<std::string> names;
  for (const LabColumn& column : columns_) {
    if (!goes_along(column, for_table)) continue;
    names.push_back(for_table ? sql_name(definition_.columns[column.position].name)
                              : fmt::format("c{}", column.position));
  }
  return list_of(names);
}

std::string PostgresqlLabTable::copy_into_feed() const {
  return fmt::format("COPY pg_temp.keycost_feed ({}) FROM stdin;\n", column_list(false));
}

std::string PostgresqlLabTable::copy_into_table() const {
  return fmt::format("COPY {} ({}) FROM stdin;\n", name(), column_list(true));
}

std::string PostgresqlLabTable::insert_head(const std::string& into) const {
  std::vector<std::string> values;
  for (const LabColumn& column : columns_) {
    if (column.is_drawn) continue;
    values.push_back(column.expression.empty() ? fmt::format("f.c{}", column.position) : column.expression);
  }
  const std::string given = values.empty() ? "" : fmt::format(" ({})", column_list(true));
  return fmt::format("INSERT INTO {}{} SELECT {} FROM {}", into, given, list_of(values),
                     has_data() ? "pg_temp.keycost_feed AS f WHERE f.n BETWEEN " : "generate_series(");
}

std::string PostgresqlLabTable::insert_parts(const InsertStep& insert) const {
  std::string tail = has_data() ? " ORDER BY f.n" : ") AS f (n)";
  if (insert.on_conflict) {
    std::vector<std::string> target;
    for (const std::string& column : insert.on_conflict->target) target.push_back(sql_name(column));
    tail +=
        fmt::format(" ON CONFLICT{} DO NOTHING", target.empty() ? "" : fmt::format(" ({})", list_of(target)));
  }
  std::vector<std::string> parts{sql_literal(insert_head(name())), sql_literal(has_data() ? " AND " : ", "),
                                 sql_literal(tail)};
  if (insert.on_conflict) parts.push_back(sql_literal(insert_head("keycost_lab.keycost_stand_in")));
  return fmt::format("ARRAY[{}]", list_of(parts));
}

void PostgresqlLabTable::add_line(std::string& text, const std::vector<ColumnBatch>& rows, std::size_t row,
                                  bool for_table) const {
  bool is_first = true;
  for (const LabColumn& column : columns_) {
    if (!goes_along(column, for_table)) continue;
    if (!is_first) text += '\t';
    is_first = false;
    const ColumnBatch& values = rows[column.position];
    if (values.is_null(row)) {
      text += "\\N";
    } else {
      add_copy_text(text, print_value(values.type(), values.value(row)));
    }
  }
  text += '\n';
}

}  // namespace keycost
