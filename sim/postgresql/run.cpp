#include "sim/postgresql/run.hpp"

#include "sim/postgresql/fast/run.hpp"
#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/server.hpp"
#include "sim/postgresql/server_steps.hpp"
#include "sim/postgresql/settings.hpp"
#include "sim/reading/observed_steps.hpp"
#include "sim/reading/postgresql_watch.hpp"

namespace keycost::postgresql {

namespace {

class Run : public ServerSteps<Server> {
 public:
  Run(const Scenario& scenario, const TableDefinition& table, RowSource& rows, const RunOptions& options)
      : ServerSteps(scenario, table, read_settings(scenario.settings), table, scenario.rows_per_second,
                    options.postgresql_observer),
        rows_(rows),
        options_(options) {}

  TableRun finish() {
    if (options_.postgresql_observer != nullptr) options_.postgresql_observer->run_ends();
    server_.check();
    TableRun run{take_result(), {}};
    if (options_.keep_pages || options_.keep_page_images) run.pages = server_.pages(options_);
    if (options_.keep_pages) run.buffers = server_.buffers();
    return run;
  }

 private:
  StepResult perform(const Step& step) override {
    Observer* const observer = options_.postgresql_observer;
    if (observer != nullptr) observer->step_begins(step);
    StepResult cost = measure([&] { act(step); });
    if (observer != nullptr) observer->step_ends(step);
    return cost;
  }

  void act(const Step& step) {
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      const std::uint64_t before = server_.rows();
      check_rows_were_left(before, server_.insert(rows_, *insert, options_), insert->rows);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      const std::uint64_t before = server_.rows();
      check_rows_were_left(before, server_.copy(rows_, copy->rows, options_), copy->rows);
    } else if (std::holds_alternative<CheckpointStep>(step.action)) {
      server_.checkpoint();
    } else if (const auto* create = std::get_if<CreateIndexStep>(&step.action)) {
      server_.create_index(create->indexes[table_position()], options_);
    } else if (std::holds_alternative<RebuildStep>(step.action)) {
      server_.rebuild(options_);
    } else if (const auto* restart = std::get_if<RestartStep>(&step.action)) {
      server_.restart(*restart);
    } else if (std::holds_alternative<PrewarmStep>(step.action)) {
      server_.prewarm();
    }
  }

  RowSource& rows_;
  const RunOptions& options_;
};

}  // namespace

namespace {

TableRun run_every_page(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                        const RunOptions& options) {
  reading::PostgresqlWatch watch(scenario, options.postgresql_observer);
  const bool is_watched = reading::asks_for_more(scenario);
  RunOptions watched = options;
  if (is_watched) watched.postgresql_observer = &watch;
  Run run(scenario, table, rows, watched);
  run.execute(scenario.steps);
  TableRun finished = run.finish();
  if (is_watched) reading::set_observed(scenario, table, watch.take_executions(), finished.result);
  return finished;
}

}  // namespace

// Pages are asked for with what the pool holds, buffer by buffer, which only the plain path knows.
TableRun run_table(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                   const RunOptions& options) {
  if (options.keep_pages || fast::obstacle(scenario, table, options))
    return run_every_page(scenario, table, rows, options);
  if (!fast::needs_rows(table)) {
    if (auto run = fast::try_run(scenario, table, options)) return std::move(*run);
    return run_every_page(scenario, table, rows, options);
  }
  const keycost::fast::RememberedRows remembered(table, rows, rows_asked_for(scenario.steps), options);
  if (auto run = fast::try_run(scenario, table, remembered, options)) return std::move(*run);
  return run_every_page(scenario, table, *remembered.again(), options);
}

}  // namespace keycost::postgresql
