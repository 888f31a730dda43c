// Transactions: when they get a number, how they end, and what of that a later reader of their rows learns.
// Source: src/backend/access/transam/xact.c (AssignTransactionId, RecordTransactionCommit,
// RecordTransactionAbort), transam.c (TransactionIdDidCommit).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

class Transactions {
 public:
  Transactions(std::uint32_t first_id, WriteAheadLog& log) : log_(&log), id_(first_id) {}

  /// GetCurrentTransactionId: the transaction gets its number when it first writes something that needs one.
  std::uint32_t current_id() {
    has_id_ = true;
    return id_;
  }

  /// Ends the transaction. Without a number it leaves no trace, and the number is left to the next.
  void commit();
  void roll_back();
  /// So many transactions, one after the other, each of which has written something.
  void commit_many(std::uint64_t transactions);

  enum class Fate { in_progress, committed, aborted };
  Fate fate(std::uint32_t id) const;

 private:
  void end();

  WriteAheadLog* log_;
  std::uint32_t id_;
  bool has_id_ = false;
  std::vector<std::uint32_t> aborted_;  ///< ascending
};

}  // namespace keycost::postgresql
