// The redo log: how many bytes each kind of change takes. A mini-transaction collects the records of a change
// that must be redone whole or not at all; its commit appends them to the log.
//
// MariaDB 10.8 and later: records of one to three parts, type and length, page, offset and content, numbers
// in as few bytes as they need, and a page that is written again named once; at the end of a mini-transaction
// a marker and a checksum. Sources: storage/innobase/include/mtr0types.h, mtr0log.h; mtr/mtr0mtr.cc.
//
// MySQL 8.0.30 and later: each record names its page, numbers are logged whole, records of index pages tell
// the index's columns too; the log is cut into blocks. Its part is in redo_mysql.cpp.
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

// The smallest numbers that need two, three, … bytes (MIN_2BYTE and so on). Source: mtr0log.h.
inline constexpr std::size_t two_bytes_from = 128;
inline constexpr std::size_t three_bytes_from = two_bytes_from + (std::size_t{1} << 14);
inline constexpr std::size_t four_bytes_from = three_bytes_from + (std::size_t{1} << 21);
inline constexpr std::size_t five_bytes_from = four_bytes_from + (std::size_t{1} << 28);

constexpr std::size_t number_size_bytes(std::size_t number) {
  return 1 + std::size_t{number >= two_bytes_from} + std::size_t{number >= three_bytes_from} +
         std::size_t{number >= four_bytes_from} + std::size_t{number >= five_bytes_from};
}

/// What is known of a record that goes on a page, as far as MariaDB's log asks for it.
struct LoggedInsert {
  bool reuses_free_record = false;
  std::size_t predecessor = 0;           ///< offset of the record in front, from the infimum's
  std::ptrdiff_t free_record_shift = 0;  ///< how far the origin moves within the reused space
  RecordSize size;
  std::size_t common_header_bytes = 0;  ///< of lengths and NULL bitmap, equal to the predecessor's
  std::size_t common_data_bytes = 0;    ///< from the first field on
};

/// The same for MySQL's log.
struct MysqlLoggedInsert {
  std::size_t index_fields = 0;
  RecordSize size;
  std::size_t equal_bytes = 0;  ///< from the lengths on, equal to the predecessor's, the header left out
  bool tells_header = false;    ///< the predecessor is of another size or kind
};

/// What a number takes, up to 2^32, in undo records and in MySQL's log: mach_write_compressed.
constexpr std::size_t compressed_size_bytes(std::uint64_t number) {
  return number < 0x80 ? 1 : number < 0x4000 ? 2 : number < 0x200000 ? 3 : number < 0x10000000 ? 4 : 5;
}

/// How many transactions a young server has had: their numbers take one byte.
inline constexpr std::uint64_t young_server_transactions = 20;

/// The log, and with it the pool whose dirty pages it must outlast.
class RedoLog {
 public:
  explicit RedoLog(BufferPool& pool, RedoFormat format = RedoFormat::mariadb_10_8)
      : pool_(pool), format_(format) {}

  RedoFormat format() const { return format_; }
  void append(std::uint64_t bytes) { bytes_ += bytes; }
  /// How much has been written so far; in MySQL with what its blocks of 512 bytes have around 496 of content.
  Lsn lsn() const {
    constexpr std::uint64_t block_content_bytes = 496;
    constexpr std::uint64_t block_frame_bytes = 16;  // LOG_BLOCK_HDR_SIZE, LOG_BLOCK_TRL_SIZE
    if (format_ == RedoFormat::mariadb_10_8) return bytes_;
    return bytes_ + bytes_ / block_content_bytes * block_frame_bytes;
  }
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
  RedoFormat format_;
  std::uint64_t bytes_ = 0;
  std::uint64_t transaction_ = young_server_transactions;
  Observer* observer_ = nullptr;
};

/// Changes page bytes, and logs what they become. Where nothing else is said, only the bytes from the first
/// that differs on are logged, and nothing if none does.
class MiniTransaction {
 public:
  explicit MiniTransaction(RedoLog& log) : log_(log), is_mysql_(log.format() == RedoFormat::mysql_8_0_30) {}
  MiniTransaction(const MiniTransaction&) = delete;
  MiniTransaction& operator=(const MiniTransaction&) = delete;

