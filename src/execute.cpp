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

#include <fmt/format.h>

#include "sim/engine.hpp"
#include "sim/error.hpp"
#include "src/decode/size_text.hpp"
#include "src/execute/file_problem.hpp"
#include "src/execute/interrupt.hpp"
#include "src/execute/memory.hpp"
#include "src/execute/progress.hpp"
#include "src/execute/within_memory.hpp"
#include "src/rows_file.hpp"
#include "src/standard_error.hpp"

namespace keycost {

namespace {

/// Another table, earlier in the scenario, has failed: this one's outcome will not be looked at.
struct Abandoned {};

struct TableTask {
  std::size_t table = 0;  ///< position in Scenario::tables
  std::atomic<std::uint64_t> rows_done = 0;
  TableRun run;
  std::exception_ptr error;
};

/// Looks for an interrupt before every batch: a pipe may keep us waiting for rows.
class InterruptibleRows : public RowSource {
 public:
  explicit InterruptibleRows(RowSource& rows) : rows_(rows) {}

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    stop_if_interrupted();
    const std::size_t count = rows_.next(rows_max, columns);
    stop_if_interrupted();
    return count;
  }

 private:
  RowSource& rows_;
};

std::string column_prefix(const RowRefused& refused) {
  return refused.column().empty() ? "" : fmt::format("column \"{}\": ", refused.column());
}

std::string row_words(const RowRefused& refused) {
  return refused.row_number() == 0 ? "" : fmt::format(", row {}", refused.row_number());
}

/// Rows that a key stream made are the scenario's fault.
[[noreturn]] void refuse_stream_row(const ScenarioFile& file, const TableDefinition& table,
                                    const RowRefused& refused) {
  throw ScenarioInvalid(
      {file_problem(file.path, fmt::format("table \"{}\"{}: {}{}", table.name, row_words(refused),
                                           column_prefix(refused), refused.what()))});
}

/// Rows that came from a file are the file's fault, and have a line there.
[[noreturn]] void refuse_file_row(const RowsFile& rows_file, const RowsFileSource& rows,
                                  const RowRefused& refused) {
  const std::uint64_t line = refused.row_number() == 0 ? 0 : rows.line_of_row(refused.row_number());
  const std::string row =
      line == 0 && refused.row_number() != 0 ? fmt::format("row {}: ", refused.row_number()) : "";
  Problem problem = file_problem(rows_file.path, row + column_prefix(refused) + refused.what());
  problem.position.line = line;
  throw InputOutputFailed(std::move(problem));
}

/// One run of a scenario: tables are tasks that threads take in order.
class Execution {
 public:
  Execution(const ScenarioFile& file, const ExecuteOptions& options,
            std::optional<std::uint64_t> memory_available);
  ScenarioResult finish();

 private:
  void start_threads(std::size_t count, std::vector<std::thread>& threads);
  void work();
  void run_task(std::size_t position);
  TableRun run_table(TableTask& task, const RunOptions& options);
  void wait_for_threads();
  void throw_first_error() const;
  std::uint64_t rows_done() const;

