#include "sim/innodb/random_key_leaf.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "sim/innodb/bulk_load.hpp"
#include "sim/innodb/page_format.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/innodb/table_indexes.hpp"
#include "sim/theory/chain_growth.hpp"

namespace keycost::innodb {

namespace {

/// What a page with so many records has room for, once it is reorganised, if one more is to come
/// (page_get_max_insert_size_after_reorganize).
std::size_t room_bytes(std::size_t records, std::size_t record_bytes) {
  const std::size_t occupied = records * record_bytes + directory_reserved_space(records + 1);
  return occupied >= free_space_of_empty_page_bytes ? 0 : free_space_of_empty_page_bytes - occupied;
}

/// What a sorted build has left on a page of so many records.
std::size_t bulk_room_bytes(std::size_t records, std::size_t record_bytes) {
  const std::size_t occupied = records * record_bytes + directory_reserved_space(records);
  return occupied >= free_space_of_empty_page_bytes ? 0 : free_space_of_empty_page_bytes - occupied;
}

/// The states that the halves of a split are in.
struct Halves {
  std::size_t stays;  ///< of one record on the page that was there before
  std::size_t made;   ///< of one record on the new page
};

class RandomKeySplits {
 public:
  RandomKeySplits(RandomKeyLeaf& leaf, std::size_t record_bytes, bool is_clustered)
      : leaf_(leaf), record_bytes_(record_bytes), is_clustered_(is_clustered) {}

  void add_root() {
    for (std::size_t records = 2; records <= leaf_.capacity; ++records) {
      const bool is_full = records == leaf_.capacity;
      const Halves halves{is_full ? leaf_.reused : leaf_.made_new, leaf_.made_new};
      // Two of its gaps are next to the last record, one behind and one in front.
      const double gaps = static_cast<double>(records) + 1;
      if (is_full || keeps_reserve(records)) {
        const double chance = is_full ? 1.0 : 2.0 / gaps;
        add_middle(leaf_.root + records - 1, records, chance, halves);
      }
    }
  }

  void add_run(std::size_t first, std::size_t capacity, std::size_t stays_when_full) {
    for (std::size_t records = 2; records <= leaf_.capacity; ++records) {
      const bool is_full = records >= capacity;
      if (!is_full && !keeps_reserve(records)) continue;
      const std::size_t from = first + records - 1;
      const Halves halves{is_full ? stays_when_full : first, leaf_.made_new};
      add_at_last_insert(from, records, halves);
      const double count = static_cast<double>(records);
      if (is_full) add_middle(from, records, 1.0 - (2.0 * count - 1.0) / (count * count), halves);
    }
  }

 private:
  bool keeps_reserve(std::size_t records) const {
    return is_clustered_ && space_reserve_bytes + record_bytes_ > room_bytes(records, record_bytes_);
  }

  /// Of the gaps behind each record one is that of the new record, and one of the records the last inserted:
  /// all pairs are as likely. Behind it the new record moves to a new page with at most one more, or stays
  /// with one follower (split_to_right); in front of it the same the other way round, but that there is no
  /// gap in front of the first record (split_to_left).
  void add_at_last_insert(std::size_t from, std::size_t records, Halves halves) {
    const double chance = 1.0 / static_cast<double>(records * records);
    const auto add = [&](double times, std::size_t stays, std::size_t made, std::size_t count) {
      leaf_.chain.add_splits(from, times * chance, halves.stays + stays - 1, halves.made + made - 1, count);
    };
    add(1, records, 1, 1);
    add(2, records - 1, 2, 1);
    add(2, 3, records - 2, records - 2);
  }

  void add_middle(std::size_t from, std::size_t records, double chance, Halves halves) {
    const std::size_t middle = (records + 2) / 2 - 1;
    const double low = chance * static_cast<double>(middle) / static_cast<double>(records);
    leaf_.chain.add_split(from, low, halves.stays + middle, halves.made + records - middle - 1);
    leaf_.chain.add_split(from, chance - low, halves.stays + middle - 1, halves.made + records - middle);
  }

  RandomKeyLeaf& leaf_;
  std::size_t record_bytes_;
  bool is_clustered_;
};

/// Its fill is rows on a leaf page.
class RandomKeyTree final : public theory::RandomKeyTree {
 public:
  explicit RandomKeyTree(RandomKeyLeaf leaf) : leaf_(std::move(leaf)) {}

  void build(double keys) override { tree_.emplace(leaf_.chain, leaf_.bulk_loaded(keys)); }
  void advance_to(double keys) override {
    if (!tree_) tree_.emplace(leaf_.chain, leaf_.empty());
    tree_->advance_to(keys);
  }
  double keys() const override { return tree_->keys(); }
  double leaves() const override { return tree_->leaves(); }
  double standard_deviation() override { return tree_->standard_deviation(); }
  double fill(double leaves) const override { return keys() / leaves; }
  double fill_per_leaf(double leaves) const override { return keys() / (leaves * leaves); }

