#include "sim/postgresql/checkpointer.hpp"

#include <algorithm>

#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/wal/position.hpp"

namespace keycost::postgresql {

namespace {

// Main data of the checkpointer's records. Sources: xlog.c (XLOG_CHECKPOINT_REDO carries the WAL level),
// src/include/storage/standbydefs.h (xl_running_xacts without transactions), src/include/catalog/pg_control.h
// (CheckPoint).
constexpr std::size_t redo_record_size_bytes = 4;
constexpr std::size_t running_transactions_size_bytes = 24;
constexpr std::size_t checkpoint_record_size_bytes = 88;

constexpr double looks_per_second = 10;  // Source: checkpointer.c (CheckpointWriteDelay)

/// How many segments of WAL lie between two checkpoints, so that max_wal_size is not exceeded before the next
/// one is through.
std::uint64_t segments_between_checkpoints(const CheckpointerSettings& settings) {
  const auto segments_max =
      static_cast<double>(settings.max_wal_size_bytes / static_cast<std::int64_t>(wal_segment_size_bytes));
  return std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(segments_max / (1.0 + settings.completion_target)));
}

}  // namespace

Checkpointer::Checkpointer(const CheckpointerSettings& settings, BufferManager& buffers, WriteAheadLog& log)
    : settings_(settings),
      is_automatic_(settings.max_wal_size_bytes > 0 ||
                    (settings.timeout_seconds > 0 && settings.rows_per_second > 0)),
      segments_between_(segments_between_checkpoints(settings)),
      buffers_(&buffers),
      log_(&log),
      last_redo_(log.position()) {}

double Checkpointer::now_seconds() const {
  return settings_.rows_per_second > 0 ? static_cast<double>(rows_) / settings_.rows_per_second : 0;
}

void Checkpointer::checkpoint() {
  if (under_way_) complete();
  ++usage_.num_requested;
  begin();
  complete();
}

void Checkpointer::complete() {
  while (under_way_->done < under_way_->buffers.size()) write_next();
  finish();
}

void Checkpointer::checkpoint_at_shutdown() {
  under_way_.reset();
  last_began_seconds_ = now_seconds();
  set_redo_point();
  Observer* const observer = log_->observer();
  const CheckpointEvent event{last_redo_, 0, true};
  if (observer != nullptr) observer->checkpoint_begins(event);
  buffers_->write_all_dirty();
  log_->insert(WalRecord(RecordType::checkpoint_shutdown).main_data(checkpoint_record_size_bytes));
  if (observer != nullptr) observer->checkpoint_ends(event);
}

// One checkpoint after the other: what falls due while one is under way waits for its end.
void Checkpointer::work() {
  if (under_way_) write_up_to_schedule();
  if (under_way_) return;
  const bool by_volume = is_due_by_volume();
  if (!by_volume && !is_due_by_time()) return;
  ++(by_volume ? usage_.num_requested : usage_.num_timed);
  begin();
  write_up_to_schedule();
}

// The segment in which the redo point lies counts as the first.
bool Checkpointer::is_due_by_volume() const {
  if (settings_.max_wal_size_bytes == 0) return false;
  const std::uint64_t redo_segment = last_redo_ / wal_segment_size_bytes;
  return log_->position() / wal_segment_size_bytes >= redo_segment + segments_between_;
}

bool Checkpointer::is_due_by_time() const {
  if (settings_.timeout_seconds == 0 || settings_.rows_per_second == 0) return false;
  return now_seconds() - last_began_seconds_ >= static_cast<double>(settings_.timeout_seconds);
}

void Checkpointer::set_redo_point() {
  last_redo_ = log_->position();
  log_->set_redo_point(last_redo_);
}

// BufferSync sorts by tablespace, relation file number, fork and block.
void Checkpointer::begin() {
  last_began_seconds_ = now_seconds();
  UnderWay begun{.began_at_seconds = now_seconds(), .began_at_lsn = log_->position(), .buffers = {}};
  set_redo_point();
  log_->insert(WalRecord(RecordType::checkpoint_redo).main_data(redo_record_size_bytes));
  for (Buffer& buffer : buffers_->replacement().buffers()) {
    buffer.checkpoint_needed = buffer.dirty;
    if (buffer.dirty && buffer.relation != nullptr) begun.buffers.push_back(&buffer);
    if (buffer.dirty && buffer.relation == nullptr) buffer.dirty = false;  // of others: no matter when
  }
  std::sort(begun.buffers.begin(), begun.buffers.end(), [](const Buffer* a, const Buffer* b) {
    const FileNumber file_a = a->relation->file_number();
    const FileNumber file_b = b->relation->file_number();
    return file_a != file_b ? file_a < file_b : a->block < b->block;
  });
  under_way_ = std::move(begun);
  if (Observer* observer = log_->observer())
    observer->checkpoint_begins({last_redo_, under_way_->buffers.size(), false});
}

// A look every 100 ms: one page at least, and more until it is where it should be. Without a clock only the
// volume of WAL says where that is.
void Checkpointer::write_up_to_schedule() {
  const bool has_clock = settings_.rows_per_second > 0;
  while (under_way_->done < under_way_->buffers.size()) {
    const double look = under_way_->began_at_seconds +
                        (has_clock ? static_cast<double>(under_way_->looks) / looks_per_second : 0);
    if (has_clock && look > now_seconds()) return;
    if (!has_clock && is_on_schedule(look)) return;
    do {
      write_next();
    } while (under_way_->done < under_way_->buffers.size() && !is_on_schedule(look));
    ++under_way_->looks;
  }
  finish();
}

bool Checkpointer::is_on_schedule(double seconds) const {
  const double progress = static_cast<double>(under_way_->done) /
                          static_cast<double>(under_way_->buffers.size()) * settings_.completion_target;
  if (settings_.max_wal_size_bytes > 0) {
    const double segments = static_cast<double>(log_->position() - under_way_->began_at_lsn) /
                            static_cast<double>(wal_segment_size_bytes);
    if (progress < segments / static_cast<double>(segments_between_)) return false;
  }
  return settings_.timeout_seconds == 0 || progress >= (seconds - under_way_->began_at_seconds) /
                                                           static_cast<double>(settings_.timeout_seconds);
}

// Whoever evicted the page meanwhile has written it; then there is nothing left to do.
void Checkpointer::write_next() {
  Buffer& buffer = *under_way_->buffers[under_way_->done++];
  if (!buffer.checkpoint_needed) return;
  buffer.checkpoint_needed = false;
  buffer.dirty = false;
  ++usage_.buffers_written;
  if (Observer* observer = log_->observer())
    observer->page_written(*buffer.relation, buffer.block, PageWrite::checkpoint);
}

void Checkpointer::finish() {
  log_->insert(WalRecord(RecordType::running_xacts).main_data(running_transactions_size_bytes));
  log_->insert(WalRecord(RecordType::checkpoint_online).main_data(checkpoint_record_size_bytes));
  if (Observer* observer = log_->observer())
    observer->checkpoint_ends({last_redo_, under_way_->buffers.size(), false});
  under_way_.reset();
}

}  // namespace keycost::postgresql
