#include "sim/postgresql/fast/run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/fast/table_keys.hpp"
#include "sim/postgresql/fast/key.hpp"
#include "sim/postgresql/fast/level.hpp"
#include "sim/postgresql/fast/server.hpp"
#include "sim/postgresql/fast/timeline.hpp"
#include "sim/postgresql/nbtree/statistics.hpp"
#include "sim/postgresql/server_steps.hpp"
#include "sim/postgresql/settings.hpp"

namespace keycost::postgresql::fast {

using keycost::fast::has_streams;
using keycost::fast::position_of;

namespace {

class Run : public ServerSteps<FastServer> {
 public:
  Run(const Scenario& scenario, const TableDefinition& table, std::vector<Segment> segments,
      std::vector<std::pair<std::string, IndexRun>> indexes)
      : ServerSteps(scenario, table, read_settings(scenario.settings), table, std::move(segments),
                    std::move(indexes)) {}

  TableResult take() { return take_result(); }
  std::uint64_t buffers_needed() const { return server_.buffers_needed(); }

 private:
  StepResult perform(const Step& step) override {
    return measure([&] {
      if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
        server_.insert(*insert);
      } else {
        server_.checkpoint();
      }
    });
  }
};

std::optional<std::string> obstacle_in_steps(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      if (auto found = obstacle_in_steps(repeat->steps)) return found;
    } else if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
      if (insert->on_conflict) return "rows may be in conflict";
      if (insert->rollback_every != 0) return "transactions roll back";
    } else if (!std::holds_alternative<CheckpointStep>(step.action)) {
      return "a step is neither an insert nor a checkpoint";
    }
  }
  return std::nullopt;
}

std::optional<std::string> obstacle_in_settings(const Settings& settings) {
  if (settings.page_size_bytes != block_size_bytes) return "pages are not of the usual size";
  if (settings.wal_compression != WalCompression::off) return "images are compressed";
  if (settings.max_wal_size_bytes > 0) return "checkpoints begin by the volume of WAL";
  if (settings.checkpoint_timeout_seconds > 0) return "checkpoints begin by the clock";
  return std::nullopt;
}

std::optional<std::string> obstacle_in_index(const TableDefinition& table, const IndexDefinition& index) {
  if (key_width(table.columns[index.columns[0].column].type) == KeyWidth::none)
    return "an index's first column is no whole number, time or uuid";
  return std::nullopt;
}

std::optional<std::string> obstacle_in_table(const TableDefinition& table) {
  for (const ColumnDefinition& column : table.columns) {
    if (column.nullable) return "a column may be NULL";
    if (describe(column.type).size_bytes == variable_size) return "a column is of variable width";
  }
  for (const IndexDefinition& index : table.indexes) {
    if (auto found = obstacle_in_index(table, index)) return found;
  }
  return std::nullopt;
}

std::uint64_t buffers_of(const Settings& settings) {
  return static_cast<std::uint64_t>(settings.shared_buffers_bytes) / block_size_bytes;
}

/// Pages that the rows need at least: if not even these fit into the pool, nothing is lost by not trying.
std::uint64_t pages_at_least(const TableDefinition& table, std::uint64_t rows) {
  constexpr std::uint64_t rows_a_heap_page_max = heap_tuples_per_page_max(block_size_bytes);
  constexpr std::uint64_t entries_a_leaf_max = 407;  // of 16 bytes and a line pointer
  return rows / rows_a_heap_page_max + table.indexes.size() * (rows / entries_a_leaf_max);
}

/// Opens the values of the column at a position of the table's.
using ColumnOpener = std::function<std::unique_ptr<KeyColumn>(std::size_t column)>;

IndexAttributes attributes_of(const TableDefinition& table, const IndexDefinition& index) {
  const auto attribute = [&table](std::size_t column) {
    return Attribute(table.columns[column].type, table.columns[column].modifiers);
  };
  IndexAttributes attributes{attribute(index.columns[0].column), {}, {}};
  for (std::size_t i = 1; i < index.columns.size(); ++i)
    attributes.further.push_back(attribute(index.columns[i].column));
  for (const std::size_t column : index.included) attributes.included.push_back(attribute(column));
  return attributes;
}

