#include "src/browser/lab.hpp"

#include <algorithm>
#include <exception>

#include <nlohmann/json.hpp>

#include "sim/engine.hpp"
#include "sim/postgresql/wal/record_type.hpp"
#include "src/command/exit_status.hpp"
#include "src/execute/prepared.hpp"
#include "src/report/kinds.hpp"
#include "src/report/quantities.hpp"
#include "src/verdict.hpp"

namespace keycost::browser {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t rows_between_tellings = 4096;

std::string written(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json problems_json(const Failure& failure) {
  Json list = Json::array();
  for (const Problem& problem : failure.problems) {
    list.push_back({{"line", problem.position.line},
                    {"column", problem.position.column},
                    {"pointer", problem.position.pointer},
                    {"message", problem.message},
                    {"text", problem.file.empty() ? problem.message : problem.text()}});
  }
  return {{"problems", list}};
}

ScenarioReport run_scenario(const std::string& path, const std::string& text, const PrepareTable& prepare,
                            const std::function<void(const ScenarioFile&)>& decoded) {
  ScenarioReport report;
  report.path = path;
  const auto file = std::make_shared<ScenarioFile>(decode_scenario(path, text));
  decoded(*file);
  report.scenario = file;
  ExecuteOptions options;
  options.threads = 1;
  options.shows_progress = false;
  report.result = execute_prepared(*file, options, prepare);
  report.verdicts = judge_all(*file, report.result);
  return report;
}

/// "wal.bytes" of a record type's usage, under the metrics' own names.
Json logged_json(const LoggedOfType& logged) {
  return {{"count", logged.count},
          {"record_size", logged.record_size},
          {"fpi", logged.fpi},
          {"fpi_size", logged.fpi_size},
          {"combined_size", logged.size()}};
}

/// By type's name, only those that occurred, as results have it.
Json by_type_json(const std::vector<LoggedOfType>& logged) {
  Json by_type = Json::object();
  for (std::size_t type = 0; type < logged.size(); ++type) {
    if (logged[type].count == 0) continue;
    by_type[std::string(record_type_name(static_cast<postgresql::RecordType>(type)))] =
        logged_json(logged[type]);
  }
  return by_type;
}

std::uint64_t redo_or_wal_bytes(const RecordedState& state) {
  return state.logged.empty() ? state.redo_bytes : state.logged_in_all().size();
}

/// Percent, or nothing where there is no leaf.
Json leaf_density(const Recording& recording, const RecordedState& state) {
  if (state.order.empty()) return nullptr;
  const auto usable = static_cast<double>(state.order.size() * recording.page_bytes());
  // The same arithmetic as the index's avg_leaf_density.
  return 100.0 - (usable - static_cast<double>(state.used_bytes)) / usable * 100.0;
}

Json leaves_json(const RecordedState& state, const Happened& happened) {
  Json pages = Json::array();
  Json used = Json::array();
  Json marks = Json::array();
  const auto has = [](const std::vector<std::uint32_t>& list, std::uint32_t page) {
    return std::find(list.begin(), list.end(), page) != list.end();
  };
  for (const std::uint32_t page : state.order) {
    const RecordedState::Leaf& leaf = state.leaves[page];
    unsigned mark = leaf.marks;
    if (page == state.newest) mark |= LeafMarks::newest;
    if (has(happened.splits, page)) mark |= LeafMarks::split;
    if (has(happened.images, page)) mark |= LeafMarks::touched;
    pages.push_back(page);
    used.push_back(leaf.used_bytes);
    marks.push_back(mark);
  }
  return {{"page", pages}, {"used_bytes", used}, {"marks", marks}};
}

std::string_view tick_kind_name(TickKind kind) {
  switch (kind) {
    case TickKind::start:
      return "start";
    case TickKind::row:
      return "row";
    case TickKind::step:
      return "step";
  }
  return "";
}

Json moment_json(const Recording& recording, const RecordedState& state, std::size_t number) {
  const Tick tick = recording.tick_at(number);
  const Happened happened = recording.happened(number);
  Json moment = {{"tick", number}, {"kind", tick_kind_name(tick.kind)}, {"rows", tick.rows}};
  if (tick.kind == TickKind::step) moment["step"] = recording.step_names()[tick.step];
  moment["splits"] = state.splits;
  moment["checkpoints"] = state.checkpoints;
  moment["dirty_pages"] = state.logged.empty() ? Json(nullptr) : Json(state.dirty_pages);
  moment["leaf_pages"] = state.order.size();
  moment["leaf_density"] = leaf_density(recording, state);
  moment["log_bytes"] = redo_or_wal_bytes(state);
  moment["logged"] = logged_json(state.logged_in_all());
  moment["by_type"] = by_type_json(state.logged);
  Json just = {{"splits", happened.splits},
               {"images", happened.images},
               {"checkpoint_ended", happened.checkpoint_ended},
               {"redo_bytes", happened.redo_bytes},
               {"by_type", by_type_json(happened.logged)}};
  moment["just"] = std::move(just);
  moment["leaves"] = leaves_json(state, happened);
  return moment;
}

/// What a report for people shows of each step.
Json quantities_json(const ScenarioReport& report) {
  Json tables = Json::array();
  for (const QuantityTable& table : quantity_tables(report)) {
    Json rows = Json::array();
    for (const QuantityTable::Row& row : table.rows)
      rows.push_back({{"label", row.label}, {"cells", row.cells}});
    tables.push_back({{"step", table.step}, {"columns", table.columns}, {"rows", std::move(rows)}});
  }
  return tables;
}

}  // namespace

std::string Lab::run(const std::string& path, const std::string& text, const Progress& progress) {
  recorded_.clear();
  reports_.clear();
  const bool* is_postgresql = nullptr;
  bool engine_is_postgresql = false;
  const PrepareTable prepare = [&](std::size_t table, RunOptions& run_options) {
    run_options.progress = [&progress, table, last = std::uint64_t{0}](std::uint64_t rows) mutable {
      if (rows < last + rows_between_tellings) return;
      last = rows;
      progress(table, rows);
    };
    if (is_postgresql == nullptr || table >= tables_recorded_max) return;
    Recorded& recorded = recorded_.emplace_back();
    if (*is_postgresql) {
      recorded.postgresql = std::make_unique<PostgresqlRecorder>();
      run_options.postgresql_observer = recorded.postgresql.get();
    } else {
      recorded.innodb = std::make_unique<InnodbRecorder>();
      run_options.innodb_observer = recorded.innodb.get();
    }
  };
  try {
    reports_.push_back(run_scenario(path, text, prepare, [&](const ScenarioFile& file) {
      engine_is_postgresql = file.scenario.engine == "postgresql-18";
      // Of engines without pages there is nothing to be recorded.
      if (find_engine(file.scenario.engine)->can_be_read) is_postgresql = &engine_is_postgresql;
    }));
  } catch (...) {
    recorded_.clear();
    return written(problems_json(describe_failure(std::current_exception(), path)));
  }
  Json tables = Json::array();
  for (std::size_t i = 0; i < recorded_.size(); ++i) {
    const Recording& recording = recorded_[i].recording();
    const TableResult& result = reports_.front().result.tables[i];
    Json steps = Json::array();
    for (const StepResult& step : result.steps) steps.push_back(step.name);
    tables.push_back({{"name", result.name},
                      {"steps", steps},
                      {"ticks", recording.ticks()},
                      {"rows", recording.tick_at(recording.ticks() - 1).rows},
                      {"leaf_usable_bytes", recording.page_bytes()},
                      {"has_records", recorded_[i].postgresql != nullptr},
                      {"split_ticks", recording.split_ticks()},
                      {"checkpoint_ticks", recording.checkpoint_ticks()}});
  }
  return written({{"engine", reports_.front().result.engine},
                  {"result", write_json_report(reports_, {})},
                  {"quantities", quantities_json(reports_.front())},
                  {"tables", tables}});
}

std::string Lab::report(const std::string& kind) const {
  const ReportKind* found = find_report_kind(kind);
  return found == nullptr || reports_.empty() ? "" : found->write(reports_, {});
}

std::string Lab::moment(std::size_t table, std::size_t tick) {
  if (table >= recorded_.size()) return "null";
  Recording& recording = recorded_[table].recording();
  const std::size_t number = std::min(tick, recording.ticks() - 1);
  return written(moment_json(recording, recording.go(number), number));
}

std::string Lab::series(std::size_t table, std::size_t points) {
  if (table >= recorded_.size()) return "null";
  Recording& recording = recorded_[table].recording();
  const std::size_t last = recording.ticks() - 1;
  const std::size_t count = std::max<std::size_t>(1, std::min(points, last + 1));
  Json series = Json::object();
  for (const char* name : {"tick", "rows", "leaf_pages", "leaf_density", "record_size", "fpi_size", "fpi",
                           "log_bytes", "dirty_pages"})
    series[name] = Json::array();
  for (std::size_t point = 0; point < count; ++point) {
    const std::size_t tick =
        count == 1 ? last : static_cast<std::size_t>(std::uint64_t{point} * last / (count - 1));
    const RecordedState& state = recording.go(tick);
    const LoggedOfType logged = state.logged_in_all();
    series["tick"].push_back(tick);
    series["rows"].push_back(recording.tick_at(tick).rows);
    series["leaf_pages"].push_back(state.order.size());
    series["leaf_density"].push_back(leaf_density(recording, state));
    series["record_size"].push_back(logged.record_size);
    series["fpi_size"].push_back(logged.fpi_size);
    series["fpi"].push_back(logged.fpi);
    series["log_bytes"].push_back(redo_or_wal_bytes(state));
    series["dirty_pages"].push_back(state.dirty_pages);
  }
  return written(series);
}

}  // namespace keycost::browser
