#include "src/lab/plan.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/reported_steps.hpp"
#include "src/command/exit_status.hpp"
#include "src/command/scenario_run.hpp"
#include "src/execute/file_problem.hpp"
#include "src/report/metric_walk.hpp"

namespace keycost {

namespace {

/// So many seeds tell the mean and the deviation that random keys of the server's own are held against.
constexpr std::size_t seeds_of_a_band = 10;

std::uint64_t cut(std::uint64_t rows, std::uint64_t rows_max, std::uint64_t rows_asked) {
  const long double share = static_cast<long double>(rows_max) / static_cast<long double>(rows_asked);
  const auto kept = static_cast<std::uint64_t>(static_cast<long double>(rows) * share);
  return std::max<std::uint64_t>(1, kept);
}

void cut_steps(std::vector<Step>& steps, std::uint64_t rows_max, std::uint64_t rows_asked) {
  for (Step& step : steps) {
    if (auto* insert = std::get_if<InsertStep>(&step.action)) {
      insert->rows = cut(insert->rows, rows_max, rows_asked);
    } else if (auto* copy = std::get_if<CopyStep>(&step.action)) {
      copy->rows = cut(copy->rows, rows_max, rows_asked);
    } else if (auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      cut_steps(repeat->steps, rows_max, rows_asked);
    }
  }
}

/// A script is written for numbers of rows, so that of a step which asks for all must be known.
void require_numbers(const ScenarioFile& file) {
  if (rows_asked_for(file.scenario.steps) != all_remaining_rows) return;
  throw ScenarioInvalid({file_problem(
      file.path,
      "lab: a step inserts \"all\" rows; a script needs their number: write it in the step's \"rows\"")});
}

void refuse_steps(const ScenarioFile& file, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) refuse_steps(file, repeat->steps);
    const bool restarts = std::holds_alternative<RestartStep>(step.action);
    if (restarts || std::holds_alternative<PrewarmStep>(step.action)) {
      throw ScenarioInvalid({file_problem(
          file.path,
          fmt::format("lab: no script can take the step \"{}\", since a session cannot {}; leave it out",
                      restarts ? "restart" : "prewarm",
                      restarts ? "restart its server" : "know what else is in the server's buffers"))});
    }
  }
}

const StepValues* values_of(const Step& step) {
  if (const auto* insert = std::get_if<InsertStep>(&step.action)) return &insert->values;
  const auto* copy = std::get_if<CopyStep>(&step.action);
  return copy == nullptr ? nullptr : &copy->values;
}

bool is_build(const Step& step) {
  return std::holds_alternative<CreateIndexStep>(step.action) ||
         std::holds_alternative<RebuildStep>(step.action);
}

bool begins_with_one_of(const std::string& metric, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return metric.starts_with(beginning); });
}

/// What a psql script asks its server for: not who of the relations caused it, nor what the checkpointer did.
bool postgresql_tells(const std::string& metric, const Step& step) {
  if (contains_copy(step) && metric.starts_with("buffers.")) return false;
  if (is_build(step)) return begins_with_one_of(metric, {"heap.", "indexes.", "wal.by_type.XLOG/FPI."});
  return begins_with_one_of(metric,
                            {"rows", "conflicts", "rolled_back", "wal.", "buffers.", "heap.", "indexes."});
}

/// What InnoDB's tables of statistics and its counters have: pages above the leaves and averages are in none.
bool innodb_tells(const std::string& metric, const Step& step) {
  if (metric.starts_with("indexes.")) {
    const std::string name = metric.substr(metric.rfind('.') + 1);
    return name == "n_leaf_pages" || name == "size" || name == "clustered_index_size";
  }
  return metric == "file_size" || (!is_build(step) && (metric == "rows" || metric == "redo.bytes"));
}

bool is_asked(const std::string& metric, const Step& step, bool is_postgresql) {
  if (std::holds_alternative<ReadStep>(step.action) || metric.find(".theory.") != std::string::npos)
    return false;
  return is_postgresql ? postgresql_tells(metric, step) : innodb_tells(metric, step);
}

std::vector<LabFigure> figures_of(const Scenario& scenario, const TableResult& result) {
  const std::vector<ReportedStep> reported = reported_steps(scenario.steps);
  const bool is_postgresql = scenario.engine.starts_with("postgresql");
  std::vector<LabFigure> figures;
  for (const StepResult& step : result.steps) {
    const auto found = std::ranges::find(reported, step.name, &ReportedStep::name);
    visit_metrics(metrics_of(scenario.engine), step,
                  [&](const std::string& path, const std::string&, const MetricValue& value) {
                    if (found == reported.end() || !is_asked(path, *found->step, is_postgresql)) return;
                    if (const std::optional<double> number = number_of(value))
                      figures.push_back({step.name, path, *number, {}});
                  });
  }
  return figures;
}

