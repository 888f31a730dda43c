// A scenario as a psql script. Steps become calls of the procedures in postgresql_procedures.cpp, within one
// DO block from one COPY's data to the next: only there can a script's session loop and commit.
#include <algorithm>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "src/decode/size_text.hpp"
#include "src/execute/interrupt.hpp"
#include "src/lab/postgresql_procedures.hpp"
#include "src/lab/postgresql_table.hpp"
#include "src/lab/script.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

std::uint64_t checkpoints_of(const std::vector<Step>& steps) {
  std::uint64_t count = 0;
  for (const Step& step : steps) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      count += repeat->times * checkpoints_of(repeat->steps);
    } else if (std::holds_alternative<CheckpointStep>(step.action)) {
      ++count;
    }
  }
  return count;
}

std::string array_of(const ReportedNames& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + sql_literal(name);
  return fmt::format("ARRAY[{}]::text[]", text);
}

/// Writes one table's part of the script.
class PostgresqlTableWriter {
 public:
  PostgresqlTableWriter(const LabPlan& plan, std::size_t table, ScriptText& script)
      : script_(script), position_(table), table_(plan, table), rows_(open_lab_rows(plan, table)) {
    for (const ColumnDefinition& column : plan.file.scenario.tables[table].columns)
      batch_.emplace_back(column.type);
  }

  void write(const std::vector<Step>& steps) {
    script_.add(table_.create_table());
    if (table_.has_data()) script_.add(table_.create_feed());
    for (const Step& step : steps) write_step(step, {}, true, 0);
    close_block();
    if (table_.has_data()) script_.add("DROP TABLE pg_temp.keycost_feed;\n");
  }

 private:
  /// Steps gather in a block until data or the end comes.
  void line(std::size_t depth, std::string_view text) {
    block_.append(2 + 2 * depth, ' ');
    block_ += text;
    block_ += '\n';
  }

  void write_step(const Step& step, const ReportedNames& outer, bool at_top, std::size_t depth) {
    const std::string name = names_.name_of(step, at_top);
    const ReportedNames names = with_name(outer, name);
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      write_insert(*insert, names, depth);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      write_copy(*copy, names);
    } else if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      write_repeat(*repeat, step, names, name, depth);
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      write_build(table_.create_index(create->indexes[position_]), name, depth);
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      write_build("REINDEX TABLE " + table_.name(), name, depth);
    } else if (std::holds_alternative<CheckpointStep>(step.action)) {
      line(depth, "CHECKPOINT;");
    }
  }

  void write_insert(const InsertStep& insert, const ReportedNames& names, std::size_t depth) {
    const std::uint64_t commit_every = insert.commit_every == 0 ? insert.rows : insert.commit_every;
    line(depth, fmt::format("CALL keycost_lab.run_insert(next_row, {}, {}, {}, {}, {}, {});", array_of(names),
                            table_.regclass(), insert.rows, commit_every, insert.rollback_every,
                            table_.insert_parts(insert)));
    feed_rows_ += insert.rows * executions_;
  }

  /// Only what is reported by itself is looked at: a build inside a repeat costs the repeat nothing.
  void write_build(const std::string& statement, const std::string& name, std::size_t depth) {
    line(depth, fmt::format("CALL keycost_lab.run_build({}, {}, {});", array_of(with_name({}, name)),
                            table_.regclass(), sql_literal(statement)));
  }

  void write_copy(const CopyStep& copy, const ReportedNames& names) {
    close_block();
    script_.add(fmt::format("CALL keycost_lab.before_copy({}, {});\n", table_.regclass(),
                            table_.insert_parts(InsertStep{})));
    script_.add(table_.copy_into_table());
    add_data(copy.rows, true);
    script_.add(fmt::format("CALL keycost_lab.after_copy({}, {}, {});\n", array_of(names), table_.regclass(),
                            copy.rows));
    copied_.insert(copied_.end(), names.begin(), names.end());
  }

  /// A loop; or, since data stands at the script's top only, one round after the other.
  void write_repeat(const RepeatStep& repeat, const Step& step, const ReportedNames& names,
                    const std::string& name, std::size_t depth) {
    if (contains_copy(step)) {
      for (std::uint64_t round = 0; round < repeat.times; ++round)
        for (const Step& inner : repeat.steps) write_step(inner, names, false, depth);
    } else {
      executions_ *= repeat.times;
      line(depth, fmt::format("FOR round IN 1..{} LOOP", repeat.times));
      for (const Step& inner : repeat.steps) write_step(inner, names, false, depth + 1);
      line(depth, "END LOOP;");
      executions_ /= repeat.times;
    }
    if (!name.empty())
      line(depth, fmt::format("CALL keycost_lab.look({}, {});", array_of({name}), table_.regclass()));
  }

  void close_block() {
    if (!block_.empty()) {
      if (table_.has_data()) {
        script_.add("TRUNCATE pg_temp.keycost_feed RESTART IDENTITY;\n" + table_.copy_into_feed());
        add_data(feed_rows_, false);
        script_.add("ANALYZE pg_temp.keycost_feed;\n");
        first_row_ = 1;
      }
      script_.add(fmt::format(
          "DO $keycost_steps$\nDECLARE\n  next_row bigint := {};\nBEGIN\n{}END $keycost_steps$;\n",
          first_row_, block_));
      first_row_ += feed_rows_;
      block_.clear();
      feed_rows_ = 0;
    }
    if (copied_.empty()) return;
    script_.add(fmt::format("SELECT keycost_lab.count_from_log({});\n", array_of(copied_)));
    copied_.clear();
  }

  void add_data(std::uint64_t count, bool for_table) {
    constexpr std::uint64_t batch_rows = 4096;
    while (count > 0) {
      stop_if_interrupted();
      const auto wanted = static_cast<std::size_t>(std::min(count, batch_rows));
      const std::size_t got = rows_->next(wanted, batch_);
      std::string lines;
      for (std::size_t row = 0; row < got; ++row) table_.add_line(lines, batch_, row, for_table);
      script_.add(lines);
      if (got < wanted) break;
      count -= got;
    }
    script_.add("\\.\n");
  }

  ScriptText& script_;
  std::size_t position_;
  PostgresqlLabTable table_;
  std::unique_ptr<RowSource> rows_;
  std::vector<ColumnBatch> batch_;
  StepNames names_;
  std::string block_;
  std::uint64_t feed_rows_ = 0;   ///< that the block inserts
  std::uint64_t first_row_ = 1;   ///< of the block
  std::uint64_t executions_ = 1;  ///< of the step that is being written, within its repeats
  ReportedNames copied_;          ///< steps with COPY in them since the last block
};