 private:
  RandomKeyLeaf leaf_;
  std::optional<theory::ChainGrowth> tree_;
};

/// Whether all rows' values of the column are as wide as the first row's.
bool is_of_one_width(const ColumnDefinition& column, const StoredColumn& stored) {
  if (column.nullable) return false;
  return !stored.field().is_variable || (column.values && column.values->stream == "constant");
}

/// Of the leaf records of an index whose `random` column's values are of one width; nothing if others' are
/// not.
std::optional<std::size_t> record_bytes(const TableDefinition& table,
                                        const std::vector<StoredColumn>& columns, const IndexFields& fields,
                                        std::span<const ColumnBatch> first_row, std::size_t random) {
  std::vector<std::vector<std::byte>> stored(columns.size());
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (!table.columns[column].nullable) columns[column].store(first_row[column].value(0), stored[column]);
  }
  const std::vector<std::byte> system_column(roll_pointer_size_bytes);
  std::vector<StoredValue> values;
  for (const FieldSource source : fields.sources) {
    if (source == transaction_id_source) {
      values.push_back({std::span(system_column).first(transaction_id_size_bytes)});
    } else if (source == roll_pointer_source) {
      values.push_back({system_column});
    } else if (source == random ? table.columns[source].nullable
                                : !is_of_one_width(table.columns[source], columns[source])) {
      return std::nullopt;
    } else {
      values.push_back({stored[source]});
    }
  }
  std::vector<std::byte> record;
  fields.shape.format.build_leaf(values, record);
  return record.size();
}

}  // namespace

std::vector<double> RandomKeyLeaf::empty() const {
  std::vector<double> leaves(chain.states(), 0.0);
  leaves[root] = 1.0;
  return leaves;
}

std::vector<double> RandomKeyLeaf::bulk_loaded(double records) const {
  const auto each = static_cast<double>(bulk_loaded_records);
  const double full = std::ceil(records / each) - 1;
  const auto rest = static_cast<std::size_t>(records - full * each);
  std::vector<double> leaves(chain.states(), 0.0);
  leaves[made_new + bulk_loaded_records - 1] = full;
  leaves[(full == 0 ? root : made_new) + rest - 1] += 1.0;
  return leaves;
}

RandomKeyLeaf random_key_leaf(std::size_t record_bytes, bool is_clustered, int fill_factor_percent) {
  RandomKeyLeaf leaf;
  while (room_bytes(leaf.capacity, record_bytes) >= record_bytes) ++leaf.capacity;
  leaf.reused_capacity = leaf.capacity;
  while (room_bytes(leaf.reused_capacity - 1, record_bytes) < page_reorganize_limit_bytes)
    --leaf.reused_capacity;
  const std::size_t reserved = bulk_load_reserved_bytes(is_clustered, fill_factor_percent);
  while (leaf.bulk_loaded_records < leaf.capacity &&
         bulk_room_bytes(leaf.bulk_loaded_records + 1, record_bytes) >= reserved)
    ++leaf.bulk_loaded_records;
  leaf.root = leaf.chain.add_run(leaf.capacity);
  leaf.made_new = leaf.chain.add_run(leaf.capacity);
  leaf.reused = leaf.chain.add_run(leaf.capacity);
  RandomKeySplits splits(leaf, record_bytes, is_clustered);
  splits.add_root();
  splits.add_run(leaf.made_new, leaf.capacity, leaf.reused);
  splits.add_run(leaf.reused, leaf.reused_capacity, leaf.reused);
  return leaf;
}

std::unique_ptr<theory::RandomKeyTree> random_key_tree(const Scenario& scenario, const TableDefinition& table,
                                                       const IndexDefinition& index,
                                                       std::span<const ColumnBatch> first_row) {
  constexpr std::size_t fewest_records = 3;
  const std::vector<StoredColumn> columns(table.columns.begin(), table.columns.end());
  const IndexFields fields =
      index.primary ? clustered_index_fields(table, columns) : secondary_index_fields(table, columns, index);
  const auto bytes = record_bytes(table, columns, fields, first_row, index.columns.front().column);
  if (!bytes) return nullptr;
  const std::int64_t fill_factor =
      scenario.settings.integer(mariadb_setting_declarations(), "innodb_fill_factor");
  RandomKeyLeaf leaf = random_key_leaf(*bytes, index.primary, static_cast<int>(fill_factor));
  return leaf.capacity < fewest_records ? nullptr : std::make_unique<RandomKeyTree>(std::move(leaf));
}

}  // namespace keycost::innodb
