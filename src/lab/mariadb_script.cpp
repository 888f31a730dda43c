// A scenario as a script for the mariadb (or mysql) client. Rows stand in it as INSERTs of 500, since neither
// client can loop; index sizes come from the persistent statistics after ANALYZE TABLE.
#include <algorithm>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/execute/interrupt.hpp"
#include "src/lab/script.hpp"
#include "src/report/counts.hpp"

namespace keycost {

namespace {

constexpr std::uint64_t rows_per_statement = 500;

std::string name_text(std::string_view text) {
  std::string quoted = "`";
  for (const char character : text) quoted += character == '`' ? "``" : std::string(1, character);
  return quoted + "`";
}

std::string literal(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'' || character == '\\') quoted += '\\';
    quoted += character;
  }
  return quoted + "'";
}

bool is_bytes(SqlType type) {
  return type == SqlType::binary || type == SqlType::varbinary || type == SqlType::bytea;
}

/// How the data dictionary spells a name of other characters than these is a matter of its own.
bool is_plain_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

class MariadbTableWriter {
 public:
  MariadbTableWriter(const LabPlan& plan, std::size_t table, ScriptText& script)
      : script_(script),
        position_(table),
        definition_(plan.file.scenario.tables[table]),
        engine_(*find_engine(plan.file.scenario.engine)),
        is_mysql_(engine_.name.starts_with("mysql")),
        rows_(open_lab_rows(plan, table)) {
    for (const ColumnDefinition& column : definition_.columns) batch_.emplace_back(column.type);
  }

  void write(const std::vector<Step>& steps) {
    script_.add(create_table());
    for (const Step& step : steps) write_step(step, {}, true);
  }

 private:
  bool is_drawn(const ColumnDefinition& column) const {
    return column.values && find_key_stream(column.values->stream)->draws_from_sequence;
  }

