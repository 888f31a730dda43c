// The write-ahead log: takes records, decides which blocks go in as full-page images, keeps the totals.
//
// A block is logged whole if this is its first change since the redo point of the last checkpoint, which the
// page itself tells: its LSN is that of the last record that changed it. A torn page can then be put right
// from the log alone. The price falls due again after every checkpoint, once for every page touched, however
// small the change.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/postgresql/settings.hpp"
#include "sim/postgresql/wal/image.hpp"
#include "sim/postgresql/wal/position.hpp"
#include "sim/postgresql/wal/record.hpp"
#include "sim/postgresql/wal/record_size.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql {

class Observer;

/// Totals by record type; the difference of two of these is what happened in between.
struct WalTotals {
  struct OfType {
    std::uint64_t count = 0;
    std::uint64_t size_bytes = 0;  ///< images included
    std::uint64_t images = 0;
    std::uint64_t images_size_bytes = 0;
  };
  std::array<OfType, record_types> types{};
  std::uint64_t position_lsn = 0;
};

/// Many records of one type together.
struct WalBulk {
  RecordType type;
  std::uint64_t count = 0;
  std::uint64_t size_bytes = 0;     ///< images included
  std::uint64_t aligned_bytes = 0;  ///< what they take in the log: each rounded up to 8
  std::uint64_t images = 0;
  std::uint64_t images_size_bytes = 0;
};

class WriteAheadLog {
 public:
  explicit WriteAheadLog(const Settings& settings);

  /// XLogInsert: appends the record and stamps every block in it with its LSN.
  void insert(const WalRecord& record);

  /// log_newpages: one record with the images of `blocks` (at most 32), whatever full_page_writes says.
  void insert_new_pages(Relation& relation, std::span<const BlockNumber> blocks);

  /// Appends many records whose blocks somebody else keeps account of, charged to `cost`.
  void add(const WalBulk& records, Cost& cost);
  /// `count` records about no block.
  void insert_alike(RecordType type, std::uint64_t count, std::size_t main_data_size_bytes);

  bool writes_images() const { return settings_.full_page_writes; }

  /// pg_current_wal_insert_lsn: where the next record will begin.
  Lsn position() const { return position_; }
  Lsn redo_point() const { return redo_point_; }
  void set_redo_point(Lsn lsn) { redo_point_ = lsn; }

  /// XLogHintBitIsNeeded: hint-only changes are logged too.
  bool logs_hints() const { return settings_.data_checksums || settings_.wal_log_hints; }

  /// Who is told of every record; nullptr: nobody. Whatever writes to the log asks here whom to tell of what
  /// it does.
  Observer* observer() const { return observer_; }
  void set_observer(Observer* observer) { observer_ = observer; }

  /// full_page_writes.
  bool logs_full_pages() const { return settings_.full_page_writes; }

  WalTotals totals() const;
  /// What records about no relation have caused: commits and aborts; checkpoints.
  const Cost& transaction_cost() const { return transaction_cost_; }
  const Cost& checkpoint_cost() const { return checkpoint_cost_; }
  /// The headers of the log's own pages and segments, which lie between the records.
  const Cost& page_headers_cost() const { return page_headers_cost_; }

 private:
  Lsn append(RecordType type, const RecordSize& size, Cost& cost);
  Cost& cost_of(const WalRecord& record);
  bool takes_image(const RecordBlock& block) const;
  void tell_observer(const WalRecord& record, std::size_t size_bytes, Lsn begin, Lsn end,
                     std::span<const std::size_t> image_sizes_bytes) const;

  Settings settings_;
  PageImages images_;
  std::uint64_t record_bytes_;  ///< of all records so far, each rounded up to 8
  Lsn position_;
  Lsn redo_point_ = 0;
  WalTotals totals_;
  Cost transaction_cost_;
  Cost checkpoint_cost_;
  Cost page_headers_cost_;
  Observer* observer_ = nullptr;
};

/// The difference of two totals in the words of a result: EXPLAIN's figures leave the commit out, by_type has
/// it.
WalUsage wal_usage_between(const WalTotals& before, const WalTotals& after);

}  // namespace keycost::postgresql
