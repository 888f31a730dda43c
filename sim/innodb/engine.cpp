#include "sim/innodb/engine.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/innodb/fast/run.hpp"
#include "sim/innodb/metrics.hpp"
#include "sim/innodb/random_key_leaf.hpp"
#include "sim/innodb/run.hpp"
#include "sim/innodb/server.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/innodb/stored_column.hpp"
#include "sim/innodb/table_indexes.hpp"
#include "sim/innodb/types.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t columns_max = 1017;      // REC_MAX_N_USER_FIELDS. Source: include/dict0mem.h
constexpr std::size_t key_columns_max = 16;    // MAX_REF_PARTS. Source: sql/sql_const.h
constexpr std::size_t value_guess_bytes = 32;  // of a value of varying width

std::optional<std::string> index_refusal(const TableDefinition& table, const IndexDefinition& index) {
  if (!index.included.empty()) return fmt::format("index \"{}\": InnoDB has no INCLUDE", index.name);
  if (index.columns.size() > key_columns_max)
    return fmt::format("index \"{}\": a key has at most {} columns", index.name, key_columns_max);
  for (const IndexColumn& column : index.columns) {
    const ColumnDefinition& definition = table.columns[column.column];
    if (column.nulls_first != column.descending) {
      return fmt::format("index \"{}\": where NULLs go cannot be chosen; they are below every value",
                         index.name);
    }
    const StoredColumn stored(definition);
    if (stored.is_text())
      return fmt::format(
          "index \"{}\": column \"{}\" is of type {}, of which only a prefix could be a key, which "
          "is not modelled",
          index.name, definition.name, describe(definition.type).name);
    if (stored.size_max_bytes() > key_column_size_max_bytes)
      return fmt::format("index \"{}\": column \"{}\" takes up to {} bytes; a key's column has at most {}",
                         index.name, definition.name, stored.size_max_bytes(), key_column_size_max_bytes);
  }
  return std::nullopt;
}

std::optional<std::string> refusal(const Scenario&, const TableDefinition& table) {
  if (table.columns.size() > columns_max) return fmt::format("a table has at most {} columns", columns_max);
  if (primary_key_of(table) == nullptr)
    return "a table without a primary key is clustered by a hidden row number, which is not modelled";
  for (const IndexDefinition& index : table.indexes) {
    if (auto reason = index_refusal(table, index)) return reason;
    for (const char* taken : {charged::undo, charged::file, charged::checkpoint}) {
      if (index.name == taken)
        return fmt::format(
            "an index cannot be called \"{}\": results name something else so; take another name", taken);
    }
  }
  const std::vector<StoredColumn> columns(table.columns.begin(), table.columns.end());
  const std::size_t smallest = clustered_index_fields(table, columns).shape.format.smallest_size_bytes(true);
  if (smallest >= record_size_limit_bytes)
    return fmt::format("a row takes {} bytes; a page holds at most {}", smallest,
                       record_size_limit_bytes - 1);
  return std::nullopt;
}

std::size_t guessed_record_bytes(const IndexFields& fields, const std::vector<StoredColumn>& columns) {
  std::size_t bytes = fields.shape.format.smallest_size_bytes(true);
  for (const FieldSource source : fields.sources) {
    if (source >= columns.size()) continue;
    const Field& field = columns[source].field();
    if (field.is_variable) bytes += value_guess_bytes;
    if (field.is_nullable) bytes += field.size_bytes;
  }
  return bytes;
}

const ServerRules& rules_of(const Scenario& scenario) {
  return scenario.engine == mysql_8_0_rules.engine ? mysql_8_0_rules : mariadb_10_11_rules;
}

// Leaf pages at worst half full, and beside each page the places of its records.
std::uint64_t memory_bytes(const Scenario& scenario, const TableDefinition& table, std::uint64_t rows) {
  if (!fast::obstacle(rules_of(scenario), scenario, table, {})) return fast::memory_bytes(table, rows);
  const std::vector<StoredColumn> columns(table.columns.begin(), table.columns.end());
  std::uint64_t bytes = 0;
  for (const IndexDefinition& index : table.indexes) {
    const IndexFields fields = index.primary ? clustered_index_fields(table, columns)
                                             : secondary_index_fields(table, columns, index);
    const std::size_t smallest = fields.shape.format.smallest_size_bytes(true);
    const std::size_t records_a_page =
        std::max<std::size_t>(1, free_space_of_empty_page_bytes / 2 / guessed_record_bytes(fields, columns));
    const std::size_t page_bytes =
        page_size_bytes + free_space_of_empty_page_bytes / smallest * sizeof(RecordOffset) + 256;
    bytes += (rows / records_a_page + 2) * page_bytes * 101 / 100;
  }
  // Of each rollback segment that a transaction may have used, the header and an undo log's first and last
  // page.
  constexpr std::uint64_t rollback_segments = 128;
  constexpr std::uint64_t pages_kept_of_each = 3;
  bytes += std::min(rows, rollback_segments) * pages_kept_of_each * page_size_bytes;
  return bytes;
}

std::string primary_key_name(std::string_view) {
  return "PRIMARY";
}

TableRun run_mariadb(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                     const RunOptions& options) {
  return run_table(mariadb_10_11_rules, scenario, table, rows, options);
}

TableRun run_mysql(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                   const RunOptions& options) {
  return run_table(mysql_8_0_rules, scenario, table, rows, options);
}

/// What one server says of itself; all else they have in common.
EngineDescription engine(std::string_view name, std::string_view summary,
                         std::span<const Declaration> settings, decltype(EngineDescription::metrics) metrics,
                         decltype(EngineDescription::run) run) {
  return {.name = name,
          .summary = summary,
          .metrics = metrics,
          .primary_key_name = primary_key_name,
          .relation_names = Server::relation_names,
          .settings = settings,
          .table_options = table_option_declarations(),
          .index_options = {},
          .types = accepted_types(),
          .character_sets = accepted_character_sets(),
          .refusal = refusal,
          .memory_bytes = memory_bytes,
          .run = run,
          .can_be_read = true,
          .random_key_tree = random_key_tree};
}

}  // namespace

const EngineDescription mariadb_10_11 =
    engine("mariadb-10.11", "MariaDB 10.11: InnoDB's clustered and secondary indexes, tablespace.",
           mariadb_setting_declarations(), mariadb_metrics, run_mariadb);

const EngineDescription mysql_8_0 =
    engine("mysql-8.0", "MySQL 8.0: InnoDB's clustered and secondary indexes, tablespace.",
           mysql_setting_declarations(), mysql_metrics, run_mysql);

}  // namespace keycost::innodb
