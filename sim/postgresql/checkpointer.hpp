// Checkpoints that nobody asks for: by the clock and by the volume of WAL, and spread over time.
//
// A checkpoint begins with a redo point: from there on every page's first change is logged whole. Then it
// writes out what was dirty at that moment, in the order of the files, not at once but so that it is done
// when a share (checkpoint_completion_target) of the time or of the WAL up to the next one has gone by. A
// page that is changed before its turn is logged whole but is dirty already; one that is changed after its
// turn is dirtied anew. So what a spread checkpoint costs in images is known exactly from its redo point; how
// many pages are dirtied again depends on how far it has come, here by an ideal clock: every 100 ms it looks
// where it should be. Sources: src/backend/postmaster/checkpointer.c (CheckpointerMain, CheckpointWriteDelay,
// IsCheckpointOnSchedule), src/backend/storage/buffer/bufmgr.c (BufferSync),
// src/backend/access/transam/xlog.c (CalculateCheckpointSegments, XLogCheckpointNeeded, CreateCheckPoint).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/wal/log.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql {

struct CheckpointerSettings {
  std::int64_t timeout_seconds = 0;     ///< checkpoint_timeout; 0: never by the clock
  std::int64_t max_wal_size_bytes = 0;  ///< 0: never by volume
  double completion_target = 0;
  double rows_per_second = 0;  ///< 0: no time passes
};

class Checkpointer {
 public:
  Checkpointer(const CheckpointerSettings& settings, BufferManager& buffers, WriteAheadLog& log);

  /// CHECKPOINT: finishes the one that is under way, then does another, at once.
  void checkpoint();

  /// What a server that ends does instead.
  void checkpoint_at_shutdown();

  /// `rows` rows have arrived since the last call: time has passed and WAL was written. Cheap while nothing
  /// is due.
  void rows_arrived(std::uint64_t rows) {
    rows_ += rows;
    if (is_automatic_) work();
  }

  /// pg_stat_checkpointer, since the server began.
  const CheckpointerUsage& usage() const { return usage_; }

 private:
  /// A checkpoint that is being spread.
  struct UnderWay {
    double began_at_seconds = 0;
    Lsn began_at_lsn = 0;
    std::uint64_t looks = 0;  ///< so far: one every tenth of a second
    std::vector<Buffer*> buffers;  ///< dirty at the redo point, in the order in which they are written
    std::size_t done = 0;
  };

  double now_seconds() const;
  void work();
  bool is_due_by_volume() const;
  bool is_due_by_time() const;
  void set_redo_point();
  void begin();
  void write_up_to_schedule();
  bool is_on_schedule(double seconds) const;
  void write_next();
  void complete();
  void finish();

  CheckpointerSettings settings_;
  bool is_automatic_;
  std::uint64_t segments_between_ = 0;  ///< CheckPointSegments
  BufferManager* buffers_;
  WriteAheadLog* log_;
  Lsn last_redo_;  ///< of the last checkpoint, or where the log began
  std::uint64_t rows_ = 0;
  double last_began_seconds_ = 0;
  std::optional<UnderWay> under_way_;
  CheckpointerUsage usage_;
};

}  // namespace keycost::postgresql
