#include "sim/placement/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/innodb/types.hpp"
#include "sim/placement/metrics.hpp"
#include "sim/placement/ordered_key.hpp"
#include "sim/placement/settings.hpp"
#include "sim/placement/store.hpp"
#include "sim/postgresql/relation_name.hpp"
#include "sim/postgresql/types.hpp"
#include "sim/step_runner.hpp"

namespace keycost::placement {

namespace {

constexpr std::size_t batch_rows_max = 1024;

class Run : public StepRunner {
 public:
  Run(const StoreSettings& settings, const Scenario& scenario, const TableDefinition& table, RowSource& rows,
      const RunOptions& options)
      : StepRunner(scenario, table), table_(table), store_(settings, table), rows_(rows), options_(options) {}

  using StepRunner::take_result;

 private:
  StepResult perform(const Step& step) override {
    StepResult cost;
    if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      cost.rows = this->insert(insert->rows, insert->commit_every);
    } else if (const auto* copy = std::get_if<CopyStep>(&step.action)) {
      cost.rows = this->insert(copy->rows, 0);
    }
    cost.placement = store_.take_usage();
    return cost;
  }

  std::uint64_t insert(std::uint64_t rows, std::uint64_t commit_every) {
    std::vector<ColumnBatch> columns;
    for (const ColumnDefinition& column : table_.columns) columns.emplace_back(column.type);
    const std::uint64_t before = rows_done_;
    std::uint64_t done = 0;
    while (done < rows) {
      const std::uint64_t wanted = std::min<std::uint64_t>(rows - done, batch_rows_max);
      const std::size_t got = rows_.next(static_cast<std::size_t>(wanted), columns);
      for (std::size_t row = 0; row < got; ++row) {
        const std::uint64_t in_step = done + row;
        store_.insert(columns, row, commit_every == 0 ? in_step == 0 : in_step % commit_every == 0);
      }
      done += got;
      rows_done_ += got;
      if (options_.progress) options_.progress(rows_done_);
      if (got < wanted) break;
    }
    check_rows_were_left(before, done, rows);
    return done;
  }

  void set_state(StepResult&) const override {}
  void keep_state(StepResult& sum, const StepResult& last) const override {
    sum.placement.ranges = last.placement.ranges;
  }

  const TableDefinition& table_;
  Store store_;
  RowSource& rows_;
  const RunOptions& options_;
  std::uint64_t rows_done_ = 0;
};

/// Whole numbers by name, where the database has such an option.
class Reader {
 public:
  Reader(const Options& options, std::span<const Declaration> declared)
      : options_(options), declared_(declared) {}

  void read(std::string_view name, std::uint64_t& value) const {
    if (find_declaration(declared_, name) != nullptr)
      value = static_cast<std::uint64_t>(options_.integer(declared_, name));
  }

 private:
  const Options& options_;
  std::span<const Declaration> declared_;
};

StoreSettings read_settings(const EngineDescription& engine, const PlacementRules& rules,
                            const Scenario& scenario, const TableDefinition& table) {
  StoreSettings settings;
  settings.rules = rules;
  settings.seed = settings.ranges.seed = scenario.seed;
  settings.ranges.size_split = rules.size_split;
  const Reader server(scenario.settings, engine.settings);
  for (const std::string_view name : {"region_max_size", "range_max_bytes"})
    server.read(name, settings.ranges.max_bytes);
  server.read("region_split_size", settings.ranges.split_bytes);
  server.read("load_split_rows", settings.ranges.load_split_rows);
  server.read("load_split_window_rows", settings.ranges.load_window_rows);
  server.read("window_rows", settings.window_rows);
  std::uint64_t window_seconds = 0;
  server.read("window_seconds", window_seconds);
  if (window_seconds > 0)
    settings.window_rows = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(window_seconds) * scenario.rows_per_second));
  for (const std::string_view name : {"tablets", "shard_count", "partitions", "shards"})
    server.read(name, settings.hash_slots);
  const Reader of_table(table.options, engine.table_options);
  of_table.read("shard_row_id_bits", settings.shard_row_id_bits);
  of_table.read("pre_split_ranges", settings.pre_split_ranges);
  of_table.read("hash_sharded_buckets", settings.hash_buckets);
  of_table.read("row_bytes", settings.row_bytes);
  return settings;
}

std::optional<std::string> refusal(const Scenario& scenario, const TableDefinition& table) {
  if (table.indexes.empty() || !table.indexes.front().primary)
    return "a table without a primary key has no key that says where its rows go";
  if (table.indexes.size() > 1)
    return fmt::format(
        "index \"{}\": only where the rows go is modelled, not where entries of other indexes do",
        table.indexes[1].name);
  for (const IndexColumn& column : table.indexes.front().columns) {
    if (table.columns[column.column].type == SqlType::numeric)
      return fmt::format("column \"{}\": keys of numeric are not modelled here",
                         table.columns[column.column].name);
    if (column.descending) return "a descending key is not modelled here; it is the ascending one in reverse";
  }
  for (const Step& step : scenario.steps) {
    if (std::holds_alternative<CreateIndexStep>(step.action))
      return "only where the rows go is modelled, not where entries of other indexes do (create_index)";
  }
  const EngineDescription* engine = find_engine(scenario.engine);
  if (engine == nullptr) return std::nullopt;
  if (scenario.settings.integer(engine->settings, "window_seconds") > 0 && scenario.rows_per_second == 0)
    return "window_seconds needs rows_per_second, the rate at which rows arrive; or say window_rows";
  const StoreSettings settings = read_settings(*engine, {}, scenario, table);
  if (settings.window_rows == 0) return "a window of window_seconds has no row at rows_per_second";
  if (settings.ranges.split_bytes > settings.ranges.max_bytes)
    return "region_split_size is above region_max_size: no region could ever be split into pieces of it";
  if (settings.hash_buckets > 0 && settings.pre_split_ranges > settings.hash_buckets)
    return "pre_split_ranges is above hash_sharded_buckets, at whose bounds it would cut";
  return std::nullopt;
}

