// The result for programs, in the layout that other tools rely on ("keycost-result/1"). Names come from
// the engine's metrics, in their order. Nothing in it depends on when, where or on how many cores it was
// made.
#include <cmath>

#include <nlohmann/json.hpp>

#include "sim/engine.hpp"
#include "src/report/json_tables.hpp"
#include "src/report/kinds.hpp"
#include "src/report/replicated.hpp"

namespace keycost {

using Json = nlohmann::ordered_json;

namespace {

Json number(double value) {
  if (!std::isfinite(value)) return nullptr;  // an open end, or a percentage of nothing
  constexpr double whole_max = 9007199254740992.0;
  const double whole = std::trunc(value);
  if (whole == value && std::abs(value) < whole_max) return static_cast<std::int64_t>(whole);
  return value;
}

/// Percentages and averages keep their decimal point ("90.0"), so that readers see one type.
Json metric_value(const MetricValue& value) {
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return *count;
  const auto* percentage = std::get_if<double>(&value);
  if (percentage == nullptr || !std::isfinite(*percentage)) return nullptr;
  return *percentage;
}

/// Sets object["wal"]["bytes"] for the path "wal.bytes".
void set_at_path(Json& object, std::string_view path, Json value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    object[std::string(path)] = std::move(value);
  } else {
    set_at_path(object[std::string(path.substr(0, dot))], path.substr(dot + 1), std::move(value));
  }
}

template <class Metrics, class Subject>
void set_metrics(Json& object, const Metrics& metrics, const Subject& subject) {
  for (const auto& metric : metrics) {
    const MetricValue value = metric.read(subject);
    if (metric.only_where_known && std::holds_alternative<std::monostate>(value)) continue;
    set_at_path(object, metric.path, metric_value(value));
  }
}

Json round_object(const MetricSet& metrics, const StepResult& step) {
  Json object = Json::object();
  set_metrics(object, metrics.step, step);
  if (!metrics.wal_type.empty()) {
    Json& by_type = object["wal"]["by_type"] = Json::object();
    for (const WalTypeUsage& usage : step.wal.by_type)
      set_metrics(by_type[usage.type], metrics.wal_type, usage);
  }
  for (const CostViewDescription& view : cost_views()) {
    if (metrics.cost.empty() || (view.view == CostView::per_day && step.rows_per_second == 0)) continue;
    Json& viewed = object[std::string(view.name)] = Json::object();
    for (const CostMetric& metric : metrics.cost)
      set_at_path(viewed, metric.path, metric_value(read_cost(metric, step.cost(), view.view, step)));
  }
  Json& indexes = object["indexes"] = Json::object();
  for (const auto& [name, index] : step.indexes) set_metrics(indexes[name], metrics.index, index);
  if (!metrics.cost.empty()) {
    Json& by_relation = object["by_relation"] = Json::object();
    for (const auto& [name, cost] : step.by_relation) set_metrics(by_relation[name], metrics.cost, cost);
  }
  return object;
}

Json step_object(const MetricSet& metrics, const StepResult& step) {
  Json object = round_object(metrics, step);
  Json& each = object["each"] = Json::array();
  for (const StepResult& round : step.each) each.push_back(round_object(metrics, round));
  return object;
}

}  // namespace

Json tables_json(const ScenarioResult& result) {
  Json tables = Json::object();
  const MetricSet& metrics = metrics_of(result.engine);
  for (const TableResult& table : result.tables) {
    Json& steps = tables[table.name]["steps"] = Json::object();
    for (const StepResult& step : table.steps) steps[step.name] = step_object(metrics, step);
  }
  return tables;
}

