#include "src/execute.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/expected_run.hpp"
#include "src/decode/size_text.hpp"
#include "src/execute/file_problem.hpp"
#include "src/execute/interrupt.hpp"
#include "src/execute/memory.hpp"
#include "src/execute/one_table.hpp"
#include "src/execute/parallel.hpp"
#include "src/execute/prepared.hpp"
#include "src/execute/progress.hpp"
#include "src/execute/within_memory.hpp"
#include "src/replicates.hpp"
#include "src/standard_error.hpp"

namespace keycost {

namespace {

/// Another table, earlier in the scenario, has failed: this one's outcome will not be looked at.
struct Abandoned {};

/// One table from one seed.
struct TableTask {
  std::size_t table = 0;      ///< position in Scenario::tables
  std::size_t replicate = 0;  ///< position in Execution::scenarios_
  std::atomic<std::uint64_t> rows_done = 0;
  TableRun run;
  std::exception_ptr error;
};

/// Whether any of the rows that the steps ask of the table at `position` is another when they are drawn from
/// another seed.
bool rows_depend_on_seed(const Scenario& scenario, std::size_t position, std::uint64_t seed,
                         std::uint64_t other_seed) {
  const TableDefinition& table = scenario.tables[position];
  if (table.rows_from_file) return false;
  const std::uint64_t rows = rows_asked_for(scenario.steps);
  constexpr std::uint64_t batch_rows = 8192;
  std::vector<ColumnBatch> batch;
  for (const ColumnDefinition& column : table.columns) batch.emplace_back(column.type);
  std::vector<ColumnBatch> other_batch = batch;
  const std::unique_ptr<RowSource> source = make_stream_rows(scenario, position, seed);
  const std::unique_ptr<RowSource> other_source = make_stream_rows(scenario, position, other_seed);
  for (std::uint64_t done = 0; done < rows; done += batch_rows) {
    stop_if_interrupted();
    const std::size_t count = source->next(std::min(batch_rows, rows - done), batch);
    other_source->next(count, other_batch);
    for (std::size_t column = 0; column < batch.size(); ++column) {
      for (std::size_t row = 0; row < count; ++row) {
        const bool is_null = batch[column].is_null(row);
        if (is_null != other_batch[column].is_null(row)) return true;
        if (!is_null && !std::ranges::equal(batch[column].value(row), other_batch[column].value(row)))
          return true;
      }
    }
  }
  return false;
}

/// What theory expects is the same from every seed.
void add_expected_leaves(const Scenario& scenario, std::size_t table, std::size_t column,
                         ScenarioResult& result) {
  const std::optional<TableResult> expected = expected_leaves(scenario, table);
  if (!expected) return;
  set_expected_leaves(*expected, result.tables[column]);
  for (Replicate& replicate : result.replicates) set_expected_leaves(*expected, replicate.tables[column]);
}

/// What the replicates of one table have in common.
struct TableReplicates {
  std::once_flag compared;
  bool depends_on_seed = true;
};

/// One run of a scenario: tables, each once a replicate, are tasks that threads take in order.
class Execution {
 public:
  Execution(const ScenarioFile& file, const ExecuteOptions& options,
            std::optional<std::uint64_t> memory_available, PrepareTable prepare = {});
  ScenarioResult finish();

 private:
  void start_threads(std::size_t count, std::vector<std::thread>& threads);
  void work();
  void run_task(std::size_t position);
  bool repeats_the_first(const TableTask& task);
  std::vector<TableResult> take_tables(std::size_t replicate);
  void add_replicates(ScenarioResult& result);
  void wait_for_threads();
  void throw_first_error() const;
  std::uint64_t rows_done() const;

