#include "sim/placement/store.hpp"

#include <algorithm>

#include "sim/placement/ordered_key.hpp"
#include "sim/random/uniform.hpp"

namespace keycost::placement {

namespace {

/// What a key-value store adds to a row: the prefix of table and index, and a version. Sources: TiDB
/// documentation, "TiDB Computing" (t{tableID}_r{rowID}); CockroachDB documentation, "MVCC".
constexpr std::uint64_t row_overhead_bytes = 16;

/// FNV-1a, then mixed: not the hash function of any of these databases, which differ, but like theirs without
/// regard for order. Source: Fowler, Noll, Vo, RFC 9923; Steele, Lea, Flood, OOPSLA 2014 (mix64).
std::uint64_t hash_of(std::string_view key) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  hash = (hash ^ hash >> 30) * 0xBF58476D1CE4E5B9;
  hash = (hash ^ hash >> 27) * 0x94D049BB133111EB;
  return hash ^ hash >> 31;
}

void append_big_endian(std::uint64_t number, std::string& key) {
  for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<char>(number >> shift & 0xFF));
}

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

}  // namespace

Store::Store(const StoreSettings& settings, const TableDefinition& table)
    : settings_(settings), key_columns_(table.indexes.front().columns), ranges_(settings.ranges) {
  const SqlType type = table.columns[key_columns_.front().column].type;
  first_column_is_number_ = sorts_as_number(type);
  if (first_column_is_number_) number_bytes_ = static_cast<std::size_t>(describe(type).size_bytes);
  pre_split();
}

// Equal widths of the positive numbers, of a row id's values, of the buckets, or of all bytes.
void Store::pre_split() {
  const std::uint64_t ranges = settings_.pre_split_ranges;
  for (std::uint64_t i = 1; i < ranges; ++i) {
    std::string key;
    if (settings_.hash_buckets > 0) {
      append_big_endian(i * settings_.hash_buckets / ranges, key);
    } else if (settings_.shard_row_id_bits > 0 || first_column_is_number_) {
      append_big_endian(sign_bit | i * (sign_bit / ranges), key);
      if (settings_.shard_row_id_bits == 0) key.resize(number_bytes_);
    } else {
      append_big_endian(i * (~std::uint64_t{0} / ranges + 1), key);
    }
    ranges_.split_at(key);
  }
}

void Store::insert(const std::vector<ColumnBatch>& columns, std::size_t row, bool begins_transaction) {
  ++usage_.rows;
  count(place(columns, row, begins_transaction));
}

std::size_t Store::place(const std::vector<ColumnBatch>& columns, std::size_t row, bool begins_transaction) {
  if (settings_.rules.division == Division::by_hash) {
    key_.clear();
    append_ordered(columns[key_columns_.front().column], row, true, key_);
    return hash_slot(hash_of(key_));
  }
  if (settings_.shard_row_id_bits > 0) {
    // The shard is a hash of the transaction's start: a draw for each.
    const RandomKey random{settings_.seed, 0x726F7769};  // apart from every column's draws
    if (begins_transaction)
      shard_ = half_of(random.block(row_ids_)) >> (64 - settings_.shard_row_id_bits)
                                                      << (63 - settings_.shard_row_id_bits);
    key_.clear();
    append_big_endian(sign_bit | shard_ | ++row_ids_, key_);
  } else {
    build_ordered_key(columns, key_columns_, row, key_);
    if (settings_.hash_buckets > 0) {
      std::string bucketed;
      append_big_endian(hash_of(key_) % settings_.hash_buckets, bucketed);
      key_.insert(0, bucketed);
    }
  }
  return ranges_.put(key_, bytes_of(columns, row));
}

std::size_t Store::hash_slot(std::uint64_t hash) const {
  return static_cast<std::size_t>(settings_.rules.numbers_hash_slots_modulo
                                      ? hash % settings_.hash_slots
                                      : scaled_below(hash, settings_.hash_slots));
}

std::uint64_t Store::bytes_of(const std::vector<ColumnBatch>& columns, std::size_t row) const {
  if (settings_.row_bytes > 0) return settings_.row_bytes;
  std::uint64_t bytes = row_overhead_bytes;
  for (const ColumnBatch& column : columns) {
    if (!column.is_null(row)) bytes += column.value(row).size();
  }
  return bytes;
}

void Store::count(std::size_t range) {
  const auto add = [range](std::vector<std::uint64_t>& writes) {
    if (writes.size() <= range) writes.resize(range + 1, 0);
    ++writes[range];
  };
  add(usage_.writes_by_range);
  add(writes_in_window_);
  if (++rows_in_window_ == settings_.window_rows) end_window();
}

void Store::end_window() {
  const std::uint64_t hottest = *std::max_element(writes_in_window_.begin(), writes_in_window_.end());
  ++usage_.windows;
  usage_.window_rows += rows_in_window_;
  usage_.window_hottest_rows += hottest;
  usage_.window_hottest_rows_max = std::max(usage_.window_hottest_rows_max, hottest);
  usage_.window_rows_each = settings_.window_rows;
  usage_.window_ranges_written += static_cast<std::uint64_t>(std::count_if(
      writes_in_window_.begin(), writes_in_window_.end(), [](std::uint64_t n) { return n > 0; }));
  writes_in_window_.clear();
  rows_in_window_ = 0;
}

PlacementUsage Store::take_usage() {
  PlacementUsage usage = std::move(usage_);
  usage_ = {};
  usage.ranges = settings_.rules.division == Division::by_hash ? settings_.hash_slots : ranges_.ranges();
  usage.ranges_split = ranges_.splits() - splits_told_;
  splits_told_ = ranges_.splits();
  return usage;
}

}  // namespace keycost::placement
