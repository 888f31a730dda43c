#include "sim/innodb/undo.hpp"

namespace keycost::innodb {

namespace {

// Where a young server's undo pages lie: in the system tablespace, on pages whose number takes two bytes,
// behind the headers of the rollback segments.
constexpr PageNumber first_undo_page = 300;
constexpr PageNumber first_segment_header = 140;
constexpr PageNumber file_header = 0;
constexpr PageNumber segment_inodes = 2;
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
constexpr std::size_t first_record_of_further_page = 56;       // TRX_UNDO_PAGE_HDR + TRX_UNDO_PAGE_HDR_SIZE
constexpr std::size_t last_record_end = page_size_bytes - 18;  // trx_undo_left
constexpr std::size_t reuse_limit_bytes = page_size_bytes * 3 / 4;

/// mach_write_compressed.
std::size_t compressed_size_bytes(std::uint64_t number) {
  return number < 0x80 ? 1 : number < 0x4000 ? 2 : number < 0x200000 ? 3 : number < 0x10000000 ? 4 : 5;
}

}  // namespace

UndoLog::UndoLog(RedoLog& log) : log_(log), next_page_(first_undo_page) {}

PageId UndoLog::segment_header() const {
  return {system_space, first_segment_header + static_cast<PageNumber>(transactions_ % segments_.size())};
}

void UndoLog::begin() {
  RollbackSegment& rollback = segment();
  const bool is_reused =
      rollback.is_one_page && rollback.used_bytes > 0 && rollback.used_bytes < reuse_limit_bytes;
  log_.append(is_reused ? reused_undo_segment_bytes : new_undo_segment_bytes);
  if (is_reused) {
    rollback.used_bytes += further_header_bytes;
  } else {
    add_page();
    rollback.used_bytes = first_record;
    rollback.is_one_page = true;
    change(segment_header());
  }
}

// What else a change of the log's own structures touches; its bytes are among the constants above.
void UndoLog::change(PageId page) {
  log_.pool().get(page);
  log_.pool().note_modification(page, log_.lsn());
  log_.pool().release();
}

void UndoLog::add_page() {
  RollbackSegment& rollback = segment();
  rollback.page = next_page_++;
  rollback.used_bytes = first_record_of_further_page;
  rollback.is_one_page = false;
  log_.pool().create({system_space, rollback.page});
  change({system_space, file_header});
  change({system_space, segment_inodes});
}

// Type, number of the record in its transaction, table, and each column of the primary key with its length.
void UndoLog::report_insert(const RecordFormat& format, RecordPointer row) {
  if (records_ == 0) begin();
  std::size_t size = type_size_bytes + compressed_size_bytes(records_) + table_id_size_bytes;
  format.for_each_key_field(row, [&](std::size_t length) { size += compressed_size_bytes(length) + length; });
  ++records_;
  if (segment().used_bytes + size + record_frame_bytes > last_record_end) add_page();
  segment().used_bytes += size + record_frame_bytes;
  const PageId page{system_space, segment().page};
  log_.pool().get(page);
  MiniTransaction mtr(log_);
  mtr.append_undo(page, size);
  mtr.commit();
}

void UndoLog::commit() {
  if (records_ == 0) return;
  log_.append(segment().has_history ? commit_bytes : first_commit_bytes);
  segment().has_history = true;
  change(segment_header());
  ++transactions_;
  records_ = 0;
}

}  // namespace keycost::innodb