  const ScenarioFile& file_;
  const ExecuteOptions& options_;
  PrepareTable prepare_;
  std::vector<Scenario> scenarios_;               ///< one a replicate, each with its seed
  std::vector<std::size_t> tables_;               ///< positions of those asked for
  std::deque<TableReplicates> table_replicates_;  ///< one for each of the scenario's tables
  std::deque<TableTask> tasks_;                   ///< a deque, since an atomic cannot move
  std::size_t threads_max_ = 1;
  std::size_t threads_a_table_ = 1;  ///< where there are fewer tables than threads
  std::atomic<std::size_t> next_task_ = 0;
  std::atomic<std::size_t> first_failed_;
  std::mutex mutex_;
  std::condition_variable thread_ended_;
  std::size_t threads_running_ = 0;
};

Execution::Execution(const ScenarioFile& file, const ExecuteOptions& options,
                     std::optional<std::uint64_t> memory_available, PrepareTable prepare)
    : file_(file),
      options_(options),
      prepare_(std::move(prepare)),
      table_replicates_(file.scenario.tables.size()) {
  const std::uint64_t seed = options.seed.value_or(file.scenario.seed);
  for (std::size_t replicate = 0; replicate < options.replicates.value_or(file.replicates); ++replicate)
    scenarios_.emplace_back(file.scenario).seed = replicate_seed(seed, replicate);
  for (std::size_t table = 0; table < file.scenario.tables.size(); ++table) {
    const std::string& name = file.scenario.tables[table].name;
    const bool wanted =
        options.tables.empty() || std::ranges::find(options.tables, name) != options.tables.end();
    if (wanted) tables_.push_back(table);
  }
  for (std::size_t replicate = 0; replicate < scenarios_.size(); ++replicate) {
    for (const std::size_t table : tables_) {
      TableTask& task = tasks_.emplace_back();
      task.table = table;
      task.replicate = replicate;
    }
  }
  first_failed_ = tasks_.size();
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const bool keep_all = options.keep_pages || options.keep_page_images;
  const std::size_t threads = options.threads == 0 ? cores : options.threads;
  threads_max_ = tables_at_a_time(file, {tables_, scenarios_.size(), keep_all}, threads, memory_available);
  threads_a_table_ = std::max<std::size_t>(1, threads / std::max<std::size_t>(1, threads_max_));
}

ScenarioResult Execution::finish() {
  std::vector<std::thread> threads;
  start_threads(threads_max_, threads);
  if (threads.empty()) work();  // there are none to be had, as in a browser
  wait_for_threads();
  for (std::thread& thread : threads) thread.join();
  stop_if_interrupted();
  throw_first_error();
  ScenarioResult result{file_.scenario.engine, scenarios_.front().seed, {}, {}, {}};
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    TableRun& run = tasks_[table].run;
    if (!run.buffers.columns.empty()) run.pages.push_back(std::move(run.buffers));
    result.pages_by_table.push_back(std::move(run.pages));
  }
  result.tables = take_tables(0);
  if (scenarios_.size() > 1) add_replicates(result);
  for (std::size_t table = 0; table < tables_.size(); ++table)
    add_expected_leaves(scenarios_.front(), tables_[table], table, result);
  return result;
}

void Execution::add_replicates(ScenarioResult& result) {
  result.replicates.push_back({scenarios_.front().seed, result.tables});
  for (std::size_t replicate = 1; replicate < scenarios_.size(); ++replicate)
    result.replicates.push_back({scenarios_[replicate].seed, take_tables(replicate)});
  // What does not depend on the seed was simulated once.
  for (Replicate& replicate : result.replicates) {
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      if (replicate.tables[table].steps.empty()) replicate.tables[table] = result.tables[table];
    }
  }
}

std::vector<TableResult> Execution::take_tables(std::size_t replicate) {
  std::vector<TableResult> tables;
  for (std::size_t table = 0; table < tables_.size(); ++table)
    tables.push_back(std::move(tasks_[replicate * tables_.size() + table].run.result));
  return tables;
}

void Execution::start_threads(std::size_t count, std::vector<std::thread>& threads) {
  const std::lock_guard lock(mutex_);
  try {
    for (; threads_running_ < count; ++threads_running_) threads.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system has no more threads to give; those that run will do all the work.
  }
}

