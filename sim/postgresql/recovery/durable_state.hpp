// What is on disk when a server is cut off: pages as they were last written, and the log up to where it was
// flushed.
//
// An observer that keeps both while a run goes on. A page is on disk as it was when a checkpoint or an
// eviction wrote it; a block by which a file has grown is zeros until then; a built index is written as it is
// logged. What CREATE TABLE leaves is on disk from the start: its records lie before the log that is
// modelled. The log is on disk up to the last commit, the last checkpoint, or the newest change on a page
// that has been written, whichever is most; more of it may survive a real crash by chance.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/recovery/redo_record.hpp"
#include "sim/postgresql/server.hpp"

namespace keycost::postgresql {

/// Where the log is cut: a first run finds it, a second one keeps what lies before it.
struct LogExtent {
  Lsn redo = 0;     ///< where recovery begins: the redo point of the last checkpoint that was through
  Lsn flushed = 0;  ///< up to here it is on disk
};

/// Finds out a LogExtent.
class LogExtentObserver : public Observer {
 public:
  const LogExtent& extent() const { return extent_; }
  /// Rows whose transaction has committed, of those that have arrived.
  std::uint64_t rows_committed() const { return rows_committed_; }

 private:
  void run_begins(const Server& server) override;
  void row_arrived(const RowEvent& row) override { rows_ = row.number; }
  void record_logged(const RecordEvent& record) override;
  void page_written(const Relation& relation, BlockNumber block, PageWrite reason) override;
  void checkpoint_ends(const CheckpointEvent& checkpoint) override;

  LogExtent extent_;
  Lsn last_end_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t rows_committed_ = 0;
};

/// A relation's blocks at some moment.
using Blocks = std::vector<Page>;

class DurableState : public Observer {
 public:
  explicit DurableState(LogExtent extent) : extent_(extent) {}

  struct KeptRelation {
    std::string name;  ///< as the server calls it, "_fsm" behind it for a free space map
    bool is_map = false;
    const Relation* pages = nullptr;  ///< nullptr: dropped
    Blocks on_disk;
    Blocks logged;  ///< each block as the last record that is on disk left it
  };

  const LogExtent& extent() const { return extent_; }
  /// Records from `redo` to `flushed`.
  const std::vector<RedoRecord>& records() const { return records_; }
  std::uint64_t records_lost() const { return records_lost_; }
  const std::vector<KeptRelation>& relations() const { return relations_; }
  /// Where each row went that a transaction committed whose commit is on disk, in the order of arrival.
  const std::vector<TupleId>& committed_rows() const { return committed_rows_; }

 private:
  void run_begins(const Server& server) override;
  void row_arrived(const RowEvent& row) override;
  void record_logged(const RecordEvent& record) override;
  void relation_extended(const Relation& relation, BlockNumber block) override;
  void page_written(const Relation& relation, BlockNumber block, PageWrite reason) override;
  void relation_dropped(const Relation& relation) override;
  void checkpoint_begins(const CheckpointEvent& checkpoint) override;

  std::size_t number_of(const Relation& relation);
  void keep_logged();
  void keep(const RecordEvent& event);

  LogExtent extent_;
  const Server* server_ = nullptr;
  std::vector<KeptRelation> relations_;
  std::map<const Relation*, std::size_t> numbers_;  ///< looked up only
  std::vector<RedoRecord> records_;
  std::uint64_t records_lost_ = 0;
  std::vector<TupleId> rows_in_transaction_;
  std::vector<TupleId> committed_rows_;
};

}  // namespace keycost::postgresql
