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
  explicit UndoLog(RedoLog& log) : log_(log) {}

  /// The row with this clustered index record is about to be inserted.
  void report_insert(const RecordFormat& format, RecordPointer row);
  /// Of no effect if nothing was inserted.
  void commit();

 private:
  /// Transactions take rollback segments in turn. A segment keeps its undo log for the next transaction if
  /// that is one page with room left (TRX_UNDO_PAGE_REUSE_LIMIT).
  struct RollbackSegment {
    std::size_t used_bytes = 0;  ///< of its log's page; 0: there is no log to reuse
    bool has_history = false;
  };

  RollbackSegment& segment() { return segments_[transactions_ % segments_.size()]; }
  void begin();

  RedoLog& log_;
  std::array<RollbackSegment, 128> segments_;  // innodb_undo_logs, TRX_SYS_N_RSEGS
  std::uint64_t transactions_ = 0;
  std::uint64_t records_ = 0;  ///< of the transaction
};

}  // namespace keycost::innodb