void Execution::work() {
  for (std::size_t position = next_task_++; position < tasks_.size(); position = next_task_++)
    run_task(position);
  const std::lock_guard lock(mutex_);
  if (threads_running_ > 0) --threads_running_;
  thread_ended_.notify_one();
}

/// So that each step can tell what it costs a day.
void tell_rate(std::vector<StepResult>& steps, double rows_per_second) {
  for (StepResult& step : steps) {
    step.rows_per_second = rows_per_second;
    tell_rate(step.each, rows_per_second);
  }
}

void Execution::run_task(std::size_t position) {
  TableTask& task = tasks_[position];
  RunOptions run_options;
  run_options.keep_pages = options_.keep_pages && task.replicate == 0;
  run_options.keep_page_images = options_.keep_page_images && task.replicate == 0;
  run_options.may_be_fast = options_.may_be_fast;
  run_options.threads = threads_a_table_;
  run_options.parallel = do_in_parallel;
  run_options.progress = [&, position](std::uint64_t rows) {
    task.rows_done.store(rows, std::memory_order_relaxed);
    stop_if_interrupted();
    if (first_failed_.load(std::memory_order_relaxed) < position) throw Abandoned{};
  };
  if (prepare_ && task.replicate == 0) prepare_(task.table, run_options);
  try {
    run_options.progress(0);
    if (repeats_the_first(task)) return;
    task.run = run_one_table(file_, scenarios_[task.replicate], task.table, run_options);
    tell_rate(task.run.result.steps, scenarios_.front().rows_per_second);
  } catch (...) {
    task.error = std::current_exception();
    // The smallest position wins: the error that is reported must not depend on which thread was faster.
    std::size_t failed = first_failed_;
    while (position < failed && !first_failed_.compare_exchange_weak(failed, position)) {
    }
  }
}

/// Whether a replicate's rows are those of the first: a sequence counts the same from any seed, and a file is
/// read once. All the chance there is lies in the rows.
bool Execution::repeats_the_first(const TableTask& task) {
  if (task.replicate == 0) return false;
  TableReplicates& shared = table_replicates_[task.table];
  std::call_once(shared.compared, [&] {
    shared.depends_on_seed =
        rows_depend_on_seed(file_.scenario, task.table, scenarios_[0].seed, scenarios_[1].seed);
  });
  return !shared.depends_on_seed;
}

void Execution::wait_for_threads() {
  std::optional<std::uint64_t> rows_total;
  const std::uint64_t rows_a_table = rows_asked_for(file_.scenario.steps);
  if (rows_a_table != all_remaining_rows) rows_total = rows_a_table * tasks_.size();
  ProgressLine line(file_.name, rows_total);
  std::unique_lock lock(mutex_);
  while (!thread_ended_.wait_for(lock, std::chrono::milliseconds(250),
                                 [this] { return threads_running_ == 0; })) {
    if (options_.shows_progress) line.show(rows_done());
  }
}

void Execution::throw_first_error() const {
  if (first_failed_ == tasks_.size()) return;
  std::rethrow_exception(tasks_[first_failed_].error);
}

std::uint64_t Execution::rows_done() const {
  std::uint64_t rows = 0;
  for (const TableTask& task : tasks_) rows += task.rows_done.load(std::memory_order_relaxed);
  return rows;
}

}  // namespace

ScenarioResult execute_within_memory(const ScenarioFile& scenario, const ExecuteOptions& options,
                                     std::optional<std::uint64_t> memory_limit_bytes) {
  return Execution(scenario, options, memory_limit_bytes ? memory_limit_bytes : available_memory_bytes())
      .finish();
}

ScenarioResult execute_prepared(const ScenarioFile& scenario, const ExecuteOptions& options,
                                const PrepareTable& prepare) {
  return Execution(scenario, options, available_memory_bytes(), prepare).finish();
}

ScenarioResult execute(const ScenarioFile& scenario, const ExecuteOptions& options) {
  return execute_within_memory(scenario, options, std::nullopt);
}

}  // namespace keycost