  void write(PageFrame& page, std::size_t offset, std::span<const std::byte> content);
  /// The same of bytes that are kept elsewhere: logged as what becomes `content` and was `old`.
  void log_change(PageId page, std::size_t offset, std::span<const std::byte> old,
                  std::span<const std::byte> content);
  void log_number_change(PageId page, std::size_t offset, std::size_t width, std::uint64_t old,
                         std::uint64_t number);
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
  void log_initialise_page(PageId page);
  void free_page(PageId page);
  // Logged as what is done; the page itself is changed by who calls.
  void log_create_index_page(PageId page);
  void log_insert_record(PageId page, const LoggedInsert& insert);
  /// Further records inserted on the page of the last one, whose log records come to so many bytes
  /// (further_insert_record_size_bytes).
  void log_further_inserts(std::uint64_t bytes) { bytes_ += bytes; }
  void log_delete_record(PageId page, std::size_t predecessor, const RecordSize& size);
  /// Marker and CRC-32C at the end of a mini-transaction of MariaDB's. Source: mtr/mtr0mtr.cc
  /// (mtr_t::finish_write).
  static constexpr std::size_t end_size_bytes = 1 + 4;
  /// What MariaDB's log_insert_record() adds to the log as the first record of a mini-transaction, or behind
  /// one of another page.
  static std::size_t insert_record_size_bytes(PageId page, const LoggedInsert& insert);
  /// The same behind a record of the same page.
  static std::size_t further_insert_record_size_bytes(const LoggedInsert& insert);
  /// log_append_undo() in a mini-transaction by itself, as that appends it to the log.
  static std::size_t append_undo_size_bytes(PageId page, std::size_t length);
  static std::size_t number_change_size_bytes(PageId page, std::size_t offset, std::size_t width,
                                              std::uint64_t old, std::uint64_t number);
  /// An undo log record, `length` bytes of it beyond its frame.
  void log_append_undo(PageId page, std::size_t length);
  void log_initialise_undo_page(PageId page);

  /// Of what follows only the pages that change are noted, not how; or everything again.
  void set_logged(bool is_logged) { is_logged_ = is_logged; }

  // MySQL's log (redo_mysql.cpp).
  bool is_mysql() const { return is_mysql_; }
  void log_mysql_insert(PageId page, const MysqlLoggedInsert& insert);
  /// One of several that are copied to a new page, behind what log_mysql_index_page() has begun.
  void log_mysql_copied(const MysqlLoggedInsert& insert);
  /// Something that is done to an index page, `content_bytes` behind what is told of the index: records
  /// deleted or copied, the page reorganised.
  void log_mysql_index_page(PageId page, std::size_t index_fields, std::size_t content_bytes);
  /// Something that is done to any page.
  void log_mysql_page(PageId page, std::size_t content_bytes);
  /// The counter of an AUTO_INCREMENT column.
  void log_mysql_counter(std::uint64_t counter);

  /// Appends what was collected to the log, and makes the changed pages dirty; a mini-transaction without
  /// changes leaves no trace.
  void commit();

 private:
  enum class Kind : std::uint8_t { without_length, extended, with_offset };

  void record(Kind kind, PageId page, std::size_t offset, std::size_t content_bytes);
  void log_write(PageId page, std::size_t offset, std::size_t length);
  void note_change(PageId page);
  void log_mysql_write(PageId page, std::span<const std::byte> content);
  static std::size_t mysql_insert_size_bytes(const MysqlLoggedInsert& insert);

  RedoLog& log_;
  bool is_mysql_;
  bool is_logged_ = true;
  std::uint64_t bytes_ = 0;
  std::size_t records_ = 0;
  PageId last_page_{0, no_page};
  std::size_t last_offset_ = 0;
  std::vector<PageId> changed_pages_;
};

}  // namespace keycost::innodb
