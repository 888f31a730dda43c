#include "sim/innodb/undo.hpp"

namespace keycost::innodb {

namespace {

// Where a young server's undo pages lie: in the system tablespace, on pages whose number takes two bytes.
constexpr PageId undo_page{0, 300};
constexpr std::size_t type_size_bytes = 1;
constexpr std::size_t table_id_size_bytes = 1;  // as long as a server has made fewer than 128 tables
// What else a transaction logs, read from the log of MariaDB 10.11.19: an undo segment with its header page
// before the first record, and its history at the commit. Pages that follow the first are left out: some 100
// bytes for every 600 rows.
constexpr std::uint64_t new_undo_segment_bytes = 158;
constexpr std::uint64_t commit_bytes = 42;

/// mach_write_compressed.
std::size_t compressed_size_bytes(std::uint64_t number) {
  return number < 0x80 ? 1 : number < 0x4000 ? 2 : number < 0x200000 ? 3 : number < 0x10000000 ? 4 : 5;
}

}  // namespace

// Type, number of the record in its transaction, table, and each column of the primary key with its length.
void UndoLog::report_insert(const RecordFormat& format, RecordPointer row) {
  if (records_ == 0) log_.append(new_undo_segment_bytes);
  std::size_t size = type_size_bytes + compressed_size_bytes(records_) + table_id_size_bytes;
  format.for_each_key_field(row, [&](std::size_t length) { size += compressed_size_bytes(length) + length; });
  ++records_;
  MiniTransaction mtr(log_);
  mtr.append_undo(undo_page, size);
  mtr.commit();
}

void UndoLog::commit() {
  if (records_ > 0) log_.append(commit_bytes);
  records_ = 0;
}

}  // namespace keycost::innodb
