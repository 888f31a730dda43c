// A table of a distributed database: takes rows, and knows how many went where.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/placement/key_ranges.hpp"
#include "sim/placement/placement_rules.hpp"
#include "sim/result.hpp"
#include "sim/rows/column_batch.hpp"
#include "sim/scenario.hpp"

namespace keycost::placement {

/// A database's settings and table options, by what they do.
struct StoreSettings {
  PlacementRules rules;
  KeyRangeSettings ranges;  ///< by key range
  std::uint64_t pre_split_ranges = 1;
  std::uint64_t shard_row_id_bits = 0;
  std::uint64_t hash_buckets = 0;
  std::uint64_t hash_slots = 1;  ///< by hash
  std::uint64_t row_bytes = 0;   ///< 0: counted
  std::uint64_t window_rows = 1;
  std::uint64_t seed = 0;
};

class Store {
 public:
  Store(const StoreSettings& settings, const TableDefinition& table);

  /// A row of a batch. `begins_transaction`: it is the first of its transaction.
  void insert(const std::vector<ColumnBatch>& columns, std::size_t row, bool begins_transaction);

  /// What has been counted since the last call, and how many ranges there are.
  PlacementUsage take_usage();

 private:
  void pre_split();
  std::size_t place(const std::vector<ColumnBatch>& columns, std::size_t row, bool begins_transaction);
  std::size_t hash_slot(std::uint64_t hash) const;
  std::uint64_t bytes_of(const std::vector<ColumnBatch>& columns, std::size_t row) const;
  void count(std::size_t range);
  void end_window();

  StoreSettings settings_;
  std::vector<IndexColumn> key_columns_;
  bool first_column_is_number_ = false;
  std::size_t number_bytes_ = 8;
  KeyRanges ranges_;
  std::string key_;
  std::uint64_t row_ids_ = 0;
  std::uint64_t shard_ = 0;
  PlacementUsage usage_;
  std::vector<std::uint64_t> writes_in_window_;  ///< by range
  std::uint64_t rows_in_window_ = 0;
  std::uint64_t splits_told_ = 0;
};

}  // namespace keycost::placement