/// Keys are kept, so that a range can be cut where its bytes are.
std::uint64_t memory_bytes(const Scenario&, const TableDefinition& table, std::uint64_t rows) {
  constexpr std::uint64_t text_guess_bytes = 40;
  std::uint64_t key = sizeof(std::string) + sizeof(std::uint64_t);
  for (const IndexColumn& column : table.indexes.front().columns) {
    const int size = describe(table.columns[column.column].type).size_bytes;
    key += size == variable_size ? text_guess_bytes : static_cast<std::uint64_t>(size) + 8;
  }
  return 2 * key * rows + (std::uint64_t{1} << 20);
}

std::string mysql_name(std::string_view) {
  return "PRIMARY";
}

template <const EngineDescription& engine, const PlacementRules& rules>
TableRun run_table(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                   const RunOptions& options) {
  Run run(read_settings(engine, rules, scenario, table), scenario, table, rows, options);
  run.execute(scenario.steps);
  return {run.take_result(), {}};
}

constexpr PlacementRules tidb_rules{Division::by_key_range, SizeSplit::at_split_size, false};
constexpr PlacementRules cockroachdb_rules{Division::by_key_range, SizeSplit::in_the_middle, false};
constexpr PlacementRules hash_range_rules{Division::by_hash, SizeSplit::in_the_middle, false};
constexpr PlacementRules hash_modulo_rules{Division::by_hash, SizeSplit::in_the_middle, true};

/// Whose SQL a database speaks.
enum class Dialect { postgresql, mysql };

EngineDescription describe_engine(std::string_view name, std::string_view summary, Dialect dialect,
                                  std::span<const Declaration> settings,
                                  std::span<const Declaration> table_options,
                                  decltype(EngineDescription::run) run) {
  const bool is_postgresql = dialect == Dialect::postgresql;
  return {
      .name = name,
      .summary = summary,
      .metrics = metrics,
      .primary_key_name = is_postgresql ? postgresql::primary_key_name : mysql_name,
      .relation_names = nullptr,
      .settings = settings,
      .table_options = table_options,
      .index_options = {},
      .types = is_postgresql ? postgresql::accepted_types() : innodb::accepted_types(),
      .character_sets = is_postgresql ? std::span<const CharacterSet>{} : innodb::accepted_character_sets(),
      .refusal = refusal,
      .memory_bytes = memory_bytes,
      .run = run};
}

}  // namespace

const EngineDescription tidb_8_1 = describe_engine(
    "tidb-8.1",
    "TiDB 8.1 on TiKV: regions by key range, split by size at 96 MiB, by load, beforehand; row ids with "
    "shard bits. Placement of rows only.",
    Dialect::mysql, tidb_settings(), tidb_table_options(), run_table<tidb_8_1, tidb_rules>);

const EngineDescription cockroachdb_24 = describe_engine(
    "cockroachdb-24",
    "CockroachDB 24: ranges by key range, split by size at 512 MiB, by load, beforehand; hash-sharded "
    "keys. Placement of rows only.",
    Dialect::postgresql, cockroachdb_settings(), cockroachdb_table_options(),
    run_table<cockroachdb_24, cockroachdb_rules>);

const EngineDescription yugabytedb_2024 =
    describe_engine("yugabytedb-2024", "YugabyteDB 2024: tablets by the key's hash. Placement of rows only.",
                    Dialect::postgresql, yugabytedb_settings(), hash_table_options(),
                    run_table<yugabytedb_2024, hash_range_rules>);

const EngineDescription citus_13 = describe_engine(
    "citus-13", "Citus 13: shards by the distribution column's hash. Placement of rows only.",
    Dialect::postgresql, citus_settings(), hash_table_options(), run_table<citus_13, hash_range_rules>);

const EngineDescription oceanbase_4 =
    describe_engine("oceanbase-4", "OceanBase 4: hash partitions. Placement of rows only.", Dialect::mysql,
                    oceanbase_settings(), hash_table_options(), run_table<oceanbase_4, hash_modulo_rules>);

const EngineDescription vitess_21 = describe_engine(
    "vitess-21", "Vitess 21: shards by a hash vindex of the primary key. Placement of rows only.",
    Dialect::mysql, vitess_settings(), hash_table_options(), run_table<vitess_21, hash_range_rules>);

}  // namespace keycost::placement
