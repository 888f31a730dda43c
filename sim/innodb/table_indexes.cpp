#include "sim/innodb/table_indexes.hpp"

#include <algorithm>

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

bool has(const std::vector<FieldSource>& sources, FieldSource source) {
  return std::find(sources.begin(), sources.end(), source) != sources.end();
}

class FieldList {
 public:
  explicit FieldList(const std::vector<StoredColumn>& columns) : columns_(columns) {}

  void add_column(std::size_t column, bool is_descending = false) {
    if (has(sources_, column)) return;
    Field field = columns_[column].field();
    field.is_descending = is_descending;
    add(column, field);
  }
  void add_system_columns() {
    add(transaction_id_source, {.size_bytes = transaction_id_size_bytes});
    add(roll_pointer_source, {.size_bytes = roll_pointer_size_bytes});
  }
  std::size_t size() const { return sources_.size(); }

  IndexFields finish(std::size_t key_fields, bool is_clustered, std::size_t unique_fields) {
    return {std::move(sources_), {RecordFormat(std::move(fields_), key_fields), is_clustered, unique_fields}};
  }

 private:
  void add(FieldSource source, const Field& field) {
    sources_.push_back(source);
    fields_.push_back(field);
  }

  const std::vector<StoredColumn>& columns_;
  std::vector<FieldSource> sources_;
  std::vector<Field> fields_;
};

}  // namespace

const IndexDefinition* primary_key_of(const TableDefinition& table) {
  const auto found = std::find_if(table.indexes.begin(), table.indexes.end(),
                                  [](const IndexDefinition& index) { return index.primary; });
  return found == table.indexes.end() ? nullptr : &*found;
}

IndexFields clustered_index_fields(const TableDefinition& table, const std::vector<StoredColumn>& columns) {
  const IndexDefinition* primary = primary_key_of(table);
  require(primary != nullptr, "tables without a primary key are refused");
  FieldList list(columns);
  for (const IndexColumn& column : primary->columns) list.add_column(column.column, column.descending);
  const std::size_t key_fields = list.size();
  list.add_system_columns();
  for (std::size_t column = 0; column < columns.size(); ++column) list.add_column(column);
  return list.finish(key_fields, true, key_fields);
}

IndexFields secondary_index_fields(const TableDefinition& table, const std::vector<StoredColumn>& columns,
                                   const IndexDefinition& index) {
  FieldList list(columns);
  for (const IndexColumn& column : index.columns) list.add_column(column.column, column.descending);
  const std::size_t own_fields = list.size();
  for (const IndexColumn& column : primary_key_of(table)->columns)
    list.add_column(column.column, column.descending);
  const std::size_t all_fields = list.size();
  return list.finish(all_fields, false, index.unique ? own_fields : 0);
}

}  // namespace keycost::innodb
