#include "sim/postgresql/random_key_leaf.hpp"

#include <utility>
#include <vector>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/page.hpp"
#include "sim/postgresql/settings.hpp"
#include "sim/theory/leaf_count_spread.hpp"

namespace keycost::postgresql {

namespace {

/// Its fill is avg_leaf_density, percent.
class RandomKeyTree final : public theory::RandomKeyTree {
 public:
  explicit RandomKeyTree(theory::PostgresqlLeaf leaf) : leaf_(std::move(leaf)) {}

  void build(double keys) override { tree_.emplace(leaf_.rules, theory::bulk_loaded(leaf_, keys)); }
  void advance_to(double keys) override {
    if (!tree_) tree_.emplace(leaf_.rules);
    tree_->advance_to(keys);
  }
  double keys() const override { return tree_->keys(); }
  double leaves() const override { return tree_->leaves(); }
  double standard_deviation() override { return tree_->standard_deviation(); }
  double fill(double leaves) const override { return leaf_.density_percent(keys(), leaves); }
  double fill_per_leaf(double leaves) const override {
    const double entries = static_cast<double>(leaf_.bytes.entry) * keys();
    return 100.0 * (entries - static_cast<double>(leaf_.bytes.high_key)) /
           (static_cast<double>(leaf_.bytes.usable) * leaves * leaves);
  }

 private:
  theory::PostgresqlLeaf leaf_;
  std::optional<theory::LeafCountSpread> tree_;
};

}  // namespace

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

std::unique_ptr<theory::RandomKeyTree> random_key_tree(const Scenario& scenario, const TableDefinition& table,
                                                       const IndexDefinition& index,
                                                       std::span<const ColumnBatch> first_row) {
  // Its page arithmetic is that of the usual size.
  if (read_settings(scenario.settings).page_size_bytes != block_size_bytes) return nullptr;
  const std::size_t column = index.columns.front().column;
  if (first_row[column].is_null(0)) return nullptr;
  auto leaf = random_key_leaf(table, index, first_row[column].value(0).size());
  return leaf ? std::make_unique<RandomKeyTree>(std::move(*leaf)) : nullptr;
}

}  // namespace keycost::postgresql
