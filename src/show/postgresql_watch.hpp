// What is remembered of a run of PostgreSQL's engine while it goes on, so that any moment of it can be shown.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/server.hpp"
#include "src/show/event.hpp"

namespace keycost {

/// A record, with as much of it as is shown.
struct LoggedRecord {
  struct Block {
    std::string relation;
    postgresql::BlockNumber block = 0;
    bool has_image = false;
  };
  postgresql::RecordType type = postgresql::RecordType::xlog_fpi;
  postgresql::Lsn begin = 0;
  postgresql::Lsn end = 0;
  std::size_t size_bytes = 0;
  std::size_t images = 0;
  std::size_t images_size_bytes = 0;
  std::vector<Block> blocks;
};

/// What records come to.
struct LoggedSum {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  ///< images included
  std::uint64_t images = 0;
  std::uint64_t images_bytes = 0;
};

struct CheckpointSeen {
  std::uint64_t row_begin = 0;  ///< rows that had arrived
  std::uint64_t row_end = 0;
  postgresql::Lsn redo = 0;
  postgresql::Lsn end = 0;  ///< of its record; 0 while it is under way
  std::size_t pages_to_write = 0;
  std::size_t pages_written = 0;
  bool at_shutdown = false;
};

struct SplitSeen {
  std::uint64_t row = 0;  ///< that was arriving
  std::string index;
  const postgresql::Btree* tree = nullptr;
  postgresql::BlockNumber block = 0;
  postgresql::BlockNumber new_block = 0;
  std::uint32_t level = 0;
  postgresql::OffsetNumber new_offset = 0;
  bool splits_posting_list = false;
  std::vector<std::byte> new_item;
  postgresql::SplitExplanation why;
  postgresql::Page before;
  // Once it is done.
  std::optional<LoggedRecord> record;
  postgresql::Page left;
  postgresql::Page right;
};

class PostgresqlWatch : public postgresql::Observer {
 public:
  /// `visit` is told of every event; it may throw to end the run.
  using Visit = std::function<void(EventKind kind, std::uint64_t number, const Step* step)>;
  explicit PostgresqlWatch(Visit visit) : visit_(std::move(visit)) {}

  /// How many events of a kind there have been.
  std::uint64_t count(EventKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::uint64_t rows() const { return count(EventKind::row); }

  const postgresql::Server& server() const { return *server_; }
  /// The table's, without an index that is being built: its pages are not there yet.
  std::vector<postgresql::Server::NamedRelation> relations() const;
  /// "orders", "orders_fsm", "orders_pkey", "orders_id_seq".
  std::string name_of(const postgresql::Relation& relation) const;

  /// Since the redo point from which recovery would begin now.
  const std::vector<LoggedRecord>& records() const { return records_; }
  postgresql::Lsn recovery_begin() const { return recovery_begin_; }
  /// Up to where the log is surely on disk.
  postgresql::Lsn flushed() const { return flushed_; }
  std::uint64_t rows_committed() const { return rows_committed_; }
  const std::vector<CheckpointSeen>& checkpoints() const { return checkpoints_; }
  const std::optional<SplitSeen>& last_split() const { return split_; }
  const std::optional<postgresql::EntryEvent>& last_entry() const { return entry_; }
  const std::optional<postgresql::RowEvent>& last_row() const { return row_; }
  /// What was logged since the row before the last one arrived; since the last one, while none has arrived
  /// after.
  const LoggedSum& logged_for_row() const { return logged_for_row_; }
  /// Entries of the row that arrived last, in the order of the indexes.
  const std::vector<postgresql::EntryEvent>& entries_of_row() const { return entries_of_row_; }

 private:
  void run_begins(const postgresql::Server& server) override;
  void run_ends() override { pass(EventKind::end); }
  void step_ends(const Step& step) override;
  void row_arrived(const postgresql::RowEvent& row) override;
  void entry_inserted(const postgresql::EntryEvent& entry) override;
  void page_splits(const postgresql::SplitEvent& split) override;
  void root_grown(const postgresql::RootEvent& root) override;
  void page_deduplicated(const postgresql::DeduplicationEvent& pass) override;
  void record_logged(const postgresql::RecordEvent& record) override;
  void page_written(const postgresql::Relation& relation, postgresql::BlockNumber block,
                    postgresql::PageWrite reason) override;
  void checkpoint_begins(const postgresql::CheckpointEvent& checkpoint) override;
  void checkpoint_ends(const postgresql::CheckpointEvent& checkpoint) override;

  void pass(EventKind kind, const Step* step = nullptr);
  void finish_split(const LoggedRecord& record, const postgresql::RecordEvent& event);

  Visit visit_;
  const postgresql::Server* server_ = nullptr;
  std::array<std::uint64_t, event_kinds> counts_{};
  std::map<const Step*, std::uint64_t> executions_;  ///< looked up only
  std::vector<LoggedRecord> records_;
  postgresql::Lsn recovery_begin_ = 0;
  postgresql::Lsn flushed_ = 0;
  std::uint64_t rows_committed_ = 0;
  std::vector<CheckpointSeen> checkpoints_;
  std::optional<SplitSeen> split_;
  std::optional<postgresql::EntryEvent> entry_;
  std::optional<postgresql::RowEvent> row_;
  std::vector<postgresql::EntryEvent> entries_of_row_;
  LoggedSum logged_for_row_;
  bool row_is_done_ = false;    ///< no entry has been inserted since the last row
  bool row_is_logged_ = false;  ///< nothing has been logged since
};

/// "0/0158A2C8", as the server prints it.
std::string lsn_text(postgresql::Lsn lsn);

}  // namespace keycost
