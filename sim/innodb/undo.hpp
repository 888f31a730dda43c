// The undo log of a transaction that inserts, as far as the redo log asks for it: one undo record a row,
// logged in a mini-transaction of its own before the row is inserted. Secondary indexes have none. Sources:
// storage/innobase/trx/trx0rec.cc (trx_undo_page_report_insert), trx0undo.cc; include/mtr0log.h
// (mtr_t::undo_append).
#pragma once

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
  RedoLog& log_;
  std::uint64_t records_ = 0;  ///< of the transaction
};

}  // namespace keycost::innodb
