#include "sim/postgresql/random_key_leaf.hpp"

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/settings.hpp"

namespace keycost::postgresql {

std::optional<theory::PostgresqlLeaf> random_key_leaf(const TableDefinition& table,
                                                      const IndexDefinition& index,
                                                      std::size_t first_column_bytes) {
  std::vector<std::size_t> columns;
  for (const IndexColumn& column : index.columns) columns.push_back(column.column);
  columns.insert(columns.end(), index.included.begin(), index.included.end());
  std::size_t key_bytes = 0;
  std::size_t first_end = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ColumnDefinition& column = table.columns[columns[i]];
    const Attribute attribute(column.type, column.modifiers);
    const bool is_of_one_width = i == 0 || attribute.size_bytes != variable_size;
    if (column.nullable || !is_of_one_width || attribute.padded_to_characters > first_column_bytes)
      return std::nullopt;
    const std::size_t payload = i == 0 ? first_column_bytes : static_cast<std::size_t>(attribute.size_bytes);
    key_bytes = attribute_extent(attribute, payload, key_bytes).end;
    if (i == 0) first_end = key_bytes;
  }
  const auto fillfactor = static_cast<int>(index.options.integer(index_option_declarations(), "fillfactor"));
  return theory::postgresql_leaf(theory::postgresql_entry_bytes(key_bytes),
                                 theory::postgresql_entry_bytes(first_end), fillfactor);
}

}  // namespace keycost::postgresql
