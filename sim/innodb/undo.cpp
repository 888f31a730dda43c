#include "sim/innodb/undo.hpp"

namespace keycost::innodb {

namespace {

// Where a young server's undo pages lie: in the system tablespace, on pages whose number takes two bytes.
constexpr PageId undo_page{0, 300};
constexpr std::size_t type_size_bytes = 1;
constexpr std::size_t table_id_size_bytes = 1;  // as long as a server has made fewer than 128 tables
// What else a transaction logs, read from the log of MariaDB 10.11.19: an undo segment with its header page,
// or a header behind an earlier transaction's, before the first record; and its place in the history at the
// commit. Pages that follow the first are left out: some 100 bytes for every 600 rows.
constexpr std::uint64_t new_undo_segment_bytes = 155;
constexpr std::uint64_t reused_undo_segment_bytes = 34;
constexpr std::uint64_t first_commit_bytes = 42;
constexpr std::uint64_t commit_bytes = 54;
// On the page: where the first record begins, what another transaction's header takes, what frames a record.
constexpr std::size_t first_record = 272;
constexpr std::size_t further_header_bytes = 186;
constexpr std::size_t record_frame_bytes = 4;
constexpr std::size_t reuse_limit_bytes = page_size_bytes * 3 / 4;

/// mach_write_compressed.
std::size_t compressed_size_bytes(std::uint64_t number) {
  return number < 0x80 ? 1 : number < 0x4000 ? 2 : number < 0x200000 ? 3 : number < 0x10000000 ? 4 : 5;
}

}  // namespace

void UndoLog::begin() {
  RollbackSegment& rollback = segment();
  const bool is_reused = rollback.used_bytes > 0 && rollback.used_bytes < reuse_limit_bytes;
  log_.append(is_reused ? reused_undo_segment_bytes : new_undo_segment_bytes);
  rollback.used_bytes = is_reused ? rollback.used_bytes + further_header_bytes : first_record;
}

// Type, number of the record in its transaction, table, and each column of the primary key with its length.
void UndoLog::report_insert(const RecordFormat& format, RecordPointer row) {
  if (records_ == 0) begin();
  std::size_t size = type_size_bytes + compressed_size_bytes(records_) + table_id_size_bytes;
  format.for_each_key_field(row, [&](std::size_t length) { size += compressed_size_bytes(length) + length; });
  ++records_;
  segment().used_bytes += size + record_frame_bytes;
  MiniTransaction mtr(log_);
  mtr.append_undo(undo_page, size);
  mtr.commit();
}

void UndoLog::commit() {
  if (records_ == 0) return;
  log_.append(segment().has_history ? commit_bytes : first_commit_bytes);
  segment().has_history = true;
  ++transactions_;
  records_ = 0;
}

}  // namespace keycost::innodb