std::vector<std::pair<std::string, IndexRun>> run_indexes(const Scenario& scenario,
                                                          const TableDefinition& table,
                                                          const std::vector<Segment>& segments,
                                                          const ColumnOpener& open_column,
                                                          const RunOptions& options, const Cut& cut) {
  std::vector<std::pair<std::string, IndexRun>> runs;
  for (const IndexDefinition& index : table.indexes) {
    const std::size_t column = index.columns[0].column;
    const IndexToRun to_run{.attributes = attributes_of(table, index),
                            .descending = index.columns[0].descending,
                            .fillfactor_percent = static_cast<int>(
                                index.options.integer(index_option_declarations(), "fillfactor")),
                            .writes_images = read_settings(scenario.settings).full_page_writes,
                            .keep_pages = options.keep_pages,
                            .cut = cut,
                            .open_keys = [&open_column, column] { return open_column(column); }};
    runs.emplace_back(index.name, run_index(to_run, segments, options));
  }
  return runs;
}

std::optional<TableRun> run_all(const Scenario& scenario, const TableDefinition& table, std::uint64_t rows,
                                const ColumnOpener& open_column, const RunOptions& options, const Cut& cut) {
  try {
    std::vector<Segment> segments = timeline_of(scenario.steps, rows);
    auto indexes = run_indexes(scenario, table, segments, open_column, options, cut);
    std::vector<RelationPages> pages;
    if (options.keep_pages) {
      for (auto& [name, run] : indexes)
        pages.push_back({name, page_line_columns(), std::move(run.lines), {}});
    }
    Run run(scenario, table, std::move(segments), std::move(indexes));
    run.execute(scenario.steps);
    if (run.buffers_needed() > buffers_of(read_settings(scenario.settings))) return std::nullopt;
    return TableRun{run.take(), std::move(pages)};
  } catch (const KeysEqual&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> obstacle(const Scenario& scenario, const TableDefinition& table,
                                    const RunOptions& options) {
  if (!options.may_be_fast) return "asked to go the plain way";
  if (options.postgresql_observer != nullptr) return "somebody watches";
  if (options.keep_page_images) return "the pages themselves are wanted";
  if (scenario.concurrent_writers > 0) return "it is asked where writers meet";
  const Settings settings = read_settings(scenario.settings);
  if (auto found = obstacle_in_settings(settings)) return found;
  if (auto found = obstacle_in_steps(scenario.steps)) return found;
  if (auto found = obstacle_in_table(table)) return found;
  const std::size_t position = position_of(scenario, table);
  if (position == scenario.tables.size()) return "the table is none of the scenario's";
  const std::uint64_t rows = rows_asked_for(scenario.steps);
  if (has_streams(table) && stream_limit(scenario, position, scenario.seed).rows_max < rows)
    return "a stream may be exhausted";
  if (rows != all_remaining_rows && pages_at_least(table, rows) > buffers_of(settings))
    return "shared_buffers does not hold all pages";
  return std::nullopt;
}

// A leaf's keys, at 16 bytes each on pages that are two thirds full on average; one index at a time. What is
// known of each split adds an eighth.
std::uint64_t memory_bytes(const TableDefinition& table, std::uint64_t rows) {
  if (table.indexes.empty()) return 0;
  const std::uint64_t leaves = std::min(rows * sizeof(WideKey) * 2, Cut{}.memory_bytes);
  return leaves + rows * 2 + (std::uint64_t{16} << 20);
}

std::optional<TableRun> try_run(const Scenario& scenario, const TableDefinition& table,
                                const RunOptions& options, const Cut& cut) {
  if (!has_streams(table) || obstacle(scenario, table, options)) return std::nullopt;
  const std::size_t position = position_of(scenario, table);
  const auto open_column = [&](std::size_t column) {
    return make_key_column(scenario, position, column, scenario.seed);
  };
  return run_all(scenario, table, rows_asked_for(scenario.steps), open_column, options, cut);
}

std::optional<TableRun> try_run(const Scenario& scenario, const TableDefinition& table,
                                const keycost::fast::RememberedRows& rows, const RunOptions& options) {
  const std::uint64_t asked = rows_asked_for(scenario.steps);
  if (asked != all_remaining_rows && rows.rows() < asked) return std::nullopt;
  return run_all(scenario, table, rows.rows(), [&](std::size_t column) { return rows.column(column); },
                 options, {});
}

bool needs_rows(const TableDefinition& table) {
  return !has_streams(table);
}

}  // namespace keycost::postgresql::fast