  std::string key_list(const IndexDefinition& index) const {
    std::string text;
    for (const IndexColumn& key : index.columns) {
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name_text(definition_.columns[key.column].name),
                          key.descending ? " DESC" : "");
    }
    return text;
  }

  std::string index_text(const IndexDefinition& index) const {
    if (index.primary) return fmt::format("PRIMARY KEY ({})", key_list(index));
    return fmt::format("{}INDEX {} ({})", index.unique ? "UNIQUE " : "", name_text(index.name),
                       key_list(index));
  }

  std::string column_text(const ColumnDefinition& column) const {
    std::string text =
        fmt::format("{} {}", name_text(column.name), print_type(column.type, column.modifiers));
    if (describe(column.type).is_text && !engine_.character_sets.empty()) {
      const std::string_view set =
          describe(column.modifiers.character_set.value_or(engine_.character_sets.front())).name;
      text += fmt::format(" CHARACTER SET {0} COLLATE {0}_bin", set);
    }
    if (!column.nullable) text += " NOT NULL";
    return text + (is_drawn(column) ? " AUTO_INCREMENT" : "");
  }

  std::string create_table() const {
    std::string lines;
    for (const ColumnDefinition& column : definition_.columns)
      lines += (lines.empty() ? "" : ", ") + column_text(column);
    for (const IndexDefinition& index : definition_.indexes) lines += ", " + index_text(index);
    const std::string& row_format = definition_.options.text(engine_.table_options, "row_format");
    return fmt::format(
        "CREATE TABLE {} ({}) ENGINE=InnoDB ROW_FORMAT={} STATS_PERSISTENT=1 STATS_AUTO_RECALC=0 "
        "STATS_SAMPLE_PAGES=1;\n",
        name_text(definition_.name), lines, row_format);
  }

  void write_step(const Step& step, const ReportedNames& outer, bool at_top) {
    const std::string name = names_.name_of(step, at_top);
    const ReportedNames names = with_name(outer, name);
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      write_rows(insert->rows, insert->commit_every, names);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      write_rows(copy->rows, 0, names);
    } else if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      for (std::uint64_t round = 0; round < repeat->times; ++round)
        for (const Step& inner : repeat->steps) write_step(inner, names, false);
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      script_.add(fmt::format("ALTER TABLE {} ADD {};\n", name_text(definition_.name),
                              index_text(create->indexes[position_])));
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      script_.add(fmt::format("OPTIMIZE TABLE {};\n", name_text(definition_.name)));
    } else if (std::holds_alternative<CheckpointStep>(step.action)) {
      script_.add("-- a checkpoint: no statement makes one, and none of the figures depends on it\n");
    }
    if (!name.empty()) look(name);
  }

  std::string log_position() const {
    return "(SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = "
           "'Innodb_lsn_current')";
  }

  void write_rows(std::uint64_t rows, std::uint64_t commit_every, const ReportedNames& names) {
    if (!is_mysql_) script_.add(fmt::format("SET @before = {};\n", log_position()));
    const std::uint64_t a_transaction = commit_every == 0 ? rows : commit_every;
    for (std::uint64_t done = 0; done < rows; done += a_transaction) {
      script_.add("START TRANSACTION;\n");
      const std::uint64_t behind = std::min(rows, done + a_transaction);
      for (std::uint64_t first = done; first < behind; first += rows_per_statement)
        write_statement(std::min(rows_per_statement, behind - first));
      script_.add("COMMIT;\n");
    }
    if (!is_mysql_) script_.add(fmt::format("SET @behind = {};\n", log_position()));
    for (const std::string& name : names) {
      script_.add(fmt::format("INSERT INTO keycost_real VALUES ({0}, 'rows', {1});\n", literal(name), rows));
      if (!is_mysql_)
        script_.add(fmt::format("INSERT INTO keycost_real VALUES ({}, 'redo.bytes', @behind - @before);\n",
                                literal(name)));
    }
  }

  void write_statement(std::uint64_t count) {
    stop_if_interrupted();
    const std::size_t got = rows_->next(static_cast<std::size_t>(count), batch_);
    if (got == 0) return;
    std::string columns;
    for (const ColumnDefinition& column : definition_.columns)
      if (!is_drawn(column)) columns += (columns.empty() ? "" : ", ") + name_text(column.name);
    std::string text = fmt::format("INSERT INTO {} ({}) VALUES\n", name_text(definition_.name), columns);
    for (std::size_t row = 0; row < got; ++row) text += (row == 0 ? "(" : ",\n(") + values_text(row) + ")";
    script_.add(text + ";\n");
  }

  std::string values_text(std::size_t row) const {
    std::string text;
    for (std::size_t column = 0; column < batch_.size(); ++column) {
      if (is_drawn(definition_.columns[column])) continue;
      const ColumnBatch& values = batch_[column];
      if (!text.empty()) text += ',';
      if (values.is_null(row)) {
        text += "NULL";
        continue;
      }
      const std::string value = print_value(values.type(), values.value(row));
      text += is_bytes(values.type()) ? fmt::format("x'{}'", value) : literal(value);
    }
    return text;
  }

  /// The table and its indexes as they stand, in the place of what was noted before.
  void look(const std::string& step) {
    const std::string table = literal(definition_.name);
    script_.add(fmt::format(
        "ANALYZE TABLE {0};\n"
        "DELETE FROM keycost_real WHERE step = {1} AND (metric LIKE 'indexes.%' OR metric = 'file_size');\n"
        "INSERT INTO keycost_real SELECT {1}, CONCAT('indexes.', index_name, '.', stat_name), stat_value\n"
        "  FROM mysql.innodb_index_stats WHERE database_name = 'keycost_lab' AND table_name = {2}\n"
        "  AND stat_name IN ('size', 'n_leaf_pages');\n"
        "INSERT INTO keycost_real SELECT {1}, 'indexes.PRIMARY.clustered_index_size', clustered_index_size\n"
        "  FROM mysql.innodb_table_stats WHERE database_name = 'keycost_lab' AND table_name = {2};\n",
        name_text(definition_.name), literal(step), table));
    if (!is_plain_name(definition_.name)) return;
    script_.add(fmt::format(
        "INSERT INTO keycost_real SELECT {}, 'file_size', FILE_SIZE\n"
        "  FROM information_schema.{} WHERE NAME = 'keycost_lab/{}';\n",
        literal(step), is_mysql_ ? "INNODB_TABLESPACES" : "INNODB_SYS_TABLESPACES", definition_.name));
  }

  ScriptText& script_;
  std::size_t position_;
  const TableDefinition& definition_;
  const EngineDescription& engine_;
  bool is_mysql_;
  std::unique_ptr<RowSource> rows_;
  std::vector<ColumnBatch> batch_;
  StepNames names_;
};

