// The redo log: how many bytes each kind of change takes. A mini-transaction collects the records of a change
// that must be redone whole or not at all; its commit appends them to the log.
//
// MariaDB 10.8 and later: records of one to three parts, type and length, page, offset and content, numbers
// in as few bytes as they need, and a page that is written again named once; at the end of a mini-transaction
// a marker and a checksum. Sources: storage/innobase/include/mtr0types.h, mtr0log.h; mtr/mtr0mtr.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/innodb/buffer_pool.hpp"
#include "sim/innodb/page_format.hpp"
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

/// The log, and with it the pool whose dirty pages it must outlast.
class RedoLog {
 public:
  explicit RedoLog(BufferPool& pool) : pool_(pool) {}

  void append(std::uint64_t bytes) { lsn_ += bytes; }
  /// How much has been written so far.
  Lsn lsn() const { return lsn_; }
  BufferPool& pool() const { return pool_; }

  /// Who is told of what the run does; nullptr: nobody. Whatever changes pages has the log at hand.
  Observer* observer() const { return observer_; }
  void set_observer(Observer* observer) { observer_ = observer; }

 private:
  BufferPool& pool_;
  Lsn lsn_ = 0;
  Observer* observer_ = nullptr;
};

class MiniTransaction {
 public:
  explicit MiniTransaction(RedoLog& log) : log_(log) {}
  MiniTransaction(const MiniTransaction&) = delete;
  MiniTransaction& operator=(const MiniTransaction&) = delete;

  /// `length` bytes at `offset` of a page.
  void write(PageId page, std::size_t offset, std::size_t length);
  /// A number of `width` bytes at `offset`; only the bytes from the first that differs on are logged.
  void write_number(PageId page, std::size_t offset, std::size_t width, std::uint64_t old_value,
                    std::uint64_t new_value);
  /// `length` bytes at `offset` that repeat one byte.
  void fill(PageId page, std::size_t offset, std::size_t length);
  /// The page begins anew, all zeroes.
  void initialise_page(PageId page);
  void free_page(PageId page);
  /// The page becomes an empty index page.
  void create_index_page(PageId page);
  void insert_record(PageId page, const LoggedInsert& insert);
  void delete_record(PageId page, std::size_t predecessor, const RecordSize& size);
  /// An undo log record, `length` bytes of it beyond its frame.
  void append_undo(PageId page, std::size_t length);
  void initialise_undo_page(PageId page);

  /// Appends what was collected to the log, and makes the changed pages dirty; a mini-transaction without
  /// changes leaves no trace.
  void commit();

 private:
  enum class Kind : std::uint8_t { without_length, extended, with_offset };

  void record(Kind kind, PageId page, std::size_t offset, std::size_t content_bytes);
  void note_change(PageId page);

  RedoLog& log_;
  std::uint64_t bytes_ = 0;
  PageId last_page_{0, no_page};
  std::size_t last_offset_ = 0;
  std::vector<PageId> changed_pages_;
};

}  // namespace keycost::innodb