/// The mean over seeds, where keys are the server's own.
void spread_figures(const Scenario& scenario, const ScenarioResult& result, std::size_t table,
                    std::vector<LabFigure>& figures) {
  std::vector<std::vector<LabFigure>> others;
  for (const Replicate& replicate : result.replicates)
    others.push_back(figures_of(scenario, replicate.tables[table]));
  for (LabFigure& figure : figures) {
    std::vector<double> values;
    for (const std::vector<LabFigure>& other : others) {
      const auto same = std::ranges::find_if(other, [&](const LabFigure& one) {
        return one.step == figure.step && one.metric == figure.metric;
      });
      values.push_back(same == other.end() ? 0 : same->value);
    }
    if (values.empty()) continue;
    const Spread spread = spread_of(values);
    figure.value = spread.mean;
    if (spread.sd > 0) figure.sd = spread.sd;
  }
}

void require_known_engine(const ScenarioFile& file) {
  const std::string& engine = file.scenario.engine;
  if (engine.starts_with("postgresql") || engine.starts_with("mariadb") || engine.starts_with("mysql"))
    return;
  throw ScenarioInvalid(
      {file_problem(file.path, fmt::format("lab: there is no script for engine {}", engine))});
}

}  // namespace

bool contains_copy(const Step& step) {
  const auto* repeat = std::get_if<RepeatStep>(&step.action);
  if (repeat != nullptr) return std::ranges::any_of(repeat->steps, contains_copy);
  return std::holds_alternative<CopyStep>(step.action);
}

bool is_switched(const std::vector<Step>& steps, std::size_t table, std::size_t column) {
  return std::ranges::any_of(steps, [&](const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action))
      return is_switched(repeat->steps, table, column);
    const StepValues* values = values_of(step);
    return values != nullptr && table < values->size() &&
           std::ranges::any_of((*values)[table],
                               [&](const ColumnSwitch& one) { return one.column == column; });
  });
}

bool is_made_by_server(const LabPlan& plan, std::size_t table, std::size_t column) {
  if (plan.keys != LabKeys::server || !plan.file.scenario.engine.starts_with("postgresql")) return false;
  const ColumnDefinition& definition = plan.file.scenario.tables[table].columns[column];
  if (!definition.values || definition.type != SqlType::uuid) return false;
  const std::vector<Step>& steps = plan.file.scenario.steps;
  const bool is_copied = std::ranges::any_of(steps, contains_copy);
  if (is_switched(steps, table, column) || is_copied) return false;
  return definition.values->stream == "uuidv4" || definition.values->stream == "uuidv7";
}

LabPlan plan_lab(const LabRequest& request) {
  const LoadedScenario loaded = load_for_run(request.scenario, request.tables);
  LabPlan plan{std::move(*loaded.scenario), 0, request.keys.value_or(LabKeys::simulated), request.rows, {}};
  require_known_engine(plan.file);
  if (request.for_script || request.rows) require_numbers(plan.file);
  refuse_steps(plan.file, plan.file.scenario.steps);
  const std::uint64_t rows_asked = rows_asked_for(plan.file.scenario.steps);
  if (request.rows && *request.rows < rows_asked)
    cut_steps(plan.file.scenario.steps, *request.rows, rows_asked);
  plan.seed = request.seed.value_or(plan.file.scenario.seed);

  bool has_own_keys = false;
  for (std::size_t table = 0; table < plan.file.scenario.tables.size(); ++table) {
    const TableDefinition& definition = plan.file.scenario.tables[table];
    if (!request.tables.empty() && std::ranges::find(request.tables, definition.name) == request.tables.end())
      continue;
    LabTable one{table, false, {}};
    for (std::size_t column = 0; column < definition.columns.size(); ++column) {
      one.has_own_keys |=
          is_made_by_server(plan, table, column) && definition.columns[column].values->stream == "uuidv4";
    }
    has_own_keys |= one.has_own_keys;
    plan.tables.push_back(std::move(one));
  }

  ExecuteOptions execution;
  execution.seed = plan.seed;
  execution.tables = request.tables;
  execution.replicates = has_own_keys ? seeds_of_a_band : 1;
  const ScenarioResult result = execute(plan.file, execution);
  for (std::size_t table = 0; table < plan.tables.size(); ++table) {
    plan.tables[table].figures = figures_of(plan.file.scenario, result.tables[table]);
    if (plan.tables[table].has_own_keys)
      spread_figures(plan.file.scenario, result, table, plan.tables[table].figures);
  }
  return plan;
}

}  // namespace keycost
