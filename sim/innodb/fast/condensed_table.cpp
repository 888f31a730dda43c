#include "sim/innodb/fast/condensed_table.hpp"

#include <algorithm>

#include "sim/fast/key_feed.hpp"
#include "sim/innodb/fast/key_reader.hpp"
#include "sim/innodb/fast/leaf_level.hpp"

namespace keycost::innodb::fast {

namespace {

/// The undo log's part of rows that all have keys of one width: the log's own for the first on each of its
/// pages, counted for those that follow there.
class UndoRecords {
 public:
  UndoRecords(const ServerParts& parts, std::size_t key_size_bytes)
      : parts_(parts), key_(record_header_size_bytes + key_size_bytes) {}

  std::uint64_t bytes_counted() const { return counted_ * further_.redo_size_bytes; }

  void report() {
    if (further_.records == 0 || parts_.log.pool().checkpoints() != checkpoints_) return report_now();
    --further_.records;
    ++counted_;
  }

  void report_now() {
    settle();
    checkpoints_ = parts_.log.pool().checkpoints();
    parts_.undo.report_insert(parts_.tree.format(), row());
    parts_.charge_undo();
    further_ = parts_.undo.further_records(parts_.tree.format(), row());
  }

  /// What was counted goes into both logs.
  void settle() {
    parts_.charge_index();
    parts_.undo.count_further_records(parts_.tree.format(), row(), counted_);
    parts_.log.append(bytes_counted());
    parts_.charge_undo();
    counted_ = 0;
  }

  /// Whatever comes next may be another transaction's.
  void forget() { further_ = {}; }

 private:
  RecordPointer row() const { return key_.data() + record_header_size_bytes; }

  const ServerParts& parts_;
  std::vector<std::byte> key_;
  UndoLog::Further further_;
  std::uint64_t counted_ = 0;
  std::uint64_t checkpoints_ = 0;
};

template <class Key>
class Table : public CondensedTable {
 public:
  Table(const ServerParts& parts, const CondensedKey& key)
      : parts_(parts),
        reader_(key.column),
        is_auto_increment_(key.is_auto_increment),
        feed_(key.open, key.column.type, reader_, one_thread_),
        undo_(parts_, key.size_bytes),
        level_(parts_.tree, key.size_bytes),
        next_row_(key.rows_before),
        end_row_(key.rows) {
    feed_.skip(key.rows_before);
  }

  void insert(std::uint64_t rows) override {
    while (rows > 0) {
      if (read_ == keys_.size()) read();
      const std::size_t now = std::min<std::uint64_t>(rows, keys_.size() - read_);
      insert_keys(std::span(keys_).subspan(read_, now));
      read_ += now;
      rows -= now;
    }
    undo_.settle();
    undo_.forget();
    if (parts_.log.pool().has_evicted()) throw NotCondensed{};
  }

  void settle() override {
    level_.settle();
    parts_.charge_index();
    parts_.log.pool().note_log(parts_.log.lsn());
  }

  std::vector<std::vector<std::string>> leaf_lines() const override {
    std::vector<std::vector<std::string>> lines;
    level_.each_page([&](const Leaf<Key>& leaf, const LeafShape& shape) {
      const HeapSlot* const last = std::find(leaf.slots, leaf.slots + leaf->sorted, leaf->last_insert);
      const std::size_t rank =
          last == leaf.slots + leaf->sorted ? 0 : static_cast<std::size_t>(last - leaf.slots) + 1;
      lines.push_back({std::to_string(leaf->number), "0", std::to_string(leaf->sorted),
                       std::to_string(leaf->heap_slots + first_user_heap_number),
                       std::to_string(shape.heap_top(leaf->heap_slots)),
                       std::to_string(leaf->free_slots * shape.record.bytes()),
                       std::to_string(level_.page_number(leaf->previous)),
                       std::to_string(level_.page_number(leaf->next)), std::to_string(rank)});
    });
    return lines;
  }

  void check(std::uint64_t rows) const override { level_.check(rows); }

 private:
  using Level = LeafLevel<Key>;