std::string mariadb_header(const LabPlan& plan, std::uint64_t rows) {
  const bool is_mysql = plan.file.scenario.engine.starts_with("mysql");
  return fmt::format(
      "-- keycost lab: {0} on a real server, by keycost {1}\n"
      "--\n"
      "--   {2} < THIS_FILE > OUTPUT && keycost lab --verify OUTPUT\n"
      "--\n"
      "-- Needs      {3} with innodb_file_per_table and pages of 16 KB (the defaults)\n"
      "-- Role       CREATE and DROP on keycost_lab, SELECT on mysql.innodb_index_stats and "
      "innodb_table_stats, "
      "PROCESS\n"
      "-- Settings   none are changed but the session's own\n"
      "-- Does       creates the database keycost_lab (stops if there is one), inserts {4} into {5},\n"
      "--            drops the database. Not on a server that others are waiting for: redo is counted for "
      "the whole\n"
      "--            server\n"
      "-- Leaves     nothing; if it is cut off: DROP DATABASE keycost_lab\n"
      "-- Keys       the simulated ones, in this script; AUTO_INCREMENT where the scenario says identity\n\n",
      plan.file.name, KEYCOST_VERSION, is_mysql ? "mysql" : "mariadb",
      is_mysql ? "MySQL 8.0" : "MariaDB 10.11, which is what is simulated,", counted(rows, "row"),
      counted(plan.tables.size(), "table"));
}

std::string about_line(std::string_view name, const std::string& real, const std::string& simulated) {
  // A name for the first column, since the client prints names above a row unless it is told not to.
  return fmt::format("SELECT '{}' AS line, {}, {}, {};\n", lab_about_mark, literal(name), real, simulated);
}

std::string preamble(const LabPlan& plan) {
  std::string text =
      "CREATE DATABASE keycost_lab;\nUSE keycost_lab;\n"
      "SET NAMES utf8mb4, time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO';\n"
      "CREATE TEMPORARY TABLE keycost_real (step VARCHAR(200), metric VARCHAR(200), value DECIMAL(30, 4)) "
      "ENGINE=MEMORY CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n"
      "CREATE TEMPORARY TABLE keycost_simulated (position INT AUTO_INCREMENT PRIMARY KEY, step VARCHAR(200), "
      "metric "
      "VARCHAR(200), value DOUBLE) ENGINE=MEMORY CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n\n";
  text += about_line("scenario", "''", literal(plan.file.name));
  text += about_line("hash", "''", literal(plan.file.hash));
  text += about_line("engine", "''", literal(plan.file.scenario.engine));
  text += about_line("seed", "''", literal(fmt::format("{}", plan.seed)));
  text += about_line("rows", "''", plan.rows ? literal(fmt::format("{}", *plan.rows)) : "''");
  text += about_line("keys", "''", "'simulated'");
  text += about_line("server_version", "VERSION()", "''");
  text += about_line("innodb_page_size", "@@innodb_page_size", "16384");
  return text;
}

std::string mariadb_values(const LabTable& table) {
  if (table.figures.empty()) return "";
  std::string text = "INSERT INTO keycost_simulated (step, metric, value) VALUES\n";
  bool is_first = true;
  for (const LabFigure& figure : table.figures) {
    text += fmt::format("{}  ({}, {}, {})", is_first ? "" : ",\n", literal(figure.step),
                        literal(figure.metric), figure_text(figure.value));
    is_first = false;
  }
  return text + ";\n";
}

std::string told(const std::string& table) {
  return fmt::format(
      "SELECT '{}' AS line, {}, s.step, s.metric, r.value, s.value, '' FROM keycost_simulated AS s LEFT "
      "JOIN\n"
      "  (SELECT step, metric, SUM(value) AS value FROM keycost_real GROUP BY step, metric) AS r\n"
      "  ON r.step = s.step AND r.metric = s.metric ORDER BY s.position;\n",
      lab_figure_mark, literal(table));
}

}  // namespace

std::string write_mariadb_script(const LabPlan& plan, std::uint64_t bytes_max) {
  ScriptText script(bytes_max);
  script.add(mariadb_header(plan, rows_asked_for(plan.file.scenario.steps) * plan.tables.size()));
  script.add(preamble(plan));
  for (const LabTable& table : plan.tables) {
    const std::string& name = plan.file.scenario.tables[table.position].name;
    script.add(
        fmt::format("\n-- table {}\nDELETE FROM keycost_real;\nDELETE FROM keycost_simulated;\n", name));
    script.add(mariadb_values(table));
    MariadbTableWriter(plan, table.position, script).write(plan.file.scenario.steps);
    script.add(told(name) + fmt::format("DROP TABLE {};\n", name_text(name)));
  }
  script.add(fmt::format("\nDROP DATABASE keycost_lab;\nSELECT '{}' AS line, 'end';\n", lab_about_mark));
  return script.take();
}

}  // namespace keycost