namespace {

Json spread_object(const Spread& spread) {
  return {{"mean", number(spread.mean)},
          {"sd", number(spread.sd)},
          {"min", number(spread.minimum)},
          {"max", number(spread.maximum)}};
}

/// As round_object(), with a spread in the place of each value.
Json replicated_object(const MetricSet& metrics, const std::vector<const StepResult*>& steps) {
  Json object = Json::object();
  const auto place = [&](const ReplicatedMetric& metric) -> Json& {
    if (metric.scope == MetricScope::wal_type) return object["wal"]["by_type"][metric.detail];
    return metric.scope == MetricScope::index ? object["indexes"][metric.detail] : object;
  };
  visit_replicated(metrics, steps, [&](const ReplicatedMetric& metric) {
    set_at_path(place(metric), metric.metric->path,
                metric.spread ? spread_object(*metric.spread) : Json(nullptr));
  });
  return object;
}

Json replicates_object(const ScenarioResult& result) {
  Json object = {{"seeds", Json::array()}, {"tables", Json::object()}};
  for (const Replicate& replicate : result.replicates) object["seeds"].push_back(replicate.seed);
  const MetricSet& metrics = metrics_of(result.engine);
  for (std::size_t table = 0; table < result.tables.size(); ++table) {
    Json& steps = object["tables"][result.tables[table].name]["steps"] = Json::object();
    for (std::size_t step = 0; step < result.tables[table].steps.size(); ++step) {
      const std::vector<const StepResult*> replicated = replicated_step(result, table, step);
      Json& shown = steps[replicated.front()->name] = replicated_object(metrics, replicated);
      Json& each = shown["each"] = Json::array();
      for (std::size_t round = 0; round < replicated.front()->each.size(); ++round)
        each.push_back(replicated_object(metrics, replicated_round(replicated, round)));
    }
  }
  return object;
}

void add_reasons(Json& object, const Expectation& expectation) {
  const Statement& stated = expectation.stated;
  if (stated.number) object["stated"] = number(*stated.number);
  if (!stated.words.empty()) object["stated_as"] = stated.words;
  if (expectation.contradicts()) object["contradicts"] = stated.contradicts;
  if (!expectation.because.empty()) object["because"] = expectation.because;
  if (!expectation.source.empty()) object["source"] = expectation.source;
}

Json verdict_object(const Verdict& verdict) {
  constexpr const char* outcomes[] = {"held", "failed", "missing"};
  Json object = {{"expression", verdict.expectation->value.text()},
                 {"outcome", outcomes[static_cast<std::size_t>(verdict.outcome)]},
                 {"value", verdict.value ? number(*verdict.value) : Json(nullptr)},
                 {"lowest", number(verdict.lowest)},
                 {"highest", number(verdict.highest)},
                 {"margin", verdict.value ? number(verdict.margin) : Json(nullptr)}};
  if (!verdict.missing.empty()) object["missing"] = verdict.missing;
  if (verdict.spread) {
    object["replicates"] = spread_object(*verdict.spread);
    object["replicates"]["count"] = verdict.spread->count;
  }
  if (verdict.seed) object["seed"] = *verdict.seed;
  add_reasons(object, *verdict.expectation);
  return object;
}

Json expect_list(const ScenarioReport& report) {
  Json list = Json::array();
  for (const Verdict& verdict : report.verdicts) list.push_back(verdict_object(verdict));
  for (const SkippedExpectation& skipped : report.skipped) {
    Json object = {{"expression", skipped.expectation->value.text()},
                   {"outcome", "skipped"},
                   {"skipped", skipped.reason}};
    add_reasons(object, *skipped.expectation);
    list.push_back(std::move(object));
  }
  return list;
}

/// Places in the file, but not the file's path: that would differ from folder to folder.
Json problem_list(const ScenarioReport& report) {
  Json list = Json::array();
  for (const Problem& problem : report.problems) {
    list.push_back({{"line", problem.position.line},
                    {"column", problem.position.column},
                    {"pointer", problem.position.pointer},
                    {"message", problem.message}});
  }
  return list;
}

Json document(const ScenarioReport& report) {
  Json object = {{"format", "keycost-result/1"}, {"version", KEYCOST_VERSION}};
  if (report.scenario) {
    object["engine"] = report.scenario->scenario.engine;
    object["seed"] = report.problems.empty() ? report.result.seed : report.scenario->scenario.seed;
    object["scenario"] = {
        {"name", report.scenario->name}, {"title", report.scenario->title}, {"hash", report.scenario->hash}};
  } else {
    object["scenario"] = {{"name", report.name()}};
  }
  if (!report.problems.empty()) {
    object["problems"] = problem_list(report);
    return object;
  }
  object["tables"] = tables_json(report.result);
  if (!report.result.replicates.empty()) object["replicates"] = replicates_object(report.result);
  object["expect"] = expect_list(report);
  return object;
}

}  // namespace

std::string write_json_report(std::span<const ScenarioReport> reports, const ReportStyle&) {
  Json whole = Json::array();
  for (const ScenarioReport& report : reports) whole.push_back(document(report));
  const Json& shown = reports.size() == 1 ? whole[0] : whole;
  return shown.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace keycost