std::string keys_text(const LabPlan& plan) {
  if (plan.keys == LabKeys::simulated)
    return "the simulated ones, in this script: every figure must come out as simulated";
  return "made by the server where it has the generator (gen_random_uuid(), uuidv7()): random keys are other "
         "ones\n"
         "--             than the simulated, which are the mean over ten seeds then, with their standard "
         "deviation";
}

std::string postgresql_header(const LabPlan& plan, std::uint64_t rows) {
  const std::uint64_t checkpoints = checkpoints_of(plan.file.scenario.steps) * plan.tables.size();
  std::string text = fmt::format(
      "-- keycost lab: {} on a real server, by keycost {}\n"
      "--\n"
      "--   psql -X -f THIS_FILE DATABASE > OUTPUT && keycost lab --verify OUTPUT\n"
      "--\n"
      "-- Needs      PostgreSQL 14 or later (18 is what is simulated; uuidv7() is there since 18), with the "
      "extensions\n"
      "--            pgstattuple and, for the log by record type, pg_walinspect (15 or later) at hand\n"
      "-- Role       a superuser; or one that may create schemas and has the extensions installed already, "
      "with\n"
      "--            pg_monitor, pg_checkpoint, pg_read_server_files and pg_stat_scan_tables\n"
      "-- Settings   none are changed but the session's own; the scenario assumes",
      plan.file.name, KEYCOST_VERSION);
  const EngineDescription& engine = *find_engine(plan.file.scenario.engine);
  for (const std::string_view name :
       {"shared_buffers", "full_page_writes", "data_checksums", "wal_log_hints", "wal_compression"}) {
    const OptionValue& value = plan.file.scenario.settings.value(engine.settings, name);
    std::string words;
    if (const bool* flag = std::get_if<bool>(&value)) words = *flag ? "on" : "off";
    if (const auto* size = std::get_if<std::int64_t>(&value)) words = print_size(*size);
    if (const auto* choice = std::get_if<std::string>(&value)) words = *choice;
    text += fmt::format("{} {} = {}", name == "shared_buffers" ? "" : ",", name, words);
  }
  text += fmt::format(
      ".\n--            No checkpoint should fall into a step: checkpoint_timeout and max_wal_size large "
      "enough\n"
      "-- Does       creates the schema keycost_lab (refuses if there is one), inserts {} into {},\n"
      "--            {}, drops the schema. Not on a server that others are waiting for\n"
      "-- Leaves     nothing; if it is cut off: DROP SCHEMA keycost_lab CASCADE\n"
      "-- Keys       {}\n",
      counted(rows, "row"), counted(plan.tables.size(), "table"), counted(checkpoints, "CHECKPOINT"),
      keys_text(plan));
  return text;
}

