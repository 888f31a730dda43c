// A sequence, as an identity column draws from it.
//
// To spare a record for each value, a sequence logs ahead: the record says that 32 values more than the one
// asked for are used up. A crash loses them, which is one of the ways in which ids get gaps. Source:
// src/backend/commands/sequence.c.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/transactions.hpp"
#include "sim/postgresql/wal/log.hpp"
#include "sim/scenario.hpp"

namespace keycost::postgresql {

class Sequence {
 public:
  /// As CREATE TABLE leaves it: its page in the buffers, dirty, never drawn from. A session takes `cache`
  /// values at a time.
  Sequence(std::string name, Transactions& transactions, BufferManager& buffers, WriteAheadLog& log,
           int cache = 1);

  /// nextval: one page access for each `cache` values, and now and then a record. The value itself comes from
  /// the column's stream.
  void next_value();

  /// nextval so many times in a row, with nothing in between. O(records).
  void next_values(std::uint64_t count);

  /// A session's values that are left are nobody's.
  void start_session() { cached_ = 0; }

  Relation& fork() { return relation_; }
  const std::string& name() const { return name_; }
  const Cost& cost() const { return relation_.cost(); }

 private:
  std::string name_;
  Relation relation_;
  Transactions* transactions_;
  BufferManager* buffers_;
  WriteAheadLog* log_;
  int cache_;
  int cached_ = 0;        ///< values that the session has taken and not given yet
  int logged_ahead_ = 0;  ///< log_cnt: values that need no record of their own
};

/// Whether a column's values come from a sequence, which then has costs of its own.
bool draws_from_sequence(const ColumnDefinition& column);
/// The sequences of a table's identity columns, in column order.
std::vector<std::unique_ptr<Sequence>> make_sequences(const TableDefinition& table,
                                                      Transactions& transactions, BufferManager& buffers,
                                                      WriteAheadLog& log);

}  // namespace keycost::postgresql
