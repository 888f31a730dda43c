#include "sim/innodb/redo.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace keycost::innodb {

namespace {

constexpr std::size_t short_record_max_bytes = 16;    // a longer one needs length bytes of its own
constexpr std::size_t offset_after_page_record = 24;  // FIL_PAGE_TYPE
constexpr std::size_t subtype_size_bytes = 1;

constexpr std::size_t page_id_size_bytes(PageId page) {
  return number_size_bytes(page.space) + number_size_bytes(page.page);
}

}  // namespace

void MiniTransaction::note_change(PageId page) {
  if (std::find(changed_pages_.rbegin(), changed_pages_.rend(), page) == changed_pages_.rend())
    changed_pages_.push_back(page);
}

namespace {

/// A record with its content: more than fits the length in the first byte needs length bytes of its own.
constexpr std::size_t record_size_bytes(std::size_t head, std::size_t content_bytes) {
  if (head + content_bytes <= short_record_max_bytes) return head + content_bytes;
  std::size_t length = head + content_bytes - (short_record_max_bytes - 1);
  if (length >= three_bytes_from - 1) {
    length += 2;
  } else if (length >= two_bytes_from) {
    ++length;
  }
  return head + number_size_bytes(length) + content_bytes;
}

std::size_t insert_content_bytes(const LoggedInsert& insert) {
  const std::size_t lengths = insert.size.extra_bytes - record_header_size_bytes;
  const std::size_t header = lengths - insert.common_header_bytes;
  const std::size_t data = insert.size.data_bytes - insert.common_data_bytes;
  const std::size_t content = subtype_size_bytes + number_size_bytes(insert.predecessor) +
                              number_size_bytes(insert.common_header_bytes) + number_size_bytes(header << 3) +
                              number_size_bytes(insert.common_data_bytes) + header + data;
  if (!insert.reuses_free_record) return content;
  const auto shift = static_cast<std::size_t>(insert.free_record_shift < 0 ? -insert.free_record_shift
                                                                           : insert.free_record_shift);
  return content + number_size_bytes(shift << 1);
}

std::size_t equal_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  std::size_t equal = 0;
  while (equal < b.size() && a[equal] == b[equal]) ++equal;
  return equal;
}

}  // namespace

// mtr_t::log_write.
void MiniTransaction::record(Kind kind, PageId page, std::size_t offset, std::size_t content_bytes) {
  note_change(page);
  if (!is_logged_) return;
  std::size_t head = 1;
  const bool is_same_page = kind != Kind::without_length && page == last_page_ &&
                            (kind == Kind::extended || offset >= last_offset_);
  if (!is_same_page) {
    head += page_id_size_bytes(page);
    last_page_ = page;
  } else if (kind == Kind::with_offset) {
    offset -= last_offset_;
  }
  if (kind == Kind::with_offset) head += number_size_bytes(offset);
  bytes_ += record_size_bytes(head, content_bytes);
  last_offset_ = offset_after_page_record;
}

void MiniTransaction::log_write(PageId page, std::size_t offset, std::size_t length) {
  record(Kind::with_offset, page, offset, length);
  last_offset_ = offset + length;
}

void MiniTransaction::write(PageFrame& page, std::size_t offset, std::span<const std::byte> content) {
  if (is_mysql_) return write_whole(page, offset, content);
  const std::size_t equal = equal_bytes(std::span(page.bytes).subspan(offset), content);
  if (equal < content.size()) write_whole(page, offset + equal, content.subspan(equal));
}

void MiniTransaction::log_change(PageId page, std::size_t offset, std::span<const std::byte> old,
                                 std::span<const std::byte> content) {
  if (is_mysql_) return log_mysql_write(page, content);
  const std::size_t equal = equal_bytes(old, content);
  if (equal < content.size()) log_write(page, offset + equal, content.size() - equal);
}

void MiniTransaction::log_number_change(PageId page, std::size_t offset, std::size_t width, std::uint64_t old,
                                        std::uint64_t number) {
  std::array<std::byte, sizeof number> before;
  std::array<std::byte, sizeof number> after;
  innodb::write_number(std::span(before).first(width), old);
  innodb::write_number(std::span(after).first(width), number);
  log_change(page, offset, std::span(before).first(width), std::span(after).first(width));
}

std::size_t MiniTransaction::number_change_size_bytes(PageId page, std::size_t offset, std::size_t width,
                                                      std::uint64_t old, std::uint64_t number) {
  std::size_t differing = width;
  while (differing > 0 && ((old ^ number) >> (8 * (differing - 1))) == 0) --differing;
  if (differing == 0) return 0;
  return record_size_bytes(1 + page_id_size_bytes(page) + number_size_bytes(offset + width - differing),
                           differing);
}

void MiniTransaction::write_whole(PageFrame& page, std::size_t offset, std::span<const std::byte> content) {
  std::memcpy(page.at(offset), content.data(), content.size());
  if (is_mysql_) return log_mysql_write(page.id, content);
  log_write(page.id, offset, content.size());
}

void MiniTransaction::write_number(PageFrame& page, std::size_t offset, std::size_t width,
                                   std::uint64_t number) {
  std::array<std::byte, sizeof number> bytes;
  const std::span<std::byte> content = std::span(bytes).first(width);
  innodb::write_number(content, number);
  write(page, offset, content);
}

void MiniTransaction::write_whole_number(PageFrame& page, std::size_t offset, std::size_t width,
                                         std::uint64_t number) {
  innodb::write_number(std::span(page.bytes).subspan(offset, width), number);
  if (is_mysql_) return log_mysql_write(page.id, std::span(page.bytes).subspan(offset, width));
  log_write(page.id, offset, width);
}

