// The redo log: how many bytes each kind of change takes. A mini-transaction collects the records of a change
// that must be redone whole or not at all; its commit appends them to the log.
//
// MariaDB 10.8 and later: records of one to three parts, type and length, page, offset and content, numbers
// in as few bytes as they need, and a page that is written again named once; at the end of a mini-transaction
// a marker and a checksum. Sources: storage/innobase/include/mtr0types.h, mtr0log.h; mtr/mtr0mtr.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/innodb/buffer_pool.hpp"
#include "sim/innodb/page_format.hpp"
#include "sim/innodb/page_frame.hpp"
#include "sim/innodb/record.hpp"

namespace keycost::innodb {

class Observer;

/// What is known of a record that goes on a page, as far as its logging asks for it.
struct LoggedInsert {
  bool reuses_free_record = false;
  std::size_t predecessor = 0;           ///< offset of the record in front, from the infimum's
  std::ptrdiff_t free_record_shift = 0;  ///< how far the origin moves within the reused space
  RecordSize size;
  std::size_t common_header_bytes = 0;  ///< of lengths and NULL bitmap, equal to the predecessor's
  std::size_t common_data_bytes = 0;    ///< from the first field on
};

/// How many transactions a young server has had: their numbers take one byte.
inline constexpr std::uint64_t young_server_transactions = 20;

/// The log, and with it the pool whose dirty pages it must outlast.
class RedoLog {
 public:
  explicit RedoLog(BufferPool& pool) : pool_(pool) {}

  void append(std::uint64_t bytes) { lsn_ += bytes; }
  /// How much has been written so far.
  Lsn lsn() const { return lsn_; }
  BufferPool& pool() const { return pool_; }

  /// The number of the transaction that is inserting, which secondary indexes' leaves are marked with.
  std::uint64_t transaction() const { return transaction_; }
  /// It takes one number as it begins, another as it ends.
  void begin_transaction() { transaction_ += 2; }

  /// Who is told of what the run does; nullptr: nobody. Whatever changes pages has the log at hand.
  Observer* observer() const { return observer_; }
  void set_observer(Observer* observer) { observer_ = observer; }

 private:
  BufferPool& pool_;
  Lsn lsn_ = 0;
  std::uint64_t transaction_ = young_server_transactions;
  Observer* observer_ = nullptr;
};

/// Changes page bytes, and logs what they become. Where nothing else is said, only the bytes from the first
/// that differs on are logged, and nothing if none does.
class MiniTransaction {
 public:
  explicit MiniTransaction(RedoLog& log) : log_(log) {}
  MiniTransaction(const MiniTransaction&) = delete;
  MiniTransaction& operator=(const MiniTransaction&) = delete;

  void write(PageFrame& page, std::size_t offset, std::span<const std::byte> content);
  /// A number of `width` bytes.
  void write_number(PageFrame& page, std::size_t offset, std::size_t width, std::uint64_t number);
  /// Logs everything, whether it differs or not.
  void write_whole(PageFrame& page, std::size_t offset, std::span<const std::byte> content);
  void write_whole_number(PageFrame& page, std::size_t offset, std::size_t width, std::uint64_t number);
  /// What has been written there already, without being logged.
  void log_written(const PageFrame& page, std::size_t offset, std::size_t length);
  /// `length` bytes that repeat one, or several, logged whole.
  void fill(PageFrame& page, std::size_t offset, std::size_t length, std::byte value);
  void fill(PageFrame& page, std::size_t offset, std::size_t length, std::span<const std::byte> repeated);
  /// The same for bytes that have that value already.
  void log_filled(const PageFrame& page, std::size_t offset, std::size_t length,
                  std::size_t repeated_bytes = 1);
  /// Copies bytes within the page, logged whole.
  void move(PageFrame& page, std::size_t to, std::size_t from, std::size_t length);

  /// The page begins anew in its file, all zeroes but for its number and the missing neighbours.
  void initialise_page(PageFrame& page);
  void free_page(PageId page);
  // Logged as what is done; the page itself is changed by who calls.
  void log_create_index_page(PageId page);
  void log_insert_record(PageId page, const LoggedInsert& insert);
  void log_delete_record(PageId page, std::size_t predecessor, const RecordSize& size);
  /// An undo log record, `length` bytes of it beyond its frame.
  void log_append_undo(PageId page, std::size_t length);
  void log_initialise_undo_page(PageId page);

  /// Appends what was collected to the log, and makes the changed pages dirty; a mini-transaction without
  /// changes leaves no trace.
  void commit();

 private:
  enum class Kind : std::uint8_t { without_length, extended, with_offset };

  void record(Kind kind, PageId page, std::size_t offset, std::size_t content_bytes);
  void log_write(PageId page, std::size_t offset, std::size_t length);
  void note_change(PageId page);

  RedoLog& log_;
  std::uint64_t bytes_ = 0;
  PageId last_page_{0, no_page};
  std::size_t last_offset_ = 0;
  std::vector<PageId> changed_pages_;
};

}  // namespace keycost::innodb