/// What was run and on what, for `--verify`.
std::string about(const LabPlan& plan) {
  const EngineDescription& engine = *find_engine(plan.file.scenario.engine);
  std::string text;
  const auto add = [&](std::string_view name, const std::string& real, const std::string& simulated) {
    text += fmt::format("SELECT keycost_lab.about({}, {}, {});\n", sql_literal(name), real, simulated);
  };
  add("scenario", "NULL", sql_literal(plan.file.name));
  add("hash", "NULL", sql_literal(plan.file.hash));
  add("engine", "NULL", sql_literal(plan.file.scenario.engine));
  add("seed", "NULL", sql_literal(fmt::format("{}", plan.seed)));
  add("rows", "NULL", plan.rows ? sql_literal(fmt::format("{}", *plan.rows)) : "NULL");
  add("keys", "NULL", plan.keys == LabKeys::server ? "'server'" : "'simulated'");
  for (const LabTable& table : plan.tables) {
    if (table.has_own_keys)
      add("own_keys", sql_literal(plan.file.scenario.tables[table.position].name), "NULL");
  }
  add("server_version", "current_setting('server_version')", "NULL");
  add("block_size", "current_setting('block_size')", "'8192'");
  const auto size = fmt::format(
      "{}", std::get<std::int64_t>(plan.file.scenario.settings.value(engine.settings, "shared_buffers")));
  add("shared_buffers", "pg_size_bytes(current_setting('shared_buffers'))::text", sql_literal(size));
  for (const std::string_view name : {"full_page_writes", "data_checksums", "wal_log_hints"}) {
    const bool is_on = std::get<bool>(plan.file.scenario.settings.value(engine.settings, name));
    add(name, fmt::format("current_setting('{}')", name), is_on ? "'on'" : "'off'");
  }
  add("wal_compression", "current_setting('wal_compression')",
      sql_literal(
          std::get<std::string>(plan.file.scenario.settings.value(engine.settings, "wal_compression"))));
  for (const std::string_view name :
       {"wal_level", "checkpoint_timeout", "max_wal_size", "bgwriter_lru_maxpages"})
    add(name, fmt::format("current_setting('{}')", name), "NULL");
  return text;
}

std::string postgresql_values(const LabTable& table) {
  std::string text = "INSERT INTO keycost_simulated (step, metric, value, sd) VALUES\n";
  bool is_first = true;
  for (const LabFigure& figure : table.figures) {
    text += fmt::format("{}  ({}, {}, {}, {})", is_first ? "" : ",\n", sql_literal(figure.step),
                        sql_literal(figure.metric), figure_text(figure.value),
                        figure.sd ? figure_text(*figure.sd) : "NULL");
    is_first = false;
  }
  return is_first ? "" : text + ";\n";
}

}  // namespace

std::string write_postgresql_script(const LabPlan& plan, std::uint64_t bytes_max) {
  const std::uint64_t rows = rows_asked_for(plan.file.scenario.steps);
  ScriptText script(bytes_max);
  script.add(postgresql_header(plan, rows * plan.tables.size()));
  script.add(postgresql_lab_procedures());
  const std::string& compression = std::get<std::string>(
      plan.file.scenario.settings.value(find_engine(plan.file.scenario.engine)->settings, "wal_compression"));
  script.add(fmt::format("SET wal_compression = '{}';\n", compression));
  script.add("\n" + about(plan));
  for (const LabTable& table : plan.tables) {
    const std::string& name = plan.file.scenario.tables[table.position].name;
    script.add(
        fmt::format("\n-- table {}\nTRUNCATE pg_temp.keycost_real, pg_temp.keycost_simulated;\n", name));
    script.add(postgresql_values(table));
    PostgresqlTableWriter(plan, table.position, script).write(plan.file.scenario.steps);
    script.add(fmt::format("SELECT keycost_lab.told({});\nDROP TABLE keycost_lab.{};\n", sql_literal(name),
                           sql_name(name)));
  }
  script.add("\nDROP SCHEMA keycost_lab CASCADE;\n");
  script.add(fmt::format("SELECT E'{}\\tend';\n", lab_about_mark));
  return script.take();
}

}  // namespace keycost
