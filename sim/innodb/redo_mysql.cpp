// What MySQL's redo log records take: type, file and page, then what the type asks for. A mini-transaction of
// one record says so in the type, any other has an end mark. Read from the source, held against no server.
// Sources: MySQL storage/innobase/mtr/mtr0log.cc, include/mach0data.ic, page/page0cur.cc
// (page_cur_insert_rec_write_log), dict/dict0dict.cc (AutoIncPersister).
#include <algorithm>

#include "sim/innodb/redo.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t type_size_bytes = 1;
constexpr std::size_t offset_size_bytes = 2;
/// Undo logs lie in undo tablespaces, whose numbers are near 2³² (dict_sys_t::s_min_undo_space_id).
constexpr std::size_t undo_space_size_bytes = 5;
// Of an index: version and flags, number of columns and of those in the key; then two bytes a column.
constexpr std::size_t index_head_bytes = 1 + 1 + 2 + 2;
constexpr std::size_t index_column_bytes = 2;
constexpr std::size_t table_id_size_bytes = 2;  // from 1,024 on

constexpr std::size_t mysql_page_id_size_bytes(PageId page) {
  return (page.space == system_space ? undo_space_size_bytes : compressed_size_bytes(page.space)) +
         compressed_size_bytes(page.page);
}

}  // namespace

void MiniTransaction::log_mysql_page(PageId page, std::size_t content_bytes) {
  note_change(page);
  if (!is_logged_) return;
  bytes_ += type_size_bytes + mysql_page_id_size_bytes(page) + content_bytes;
  ++records_;
}

// mlog_write_ulint for 1, 2 and 4 bytes, mlog_write_ull for 8, else mlog_write_string. An address in a list
// is two numbers.
void MiniTransaction::log_mysql_write(PageId page, std::span<const std::byte> content) {
  constexpr std::size_t list_address_size_bytes = 6;
  constexpr std::size_t low_half_bytes = 4;
  switch (content.size()) {
    case 1:
    case 2:
    case 4:
      return log_mysql_page(page, offset_size_bytes + compressed_size_bytes(read_number(content)));
    case 8:
      return log_mysql_page(
          page, offset_size_bytes + compressed_size_bytes(read_number(content.first(4))) + low_half_bytes);
    case list_address_size_bytes:
      log_mysql_write(page, content.first(4));
      return log_mysql_write(page, content.last(2));
    default:
      return log_mysql_page(page, offset_size_bytes + 2 + content.size());
  }
}

// mlog_open_and_write_index.
void MiniTransaction::log_mysql_index_page(PageId page, std::size_t index_fields, std::size_t content_bytes) {
  log_mysql_page(page, index_head_bytes + index_fields * index_column_bytes + content_bytes);
}

// How much follows and whether the header is told; if so the header, its size and where the difference
// begins.
std::size_t MiniTransaction::mysql_insert_size_bytes(const MysqlLoggedInsert& insert) {
  const std::size_t rest = insert.size.bytes() - insert.equal_bytes;
  std::size_t size = compressed_size_bytes(2 * rest + 1) + rest;
  if (insert.tells_header)
    size += 1 + compressed_size_bytes(insert.size.extra_bytes) + compressed_size_bytes(insert.equal_bytes);
  return size;
}

void MiniTransaction::log_mysql_insert(PageId page, const MysqlLoggedInsert& insert) {
  log_mysql_index_page(page, insert.index_fields, offset_size_bytes + mysql_insert_size_bytes(insert));
}

void MiniTransaction::log_mysql_copied(const MysqlLoggedInsert& insert) {
  if (is_logged_) bytes_ += mysql_insert_size_bytes(insert);
}

// MLOG_TABLE_DYNAMIC_META: table, version, what it is about, and the number.
void MiniTransaction::log_mysql_counter(std::uint64_t counter) {
  constexpr std::size_t version_and_subject_bytes = 1 + 1;
  bytes_ +=
      type_size_bytes + table_id_size_bytes + version_and_subject_bytes + compressed_size_bytes(counter);
  ++records_;
}

}  // namespace keycost::innodb
