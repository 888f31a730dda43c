// The undo log of a transaction that inserts, as far as the redo log asks for it: one undo record a row,
// logged in a mini-transaction of its own before the row is inserted. Secondary indexes have none. Sources:
// storage/innobase/trx/trx0rec.cc (trx_undo_page_report_insert), trx0undo.cc; include/mtr0log.h
// (mtr_t::undo_append).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/innodb/record.hpp"
#include "sim/innodb/redo.hpp"

namespace keycost::innodb {

class UndoLog {
 public:
  explicit UndoLog(RedoLog& log);

  /// The row with this clustered index record is about to be inserted.
  void report_insert(const RecordFormat& format, RecordPointer row);
  /// Of no effect if nothing was inserted.
  void commit();

 private:
  /// Transactions take rollback segments in turn. A segment keeps its undo log for the next transaction if
  /// that is one page with room left (TRX_UNDO_PAGE_REUSE_LIMIT).
  struct RollbackSegment {
    PageNumber page = 0;         ///< where its log goes on
    std::size_t used_bytes = 0;  ///< of that page; 0: there is no log to reuse
    bool is_one_page = true;
    bool has_history = false;
  };

  RollbackSegment& segment() { return segments_[transactions_ % segments_.size()]; }
  PageId segment_header() const;
  void begin();
  void add_page();
  void change(PageId page);

  RedoLog& log_;
  std::array<RollbackSegment, 128> segments_;  // innodb_undo_logs, TRX_SYS_N_RSEGS
  PageNumber next_page_;
  std::uint64_t transactions_ = 0;
  std::uint64_t records_ = 0;  ///< of the transaction
};

}  // namespace keycost::innodb
