// Watching a run from inside: what the server does, event by event, and what it looks like at that moment.
//
// An observer hangs on RunOptions::postgresql_observer. It is told of each event as it happens, in the order
// in which the server does things: of one row first what the heap and each index do (a split is told before
// it is done, so that the full page can still be seen; a record when its pages have been changed and carry
// its LSN), then the row, then what comes with its end: a commit's record, a checkpoint.
//
// It may look at anything through the Server that run_begins hands over: relations and their pages, buffers,
// the log, totals. Pages are the server's own bytes, no copies, and change with the next event. It changes
// nothing: a run with an observer has the result of one without. It may throw to stop the run; the exception
// goes through the engine's run() as it is, and the server is gone by then, so what is needed of it must have
// been copied.
//
// The index of the table's out-of-line storage, which REINDEX TABLE logs and nothing else touches, is a
// relation that Server::relations() does not list. An index that is being built is not numbered yet.
//
// Without an observer a run pays a test of one pointer for each record, row and index entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/postgresql/nbtree/split_explanation.hpp"
#include "sim/postgresql/page.hpp"
#include "sim/postgresql/relation.hpp"
#include "sim/postgresql/wal/record.hpp"
#include "sim/scenario.hpp"

namespace keycost::postgresql {

class Server;

/// A row that a step has given.
struct RowEvent {
  std::uint64_t number = 0;  ///< from 1, over all steps
  bool inserted = false;     ///< false: ON CONFLICT DO NOTHING has left it out
  TupleId id;                ///< where it went
};

/// An entry that has gone onto a leaf.
struct EntryEvent {
  const Relation* index = nullptr;
  BlockNumber leaf = 0;
  OffsetNumber offset = 0;
  std::span<const std::byte> tuple;
};

/// A page that is about to split: `block` keeps the left half, `new_block` will take the right one.
struct SplitEvent {
  const Relation* index = nullptr;
  BlockNumber block = 0;
  BlockNumber new_block = 0;
  std::uint32_t level = 0;      ///< 0: a leaf
  OffsetNumber new_offset = 0;  ///< where on the full page the new item belongs
  std::span<const std::byte> new_item;
  bool splits_posting_list = false;  ///< the item before it is a posting list that has taken the new row in
  SplitExplanation why;
};

struct RootEvent {
  const Relation* index = nullptr;
  BlockNumber block = 0;
  std::uint32_t level = 0;  ///< 0: the index's first page
};

struct DeduplicationEvent {
  const Relation* index = nullptr;
  BlockNumber block = 0;
  std::size_t items_before = 0;  ///< the high key among them
  std::size_t items_after = 0;
  std::size_t free_bytes_before = 0;
  std::size_t free_bytes_after = 0;
};

/// A block that a record is about.
struct LoggedBlock {
  const Relation* relation = nullptr;
  BlockNumber block = 0;
  BlockUse use = BlockUse::standard;
  std::size_t data_size_bytes = 0;   ///< that go into the record, if no image takes their place
  bool has_image = false;            ///< a full-page image
  std::size_t image_size_bytes = 0;  ///< without the hole, compressed if that is on; 0 without one
};

struct RecordEvent {
  RecordType type = RecordType::xlog_fpi;
  Lsn begin = 0;               ///< where it begins in the log, and
  Lsn end = 0;                 ///< where it ends: the LSN that its pages carry now
  std::size_t size_bytes = 0;  ///< images included
  std::size_t main_data_size_bytes = 0;
  std::span<const LoggedBlock> blocks;
};

enum class PageWrite : std::uint8_t {
  eviction,    ///< its buffer was needed for another page
  checkpoint,  ///< its turn in a checkpoint, or the server's end
};

struct CheckpointEvent {
  Lsn redo = 0;                    ///< where recovery would begin once it is through
  std::size_t pages_to_write = 0;  ///< dirty at the redo point
  bool at_shutdown = false;
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// The table is there, as CREATE TABLE leaves it. `server` stays where it is until the run ends.
  virtual void run_begins(const Server& /*server*/) {}

  /// After the last step; the server is still there.
  virtual void run_ends() {}

  /// `step` is one of the scenario's; a repeat's steps begin and end once a round.
  virtual void step_begins(const Step& /*step*/) {}
  virtual void step_ends(const Step& /*step*/) {}

  virtual void row_arrived(const RowEvent& /*row*/) {}
  virtual void entry_inserted(const EntryEvent& /*entry*/) {}
  virtual void page_splits(const SplitEvent& /*split*/) {}
  virtual void root_grown(const RootEvent& /*root*/) {}
  virtual void page_deduplicated(const DeduplicationEvent& /*pass*/) {}

  virtual void record_logged(const RecordEvent& /*record*/) {}

  /// The file has grown by a block, which is zeros on disk; in memory it is what comes next.
  virtual void relation_extended(const Relation& /*relation*/, BlockNumber /*block*/) {}
  /// A page was not in the pool and has been read into it.
  virtual void page_read(const Relation& /*relation*/, BlockNumber /*block*/) {}
  /// A page is no longer as it is on disk. Its bytes may be changed already or are about to be.
  virtual void page_dirtied(const Relation& /*relation*/, BlockNumber /*block*/) {}
  /// What is in memory of a dirty page is on disk now.
  virtual void page_written(const Relation& /*relation*/, BlockNumber /*block*/, PageWrite /*reason*/) {}
  /// Its file is gone: a rebuilt index has another.
  virtual void relation_dropped(const Relation& /*relation*/) {}

  virtual void checkpoint_begins(const CheckpointEvent& /*checkpoint*/) {}
  virtual void checkpoint_ends(const CheckpointEvent& /*checkpoint*/) {}
};

}  // namespace keycost::postgresql
