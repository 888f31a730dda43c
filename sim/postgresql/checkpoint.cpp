#include "sim/postgresql/checkpoint.hpp"

namespace keycost::postgresql {

namespace {

// Main data of the checkpointer's records. Sources: xlog.c (XLOG_CHECKPOINT_REDO carries the WAL level),
// src/include/storage/standbydefs.h (xl_running_xacts without transactions), src/include/catalog/pg_control.h
// (CheckPoint).
constexpr std::size_t redo_record_size_bytes = 4;
constexpr std::size_t running_transactions_size_bytes = 24;
constexpr std::size_t checkpoint_record_size_bytes = 88;

}  // namespace

void checkpoint(BufferManager& buffers, WriteAheadLog& log) {
  log.set_redo_point(log.position());
  log.insert(WalRecord(RecordType::checkpoint_redo).main_data(redo_record_size_bytes));
  log.insert(WalRecord(RecordType::running_xacts).main_data(running_transactions_size_bytes));
  buffers.write_all_dirty();
  log.insert(WalRecord(RecordType::checkpoint_online).main_data(checkpoint_record_size_bytes));
}

void shutdown_checkpoint(BufferManager& buffers, WriteAheadLog& log) {
  log.set_redo_point(log.position());
  buffers.write_all_dirty();
  log.insert(WalRecord(RecordType::checkpoint_shutdown).main_data(checkpoint_record_size_bytes));
}

}  // namespace keycost::postgresql
