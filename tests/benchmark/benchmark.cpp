// How long a row takes, beside what sorting its key takes: every line on the same keys, in one run, so that
// ratios mean something on any machine. No test depends on it.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <absl/container/btree_set.h>
#include <benchmark/benchmark.h>

#include "sim/engine.hpp"
#include "sim/rows/key_column.hpp"
#include "src/execute/parallel.hpp"
#include "tests/support/table_run.hpp"

namespace keycost {
namespace {

using namespace test;

constexpr std::int64_t rounds = 10;  // a checkpoint before each

/// The table's rows in ten statements with a checkpoint before each; the pool holds everything.
Scenario scenario_of(TableDefinition definition, std::uint64_t rows, const std::string& engine) {
  Scenario scenario;
  scenario.engine = engine;
  scenario.tables = {std::move(definition)};
  if (engine == "postgresql-18") {
    scenario.settings.set("shared_buffers", std::int64_t{1} << 40);
    scenario.steps = {repeat(rounds, {checkpoint(), insert(rows / rounds)})};
  } else {
    scenario.settings.set("innodb_buffer_pool_size", std::int64_t{1} << 40);
    scenario.settings.set("innodb_log_file_size", std::int64_t{1} << 39);
    scenario.steps = {repeat(rounds, {checkpoint(), insert(rows / rounds)})};
  }
  return scenario;
}

TableDefinition keyed_by(const ColumnDefinition& key) {
  return table({key, column("n", SqlType::integer, "counter")});
}

TableDefinition random_keys() {
  return keyed_by(column("id", SqlType::uuid, "uuidv4"));
}

struct Key {
  std::uint64_t high;
  std::uint64_t low;
  friend bool operator<(const Key& a, const Key& b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  }
};

/// The very keys that the simulation inserts.
std::vector<Key> keys_of_random_table(std::uint64_t rows) {
  const Scenario scenario = scenario_of(random_keys(), rows, "postgresql-18");
  const auto minted = make_key_column(scenario, 0, 0, scenario.seed);
  std::vector<Key> keys;
  ColumnBatch values(SqlType::uuid);
  while (keys.size() < rows) {
    minted->next(static_cast<std::size_t>(std::min<std::uint64_t>(1000, rows - keys.size())), values);
    for (std::size_t row = 0; row < values.rows(); ++row) {
      std::uint64_t halves[2];
      std::memcpy(halves, values.value(row).data(), sizeof halves);
      keys.push_back({__builtin_bswap64(halves[0]), __builtin_bswap64(halves[1])});
    }
  }
  return keys;
}

void tell_rows(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void sort_keys(benchmark::State& state) {
  const std::vector<Key> keys = keys_of_random_table(static_cast<std::uint64_t>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<Key> sorted = keys;
    state.ResumeTiming();
    std::sort(sorted.begin(), sorted.end());
    benchmark::DoNotOptimize(sorted.data());
  }
  tell_rows(state);
}

void insert_into_btree_set(benchmark::State& state) {
  const std::vector<Key> keys = keys_of_random_table(static_cast<std::uint64_t>(state.range(0)));
  for (auto _ : state) {
    absl::btree_set<Key> set;
    for (const Key& key : keys) set.insert(key);
    benchmark::DoNotOptimize(set.size());
  }
  tell_rows(state);
}

struct Work {
  TableDefinition definition;
  std::string engine = "postgresql-18";
  std::size_t threads = 1;
  bool may_be_fast = true;
};

void simulate(benchmark::State& state, const Work& work) {
  const Scenario scenario =
      scenario_of(work.definition, static_cast<std::uint64_t>(state.range(0)), work.engine);
  const EngineDescription& engine = *find_engine(work.engine);
  RunOptions options;
  options.threads = work.threads;
  options.parallel = do_in_parallel;
  options.may_be_fast = work.may_be_fast;
  for (auto _ : state) {
    const auto rows = make_stream_rows(scenario, 0, scenario.seed);
    const TableRun run = engine.run(scenario, scenario.tables[0], *rows, options);
    benchmark::DoNotOptimize(run.result.steps.data());
  }
  tell_rows(state);
}

TableDefinition late_synced() {
  TableDefinition definition = keyed_by(column("id", SqlType::uuid, "uuidv7"));
  Options arrival = option("late_percent", std::int64_t{10});
  arrival.set("late_ms", std::int64_t{60'000});
  definition.arrival = arrival;
  return definition;
}

TableDefinition composite() {
  TableDefinition definition =
      table({column("tenant", SqlType::bigint, "hashed"), column("id", SqlType::bigint, "identity")});
  definition.indexes[0].columns = {{0}, {1}};
  return definition;
}

TableDefinition duplicates() {
  TableDefinition definition = keyed_by(column("id", SqlType::bigint, "identity"));
  // A thousand rows a second or more have some in the same hundredth of it.
  definition.columns.push_back(column("tick", SqlType::timestamptz, "clock"));
  definition.columns.back().modifiers.precision = 2;
  IndexDefinition index;
  index.name = "ticks";
  index.columns = {{2}};
  definition.indexes.push_back(index);
  return definition;
}

TableDefinition clustered() {
  ColumnDefinition key = column("id", SqlType::binary, "uuidv4");
  key.modifiers.length = 16;
  return keyed_by(key);
}

void add(const std::string& name, const std::vector<std::int64_t>& rows,
         const std::function<void(benchmark::State&)>& work) {
  auto* const added = benchmark::RegisterBenchmark(name.c_str(), work);
  for (const std::int64_t count : rows) added->Arg(count);
  added->Unit(benchmark::kMillisecond)->UseRealTime();
}

void add_all(bool with_hundred_million) {
  std::vector<std::int64_t> sizes{100'000, 1'000'000, 10'000'000};
  const auto simulated = [](Work work) { return [work](benchmark::State& state) { simulate(state, work); }; };
  add("std::sort of the keys", sizes, sort_keys);
  add("absl::btree_set of the keys", sizes, insert_into_btree_set);
  std::vector<std::int64_t> more = sizes;
  if (with_hundred_million) more.push_back(100'000'000);
  add("uuidv4", more, simulated({random_keys()}));
  add("uuidv4, two threads", more, simulated({random_keys(), "postgresql-18", 2}));
  add("uuidv7", sizes, simulated({keyed_by(column("id", SqlType::uuid, "uuidv7"))}));
  add("bigint", sizes, simulated({keyed_by(column("id", SqlType::bigint, "identity"))}));
  add("uuidv7 of four writers", sizes,
      simulated({keyed_by(column("id", SqlType::uuid, "uuidv7", option("writers", std::int64_t{4})))}));
  add("uuidv7, one in ten late", sizes, simulated({late_synced()}));
  add("composite", sizes, simulated({composite()}));
  // The plain path costs microseconds a row: fewer rows tell as much.
  const std::vector<std::int64_t> fewer{100'000, 1'000'000};
  add("uuidv4, plain path", fewer, simulated({random_keys(), "postgresql-18", 1, false}));
  add("duplicates (plain path)", fewer, simulated({duplicates()}));
  add("InnoDB, random keys", sizes, simulated({clustered(), "mariadb-10.11"}));
  add("InnoDB, random keys, plain path", fewer, simulated({clustered(), "mariadb-10.11", 1, false}));
}

}  // namespace
}  // namespace keycost

/// With --hundred-million the random keys are run at 100,000,000 rows too, which takes some gigabytes.
int main(int argument_count, char** arguments) {
  const bool with_hundred_million =
      std::any_of(arguments, arguments + argument_count,
                  [](const char* argument) { return std::string_view(argument) == "--hundred-million"; });
  keycost::add_all(with_hundred_million);
  benchmark::Initialize(&argument_count, arguments);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
