#include "sim/postgresql/engine.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/fast/run.hpp"
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/metrics.hpp"
#include "sim/postgresql/random_key_leaf.hpp"
#include "sim/postgresql/relation_name.hpp"
#include "sim/postgresql/run.hpp"
#include "sim/postgresql/server.hpp"
#include "sim/postgresql/settings.hpp"
#include "sim/postgresql/types.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t columns_max =
    1600;  // MaxHeapAttributeNumber. Source: src/include/access/htup_details.h

constexpr std::size_t text_guess_bytes = 32;

/// What a column adds to an index entry at most, taking text as short.
std::size_t key_guess_bytes(const ColumnDefinition& column) {
  const Attribute attribute(column.type, column.modifiers);
  return maxalign(attribute.size_bytes == variable_size
                      ? std::max(text_guess_bytes, attribute.padded_to_characters)
                      : static_cast<std::size_t>(attribute.size_bytes));
}

std::size_t data_size_bytes(const TableDefinition& table, std::size_t text_bytes, bool with_nullable) {
  std::size_t size = 0;
  for (const ColumnDefinition& column : table.columns) {
    if (column.nullable && !with_nullable) continue;
    const Attribute attribute(column.type, column.modifiers);
    const std::size_t payload = attribute.size_bytes == variable_size
                                    ? std::max(text_bytes, attribute.padded_to_characters)
                                    : static_cast<std::size_t>(attribute.size_bytes);
    size = attribute_extent(attribute, payload, size).end;
  }
  return size;
}

/// The narrowest row that the table can have.
std::size_t smallest_row_size_bytes(const TableDefinition& table) {
  return maxalign(heap_tuple_header_size_bytes) + data_size_bytes(table, 0, false);
}

/// A row with every value there, taking text as short, and with a NULL bitmap on top.
std::size_t usual_row_size_bytes(const TableDefinition& table) {
  return maxalign(heap_tuple_header_size_bytes + (table.columns.size() + 7) / 8) +
         data_size_bytes(table, text_guess_bytes, true);
}

/// Indexes share a table's namespace with its sequences, and a result names who pays beside them. Nothing if
/// all names differ.
std::optional<std::string> name_taken_twice(const Scenario& scenario, const TableDefinition& table) {
  const auto position = std::find_if(scenario.tables.begin(), scenario.tables.end(),
                                     [&](const TableDefinition& other) { return other.name == table.name; });
  if (position == scenario.tables.end()) return std::nullopt;
  std::vector<std::string> names =
      Server::relation_names(scenario, static_cast<std::size_t>(position - scenario.tables.begin()));
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return std::nullopt;
  return fmt::format("an index cannot be called \"{}\": results name something else so; take another name",
                     *twice);
}

/// Nothing if no column is called as one that every table has. Source: src/backend/catalog/heap.c (SysAtt,
/// CheckAttributeNamesTypes).
std::optional<std::string> system_column_name(const TableDefinition& table) {
  constexpr std::array<std::string_view, 6> system{"ctid", "xmin", "cmin", "xmax", "cmax", "tableoid"};
  for (const ColumnDefinition& column : table.columns) {
    if (std::find(system.begin(), system.end(), column.name) != system.end())
      return fmt::format("a column cannot be called \"{}\": every table has a system column of that name",
                         column.name);
  }
  return std::nullopt;
}

std::optional<std::string> refusal(const Scenario& scenario, const TableDefinition& table) {
  if (auto system = system_column_name(table)) return system;
  if (auto taken = name_taken_twice(scenario, table)) return taken;
  if (table.columns.size() > columns_max) return fmt::format("a table has at most {} columns", columns_max);
  if (const std::size_t row_max_bytes =
          heap_tuple_max_size_bytes(read_settings(scenario.settings).page_size_bytes);
      maxalign(smallest_row_size_bytes(table)) > row_max_bytes) {
    return fmt::format("a row takes {} bytes, more than the {} that a page holds",
                       smallest_row_size_bytes(table), row_max_bytes);
  }
  return std::nullopt;
}

// Heap pages as full as rows allow, index pages at worst half full, both in whole pages; and half a percent
// for the rest.
std::uint64_t memory_bytes(const Scenario& scenario, const TableDefinition& table, std::uint64_t rows) {
  if (!fast::obstacle(scenario, table, {})) return fast::memory_bytes(table, rows);
  const auto fillfactor =
      static_cast<std::size_t>(table.options.integer(table_option_declarations(), "fillfactor"));
  const std::size_t usable = block_size_bytes * fillfactor / 100;
  const std::size_t rows_a_page =
      std::max<std::size_t>(1, usable / (maxalign(usual_row_size_bytes(table)) + line_pointer_size_bytes));
  std::uint64_t pages = rows / rows_a_page + 1;
  for (const IndexDefinition& index : table.indexes) {
    std::size_t item = 8 + line_pointer_size_bytes;
    for (const IndexColumn& column : index.columns) item += key_guess_bytes(table.columns[column.column]);
    for (const std::size_t column : index.included) item += key_guess_bytes(table.columns[column]);
    pages += rows / (block_size_bytes / 2 / item) + 2;
  }
  return pages * block_size_bytes + pages * block_size_bytes / 200;
}

}  // namespace

const EngineDescription postgresql_18{
    .name = "postgresql-18",
    .summary = "PostgreSQL 18: heap, nbtree, write-ahead log, checkpoints, shared buffers.",
    .metrics = metrics,
    .primary_key_name = postgresql::primary_key_name,
    .relation_names = Server::relation_names,
    .settings = setting_declarations(),
    .table_options = table_option_declarations(),
    .index_options = index_option_declarations(),
    .types = accepted_types(),
    .character_sets = {},
    .refusal = refusal,
    .memory_bytes = memory_bytes,
    .run = run_table,
    .models_conflicts_and_rollbacks = true,
    .has_page_images = true,
    .can_be_read = true,
    .random_key_tree = random_key_tree,
};

}  // namespace keycost::postgresql