  static constexpr std::size_t rows_read_at_once = 4096;
  static constexpr std::size_t rows_ahead = 64;  ///< whose leaves are fetched into the cache together
  /// More than any one mini-transaction logs: a split of every level, pages and extents taken.
  static constexpr std::uint64_t mini_transaction_bytes_max = 16 * page_size_bytes;

  void read() {
    keys_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(rows_read_at_once, end_row_ - next_row_)));
    feed_.read(next_row_, keys_);
    next_row_ += keys_.size();
    read_ = 0;
  }

  void insert_keys(std::span<const Key> keys) {
    while (!keys.empty()) {
      const std::size_t now = std::min(rows_ahead, keys.size());
      for (std::size_t done = 0; done < now;) done += insert_few(keys.subspan(done, now - done));
      keys = keys.subspan(now);
    }
  }

  /// Finds the leaves of all, then puts the rows there, as far as the leaves are still the same. Returns how
  /// many.
  std::size_t insert_few(std::span<const Key> keys) {
    const auto& directory = level_.directory();
    std::array<std::uint32_t, rows_ahead> buckets;
    std::array<typename Level::Place, rows_ahead> places;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      buckets[i] = directory.bucket_of(keys[i]);
      directory.prefetch(buckets[i]);
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      places[i] = directory.place_in(buckets[i], keys[i]);
      level_.prefetch_head(directory.page(places[i]));
    }
    for (std::size_t i = 0; i < keys.size(); ++i) level_.prefetch(directory.page(places[i]));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (insert_row(places[i], keys[i])) return i + 1;
    }
    return keys.size();
  }

  bool insert_row(typename Level::Place place, Key key) {
    if (may_reach_log_limit()) {
      undo_.settle();
      settle();
      if (may_reach_log_limit()) return insert_row_exactly(place, key);
    }
    undo_.report();
    if (is_auto_increment_) note_auto_increment(place, key);
    return level_.insert(place, key);
  }

  /// Whether the log may become so large with what is left for later and one row more that everything dirty
  /// is written: at which row that is depends on every byte.
  bool may_reach_log_limit() const {
    const RedoLog& log = parts_.log;
    return log.lsn() + undo_.bytes_counted() + level_.unsettled_bytes_max() + mini_transaction_bytes_max >
           log.pool().log_limit();
  }

  bool insert_row_exactly(typename Level::Place place, Key key) {
    undo_.report_now();
    if (is_auto_increment_) note_auto_increment(place, key);
    const bool has_split = level_.insert(place, key);
    level_.settle();
    parts_.log.pool().note_log(parts_.log.lsn());
    parts_.charge_index();
    return has_split;
  }

  // Btree::note_auto_increment: in the row's mini-transaction, or in one of its own if the row splits a leaf.
  void note_auto_increment(typename Level::Place place, Key key) {
    const std::int64_t value = reader_.value(key);
    const std::size_t bytes = value > 0 ? level_.raise_counter(static_cast<std::uint64_t>(value)) : 0;
    if (bytes == 0) return;
    parts_.log.append(bytes);
    if (level_.has_room(place, key)) return;
    parts_.log.append(MiniTransaction::end_size_bytes);
    parts_.log.pool().note_log(parts_.log.lsn());
  }

  const RunOptions one_thread_;
  const ServerParts parts_;
  KeyReader<Key> reader_;
  bool is_auto_increment_;
  keycost::fast::KeyFeed<Key, KeyReader<Key>> feed_;
  UndoRecords undo_;
  Level level_;
  std::uint64_t next_row_;
  std::uint64_t end_row_;
  std::vector<Key> keys_;
  std::size_t read_ = 0;
};

}  // namespace

std::unique_ptr<CondensedTable> condense(const ServerParts& parts, const CondensedKey& key) {
  if (key.is_short || key.size_bytes <= sizeof(NarrowKey))
    return std::make_unique<Table<NarrowKey>>(parts, key);
  return std::make_unique<Table<WideKey>>(parts, key);
}

}  // namespace keycost::innodb::fast