void MiniTransaction::log_written(const PageFrame& page, std::size_t offset, std::size_t length) {
  log_write(page.id, offset, length);
}

// mtr_t::memset: the length, and the byte.
void MiniTransaction::fill(PageFrame& page, std::size_t offset, std::size_t length, std::byte value) {
  std::memset(page.at(offset), std::to_integer<int>(value), length);
  if (is_mysql_) {
    constexpr std::size_t word_bytes = 4;
    for (std::size_t i = 0; i < length; i += word_bytes)
      log_mysql_write(page.id, std::span(page.bytes).subspan(offset + i, std::min(word_bytes, length - i)));
    return;
  }
  log_filled(page, offset, length);
}

void MiniTransaction::fill(PageFrame& page, std::size_t offset, std::size_t length,
                           std::span<const std::byte> repeated) {
  for (std::size_t i = 0; i < length; ++i) page.bytes[offset + i] = repeated[i % repeated.size()];
  log_filled(page, offset, length, repeated.size());
}

void MiniTransaction::log_filled(const PageFrame& page, std::size_t offset, std::size_t length,
                                 std::size_t repeated_bytes) {
  record(Kind::with_offset, page.id, offset, number_size_bytes(length) + repeated_bytes);
  last_offset_ = offset + length;
}

// mtr_t::memmove: the length, and how far away the source is, its direction in the lowest bit.
void MiniTransaction::move(PageFrame& page, std::size_t to, std::size_t from, std::size_t length) {
  std::memmove(page.at(to), page.at(from), length);
  if (is_mysql_) return log_mysql_write(page.id, std::span(page.bytes).subspan(to, length));
  const std::size_t distance = from > to ? from - to : to - from;
  record(Kind::with_offset, page.id, to,
         number_size_bytes(length) + number_size_bytes((distance - 1) << 1 | std::size_t{from < to}));
  last_offset_ = to + length;
}

// fsp_init_file_page.
void MiniTransaction::initialise_page(PageFrame& page) {
  constexpr std::size_t fil_page_offset = 4;
  constexpr std::size_t two_neighbours_bytes = 8;
  constexpr std::size_t fil_page_space_id = 34;
  page.bytes.fill(std::byte{0});
  innodb::write_number(std::span(page.bytes).subspan(fil_page_offset, 4), page.id.page);
  innodb::write_number(std::span(page.bytes).subspan(fil_page_space_id, 4), page.id.space);
  std::memset(page.at(fil_page_previous), 0xff, two_neighbours_bytes);
  log_initialise_page(page.id);
}

void MiniTransaction::log_initialise_page(PageId page) {
  log_.pool().create(page);
  if (is_mysql_) return log_mysql_page(page, 0);
  record(Kind::without_length, page, 0, 0);
}

// Whatever else the mini-transaction has changed on the page stays in its log.
void MiniTransaction::free_page(PageId page) {
  if (!is_mysql_) record(Kind::without_length, page, 0, 0);
  last_page_ = {0, no_page};
  changed_pages_.erase(std::remove(changed_pages_.begin(), changed_pages_.end(), page), changed_pages_.end());
  log_.pool().free(page);
}

void MiniTransaction::log_create_index_page(PageId page) {
  if (is_mysql_) return log_mysql_page(page, 0);
  record(Kind::extended, page, 0, subtype_size_bytes);
}

// mtr_t::page_insert.
void MiniTransaction::log_insert_record(PageId page, const LoggedInsert& insert) {
  record(Kind::extended, page, 0, insert_content_bytes(insert));
}

std::size_t MiniTransaction::insert_record_size_bytes(PageId page, const LoggedInsert& insert) {
  return record_size_bytes(1 + page_id_size_bytes(page), insert_content_bytes(insert));
}

// mtr_t::page_delete.
void MiniTransaction::log_delete_record(PageId page, std::size_t predecessor, const RecordSize& size) {
  record(Kind::extended, page, 0,
         subtype_size_bytes + number_size_bytes(predecessor) +
             number_size_bytes(size.extra_bytes - record_header_size_bytes) +
             number_size_bytes(size.data_bytes));
}

void MiniTransaction::log_append_undo(PageId page, std::size_t length) {
  constexpr std::size_t undo_length_bytes = 2;
  if (is_mysql_) return log_mysql_page(page, undo_length_bytes + length);
  record(Kind::extended, page, 0, subtype_size_bytes + length);
}

std::size_t MiniTransaction::further_insert_record_size_bytes(const LoggedInsert& insert) {
  return record_size_bytes(1, insert_content_bytes(insert));
}

std::size_t MiniTransaction::append_undo_size_bytes(PageId page, std::size_t length) {
  return record_size_bytes(1 + page_id_size_bytes(page), subtype_size_bytes + length) + end_size_bytes;
}

void MiniTransaction::log_initialise_undo_page(PageId page) {
  if (is_mysql_) return log_mysql_page(page, 1);
  record(Kind::extended, page, 0, subtype_size_bytes);
}

// mtr_t::commit: the pages count as dirty from where the mini-transaction ends in the log.
void MiniTransaction::commit() {
  // MySQL marks the end only where there are several records (MLOG_MULTI_REC_END).
  const std::size_t end_bytes = is_mysql_ ? std::size_t{records_ > 1} : end_size_bytes;
  if (bytes_ > 0) log_.append(bytes_ + end_bytes);
  bytes_ = 0;
  records_ = 0;
  last_page_ = {0, no_page};
  for (const PageId page : changed_pages_) log_.pool().note_modification(page, log_.lsn());
  log_.pool().release();
  if (!changed_pages_.empty()) log_.pool().note_log(log_.lsn());
  changed_pages_.clear();
}

}  // namespace keycost::innodb
