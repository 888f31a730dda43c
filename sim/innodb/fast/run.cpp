#include "sim/innodb/fast/run.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/fast/table_keys.hpp"
#include "sim/innodb/fast/key_reader.hpp"
#include "sim/innodb/fast/leaf.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/innodb/table_indexes.hpp"
#include "sim/reading/observed_steps.hpp"

namespace keycost::innodb::fast {

using keycost::fast::position_of;

namespace {

/// With fewer records on a page a split may leave too little room, and another one follow.
constexpr std::size_t records_a_page_min = 16;

std::optional<std::string> obstacle_in_steps(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
      if (auto found = obstacle_in_steps(repeat->steps)) return found;
    } else if (!std::holds_alternative<InsertStep>(step.action) &&
               !std::holds_alternative<CopyStep>(step.action) &&
               !std::holds_alternative<CheckpointStep>(step.action)) {
      return "a step neither inserts rows nor takes a checkpoint";
    }
  }
  return std::nullopt;
}

std::optional<std::string> obstacle_in_table(const TableDefinition& table) {
  const IndexDefinition& key = *primary_key_of(table);
  if (table.indexes.size() > 1) return "there is a secondary index";
  if (key.columns.size() > 1) return "the primary key has several columns";
  if (key.columns[0].descending) return "the primary key is descending";
  if (!key_size_bytes(table.columns[key.columns[0].column]))
    return "the primary key is neither a whole number nor up to 16 bytes";
  for (const ColumnDefinition& column : table.columns) {
    const StoredColumn stored(column);
    if (column.nullable) return "a column may be NULL";
    if (stored.field().is_variable) return "a column is of variable width";
    if (column.type == SqlType::timestamp) return "a timestamp may be out of range";
  }
  return std::nullopt;
}

LeafShape shape_of(const TableDefinition& table) {
  const std::vector<StoredColumn> columns(table.columns.begin(), table.columns.end());
  const RecordFormat format = clustered_index_fields(table, columns).shape.format;
  const auto size = static_cast<std::uint16_t>(format.smallest_size_bytes(true));
  return LeafShape({record_header_size_bytes, static_cast<std::uint16_t>(size - record_header_size_bytes)});
}

}  // namespace

std::optional<std::string> obstacle(const ServerRules& rules, const Scenario& scenario,
                                    const TableDefinition& table, const RunOptions& options) {
  if (!options.may_be_fast) return "asked to go the plain way";
  if (options.innodb_observer != nullptr || reading::asks_for_more(scenario)) return "somebody watches";
  if (options.keep_page_images) return "the pages themselves are wanted";
  if (rules.redo_format != RedoFormat::mariadb_10_8) return "MySQL's log depends on what a record holds";
  if (auto found = obstacle_in_steps(scenario.steps)) return found;
  if (auto found = obstacle_in_table(table)) return found;
  const std::size_t position = position_of(scenario, table);
  if (position == scenario.tables.size()) return "the table is none of the scenario's";
  const std::uint64_t rows = rows_asked_for(scenario.steps);
  if (!needs_rows(table)) {
    if (rows == all_remaining_rows) return "a step takes all rows that are left";
    if (stream_limit(scenario, position, scenario.seed).rows_max < rows) return "a stream may be exhausted";
  }
  if (shape_of(table).records_max < records_a_page_min) return "a page holds few rows";
  if (rows != all_remaining_rows && !may_fit_pool(rules, scenario, table, rows))
    return "the buffer pool does not hold all pages";
  return std::nullopt;
}

bool may_fit_pool(const ServerRules& rules, const Scenario& scenario, const TableDefinition& table,
                  std::uint64_t rows) {
  const std::uint64_t pool_size_bytes = read_settings(rules, scenario.settings).buffer_pool_size_bytes;
  return rows / shape_of(table).records_max <= rules.buffer_pool_frames(pool_size_bytes);
}

bool needs_rows(const TableDefinition& table) {
  return !keycost::fast::has_streams(table);
}

// Leaves at worst half full, at 16 bytes a key; the pages above are some hundred times fewer. Frames of the
// pool and undo pages are some dozens of bytes each and a page or two a rollback segment.
std::uint64_t memory_bytes(const TableDefinition& table, std::uint64_t rows) {
  const LeafShape shape = shape_of(table);
  const std::uint64_t leaves = rows / (shape.records_max / 2) + 2;
  const std::uint64_t leaf_bytes =
      shape.records_max * (sizeof(WideKey) + sizeof(HeapSlot)) + page_size_bytes / 16;
  return leaves * leaf_bytes + (std::uint64_t{32} << 20);
}

KeySource stream_source(const Scenario& scenario, const TableDefinition& table) {
  const std::size_t position = position_of(scenario, table);
  const std::size_t column = primary_key_of(table)->columns[0].column;
  return {
      rows_asked_for(scenario.steps),
      [&scenario, position] { return make_stream_rows(scenario, position, scenario.seed); },
      [&scenario, position, column] { return make_key_column(scenario, position, column, scenario.seed); }};
}

KeySource given_source(const keycost::fast::RememberedRows& rows, const TableDefinition& table) {
  const std::size_t column = primary_key_of(table)->columns[0].column;
  return {rows.rows(), [&rows] { return rows.again(); }, [&rows, column] { return rows.column(column); }};
}

bool may_be_short(const KeySource& source, const TableDefinition& table) {
  const ColumnDefinition& column = table.columns[primary_key_of(table)->columns[0].column];
  const std::size_t size_bytes = *key_size_bytes(column);
  const std::uint64_t rows = std::min(keycost::fast::sample_rows, source.rows);
  if (size_bytes <= sizeof(NarrowKey) || rows == 0) return false;
  ColumnBatch values(column.type);
  source.open_keys()->next(static_cast<std::size_t>(rows), values);
  const KeyReader<NarrowKey> reader(column);
  std::vector<NarrowKey> keys;
  for (std::size_t row = 0; row < values.rows(); ++row) {
    if (values.value(row).size() != size_bytes) return false;
    keys.push_back(reader(values.value(row).data()));
  }
  return keycost::fast::differ_early(std::move(keys));
}

}  // namespace keycost::innodb::fast