  const ScenarioFile& file_;
  const ExecuteOptions& options_;
  Scenario scenario_;  ///< with the seed that is asked for
  const EngineDescription* engine_;
  std::deque<TableTask> tasks_;  ///< a deque, since an atomic cannot move
  std::size_t threads_max_ = 1;
  std::atomic<std::size_t> next_task_ = 0;
  std::atomic<std::size_t> first_failed_;
  std::mutex mutex_;
  std::condition_variable thread_ended_;
  std::size_t threads_running_ = 0;
};

Execution::Execution(const ScenarioFile& file, const ExecuteOptions& options,
                     std::optional<std::uint64_t> memory_available)
    : file_(file), options_(options), scenario_(file.scenario), engine_(find_engine(scenario_.engine)) {
  require(engine_ != nullptr, "an engine's name is checked when a scenario is decoded");
  scenario_.seed = options.seed.value_or(scenario_.seed);
  std::vector<std::size_t> tables;
  for (std::size_t table = 0; table < scenario_.tables.size(); ++table) {
    const std::string& name = scenario_.tables[table].name;
    const bool wanted =
        options.tables.empty() || std::ranges::find(options.tables, name) != options.tables.end();
    if (!wanted) continue;
    tables.push_back(table);
    tasks_.emplace_back().table = table;
  }
  first_failed_ = tasks_.size();
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const bool keep_all = options.keep_pages || options.keep_page_images;
  threads_max_ = tables_at_a_time(file, tables, options.threads == 0 ? cores : options.threads, keep_all,
                                  memory_available);
}

ScenarioResult Execution::finish() {
  std::vector<std::thread> threads;
  start_threads(threads_max_, threads);
  wait_for_threads();
  for (std::thread& thread : threads) thread.join();
  stop_if_interrupted();
  throw_first_error();
  ScenarioResult result{scenario_.engine, scenario_.seed, {}, {}};
  for (TableTask& task : tasks_) {
    result.tables.push_back(std::move(task.run.result));
    result.pages_by_table.push_back(std::move(task.run.pages));
  }
  return result;
}

void Execution::start_threads(std::size_t count, std::vector<std::thread>& threads) {
  const std::lock_guard lock(mutex_);
  try {
    for (; threads_running_ < count; ++threads_running_) threads.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system has no more threads to give; those that run will do all the work.
    if (threads.empty())
      throw InputOutputFailed(file_problem(file_.path, "the system refuses to start a thread"));
  }
}

void Execution::work() {
  for (std::size_t position = next_task_++; position < tasks_.size(); position = next_task_++)
    run_task(position);
  const std::lock_guard lock(mutex_);
  --threads_running_;
  thread_ended_.notify_one();
}

void Execution::run_task(std::size_t position) {
  TableTask& task = tasks_[position];
  RunOptions run_options;
  run_options.keep_pages = options_.keep_pages;
  run_options.keep_page_images = options_.keep_page_images;
  run_options.progress = [&, position](std::uint64_t rows) {
    task.rows_done.store(rows, std::memory_order_relaxed);
    stop_if_interrupted();
    if (first_failed_.load(std::memory_order_relaxed) < position) throw Abandoned{};
  };
  try {
    run_options.progress(0);
    task.run = run_table(task, run_options);
  } catch (...) {
    task.error = std::current_exception();
    // The smallest position wins: the error that is reported must not depend on which thread was faster.
    std::size_t failed = first_failed_;
    while (position < failed && !first_failed_.compare_exchange_weak(failed, position)) {
    }
  }
}

TableRun Execution::run_table(TableTask& task, const RunOptions& options) {
  const TableDefinition& table = scenario_.tables[task.table];
  const auto rows_file = std::ranges::find(file_.rows_files, task.table, &RowsFile::table);
  if (rows_file != file_.rows_files.end()) {
    const std::unique_ptr<RowsFileSource> rows = open_rows_file(rows_file->path, table);
    InterruptibleRows interruptible(*rows);
    try {
      return engine_->run(scenario_, table, interruptible, options);
    } catch (const RowRefused& refused) {
      refuse_file_row(*rows_file, *rows, refused);
    }
  }
  const std::unique_ptr<RowSource> rows = make_stream_rows(table, scenario_.seed);
  try {
    return engine_->run(scenario_, table, *rows, options);
  } catch (const RowRefused& refused) {
    refuse_stream_row(file_, table, refused);
  }
}

void Execution::wait_for_threads() {
  std::optional<std::uint64_t> rows_total;
  const std::uint64_t rows_a_table = rows_asked_for(scenario_.steps);
  if (rows_a_table != all_remaining_rows) rows_total = rows_a_table * tasks_.size();
  ProgressLine line(file_.name, rows_total);
  std::unique_lock lock(mutex_);
  while (!thread_ended_.wait_for(lock, std::chrono::milliseconds(250),
                                 [this] { return threads_running_ == 0; })) {
    line.show(rows_done());
  }
}

void Execution::throw_first_error() const {
  if (first_failed_ == tasks_.size()) return;
  const TableTask& task = tasks_[first_failed_];
  try {
    std::rethrow_exception(task.error);
  } catch (const NotModelled& refused) {
    const std::string& table = scenario_.tables[task.table].name;
    throw ScenarioInvalid({file_problem(file_.path, fmt::format("table \"{}\": {}", table, refused.what()))});
  }
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

ScenarioResult execute(const ScenarioFile& scenario, const ExecuteOptions& options) {
  return execute_within_memory(scenario, options, std::nullopt);
}

}  // namespace keycost
