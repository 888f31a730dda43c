// The undo log of transactions that insert, as far as the redo log asks for it: one undo record a row, logged
// in a mini-transaction of its own before the row is inserted; secondary indexes have none. An undo log has a
// segment of the system tablespace, whose pages are written as the server writes them. What purge does later
// with a log that is no longer needed is left out. Sources: storage/innobase/trx/trx0rec.cc
// (trx_undo_page_report_insert), trx0undo.cc, trx0purge.cc (trx_purge_add_undo_to_history).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/innodb/file_list.hpp"
#include "sim/innodb/page_frame.hpp"
#include "sim/innodb/record.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/innodb/tablespace.hpp"

namespace keycost::innodb {

/// Undo log, page and offset of an undo record, as a row has it (DB_ROLL_PTR).
using RollPointer = std::uint64_t;

class UndoLog : private PagesWithLists {
 public:
  UndoLog(RedoLog& log, const ServerRules& rules, const Settings& settings);
  UndoLog(const UndoLog&) = delete;
  UndoLog& operator=(const UndoLog&) = delete;

  /// The row with this clustered index record is about to be inserted. Returns where its undo record is.
  RollPointer report_insert(const RecordFormat& format, RecordPointer row);

  /// Further records that go onto the same page, the redo of each of one size.
  struct Further {
    std::uint64_t records = 0;
    std::size_t redo_size_bytes = 0;  ///< of each, with its mini-transaction
  };
  /// Of rows whose keys are as wide as this row's. None before the transaction's first record.
  Further further_records(const RecordFormat& format, RecordPointer row) const;
  /// `records` of them have been reported. Their redo is in the log already.
  void count_further_records(const RecordFormat& format, RecordPointer row, std::uint64_t records);
  /// Of no effect if nothing was inserted.
  void commit();

 private:
  /// Transactions take rollback segments in turn. A segment keeps its undo log for the next transaction if
  /// that is one page with room left (TRX_UNDO_PAGE_REUSE_LIMIT).
  struct RollbackSegment {
    std::unique_ptr<PageFrame> header;
    std::unique_ptr<PageFrame> undo_header;  ///< the undo log's first page; none: there is no log to reuse
    std::unique_ptr<PageFrame> last_page;    ///< if that is another one
    SegmentId segment = 0;                   ///< of the undo log
    std::size_t undo_pages = 0;
    std::size_t transaction_header = 0;  ///< the place of the transaction's own, on the first page

    PageFrame& top() const { return last_page ? *last_page : *undo_header; }
  };

  RollbackSegment& rollback_segment() { return segments_[transactions_ % segments_.size()]; }
  PageFrame& page_with_lists(PageNumber page) override;
  std::size_t record_size(const RecordFormat& format, RecordPointer row) const;
  const RollbackSegment& rollback_segment() const { return segments_[transactions_ % segments_.size()]; }
  bool fits(std::size_t end, const RecordFormat& format, RecordPointer row) const;
  void begin(MiniTransaction& mtr);
  void create_undo_log(MiniTransaction& mtr);
  void create_transaction_header(MiniTransaction& mtr);
  static void log_mysql_transaction_header(PageId page, MiniTransaction& mtr);
  void clear_page_end();
  void add_page(MiniTransaction& mtr);
  void initialise_page(PageFrame& page, MiniTransaction& mtr);
  PageNumber take_page(PageNumber hint, std::unique_ptr<PageFrame>& page, MiniTransaction& mtr);
  void leave_log_to_purge(MiniTransaction& mtr);

  RedoLog& log_;
  std::size_t table_id_size_bytes_;  ///< a young server's: fewer than 128 tables; MySQL's begin at 1,024
  std::unique_ptr<Tablespace> system_space_;
  std::array<RollbackSegment, 128> segments_;  // innodb_undo_logs, TRX_SYS_N_RSEGS
  /// First pages of undo logs that are in the history and no longer anybody's, by rollback segment: the next
  /// in the history leads to them.
  std::array<std::unique_ptr<PageFrame>, 128> newest_in_history_;
  std::unique_ptr<PageFrame> previous_page_;  ///< while a page is added behind it
  std::uint64_t transactions_ = 0;
  std::uint64_t records_ = 0;  ///< of the transaction
};

}  // namespace keycost::innodb
