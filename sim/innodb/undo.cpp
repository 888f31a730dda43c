#include "sim/innodb/undo.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/error.hpp"
#include "sim/innodb/tablespace_format.hpp"

namespace keycost::innodb {

namespace {

constexpr unsigned undo_page_type = 2;  // FIL_PAGE_UNDO_LOG
// On every undo page (TRX_UNDO_PAGE_HDR): where the newest transaction's records begin, where free room
// begins, the node of the list of pages.
constexpr std::size_t page_start = 40;
constexpr std::size_t page_free_place = 42;
constexpr std::size_t page_node = 44;
constexpr std::size_t page_header_end = 56;
// On the first page (TRX_UNDO_SEG_HDR): state, place of the newest transaction's header, segment, list of
// pages.
constexpr std::size_t undo_state = 56;
constexpr std::size_t undo_last_log = 58;
constexpr std::size_t undo_segment_header = 60;
constexpr std::size_t undo_page_list = 70;
constexpr std::size_t segment_header_end = 86;
constexpr unsigned state_active = 1;
constexpr unsigned state_cached = 2;
constexpr unsigned state_to_purge = 4;
// In a transaction's header (TRX_UNDO_TRX_ID and so on).
constexpr std::size_t header_transaction_number = 8;
constexpr std::size_t header_needs_purge = 16;
constexpr std::size_t header_flags = 20;  // TRX_UNDO_XID_EXISTS
constexpr std::size_t header_next_log = 30;
constexpr std::size_t header_previous_log = 32;
constexpr std::size_t header_history_node = 34;
constexpr std::size_t header_old_end = 46;
constexpr std::size_t transaction_header_bytes = 186;  // TRX_UNDO_LOG_XA_HDR_SIZE
// In a rollback segment's header (TRX_RSEG).
constexpr std::size_t rollback_history_size = 42;
constexpr std::size_t rollback_history = 46;
constexpr std::size_t rollback_slot = 72;  // of the first undo log
constexpr std::size_t rollback_newest_transaction = 4168;

// A record: what frames it, and what must be free for one to be begun and for each column of the key.
constexpr std::size_t record_type_size_bytes = 1;
constexpr std::size_t pointer_size_bytes = 2;  // in front to the next record, behind to the one before
constexpr std::size_t free_to_begin_bytes = 2 + 1 + 11 + 11;
constexpr std::size_t free_for_length_bytes = 5;
constexpr std::size_t records_end = page_size_bytes - fil_trailer_size_bytes - 10;  // trx_undo_left
constexpr std::size_t reuse_limit_bytes = page_size_bytes * 3 / 4;  // TRX_UNDO_PAGE_REUSE_LIMIT
constexpr std::uint32_t extents_for_undo = 2;
constexpr std::uint32_t extents_reserved_for_page = 1;

// What a young server has in its system tablespace: doublewrite buffer, change buffer, dictionary,
// transaction system. Segments of which nothing more is asked, then the rollback segments' headers, most of
// them behind the doublewrite buffer. Read from the pages of MariaDB 10.11.19.
constexpr std::uint32_t young_server_segments = 155;
constexpr PageNumber second_inode_page = 243;
constexpr PageNumber first_undo_page = 300;

constexpr PageNumber rollback_segment_page(std::size_t number) {
  constexpr std::size_t before_doublewrite_buffer = 20;
  if (number == 0) return 6;
  return static_cast<PageNumber>(number + (number < before_doublewrite_buffer ? 44 : 172));
}

/// The smallest number above that takes more bytes.
std::uint64_t larger_number_from(std::uint64_t number) {
  for (const std::uint64_t limit : {0x80U, 0x4000U, 0x200000U, 0x10000000U}) {
    if (number < limit) return limit;
  }
  return ~std::uint64_t{0};
}

std::unique_ptr<PageFrame> make_frame(PageNumber page) {
  auto frame = std::make_unique<PageFrame>();
  frame->id = {system_space, page};
  frame->bytes.fill(std::byte{0});
  return frame;
}

/// As a young server has it; none of that is logged.
std::unique_ptr<Tablespace> make_system_space(const ServerRules& rules, const Settings& settings) {
  BufferPool pool(rules, settings);
  RedoLog log(pool);
  MiniTransaction mtr(log);
  auto space = Tablespace::make_system_tablespace(rules, mtr);
  const auto create_segments = [&](std::uint32_t segments) {
    for (std::uint32_t i = 0; i < segments; ++i) space->create_segment(mtr);
  };
  create_segments(inodes_a_page);
  space->take_fragment_pages(second_inode_page, mtr);
  create_segments(young_server_segments - inodes_a_page);
  space->take_fragment_pages(first_undo_page, mtr);
  return space;
}

}  // namespace

UndoLog::UndoLog(RedoLog& log, const ServerRules& rules, const Settings& settings)
    : log_(log),
      table_id_size_bytes_(rules.redo_format == RedoFormat::mysql_8_0_30 ? 2 : 1),
      system_space_(make_system_space(rules, settings)) {}

PageFrame& UndoLog::page_with_lists(PageNumber page) {
  RollbackSegment& rollback = rollback_segment();
  for (PageFrame* frame : {rollback.undo_header.get(), rollback.last_page.get(), previous_page_.get(),
                           newest_in_history_[transactions_ % segments_.size()].get()}) {
    if (frame != nullptr && frame->id.page == page) return *frame;
  }
  throw InvariantBroken("the undo log's lists lead through its own pages");
}

std::size_t UndoLog::record_size(const RecordFormat& format, RecordPointer row) const {
  std::size_t size = record_type_size_bytes + compressed_size_bytes(records_) + table_id_size_bytes_;
  format.for_each_key_field(row, [&](std::size_t length) { size += compressed_size_bytes(length) + length; });
  return size;
}

/// Behind other records that end at `end`.
bool UndoLog::fits(std::size_t end, const RecordFormat& format, RecordPointer row) const {
  const auto has = [&end](std::size_t bytes) { return end + bytes <= records_end; };
  if (!has(free_to_begin_bytes)) return false;
  end += pointer_size_bytes + record_type_size_bytes + compressed_size_bytes(records_) + table_id_size_bytes_;
  bool fits = true;
  format.for_each_key_field(row, [&](std::size_t length) {
    fits = fits && has(free_for_length_bytes);
    end += compressed_size_bytes(length);
    fits = fits && has(length);
    end += length;
  });
  return fits && has(pointer_size_bytes);
}

// trx_undo_report_row_operation. Type, number of the record in its transaction, table, and each column of the
// primary key with its length.
RollPointer UndoLog::report_insert(const RecordFormat& format, RecordPointer row) {
  MiniTransaction mtr(log_);
  if (records_ == 0) begin(mtr);
  if (!fits(rollback_segment().top().number2(page_free_place), format, row)) {
    clear_page_end();
    add_page(mtr);
  }
  PageFrame& page = rollback_segment().top();
  log_.pool().get(page.id);
  const std::size_t size = record_size(format, row);
  const std::size_t offset = page.number2(page_free_place);
  mtr.log_append_undo(page.id, size);
  page.set_number2(page_free_place, offset + size + 2 * pointer_size_bytes);
  mtr.commit();
  ++records_;
  constexpr std::uint64_t insert_flag = std::uint64_t{1} << 55;
  return insert_flag | (transactions_ % segments_.size()) << 48 | std::uint64_t{page.id.page} << 16 | offset;
}

UndoLog::Further UndoLog::further_records(const RecordFormat& format, RecordPointer row) const {
  if (records_ == 0) return {};
  const PageFrame& page = rollback_segment().top();
  const std::size_t size = record_size(format, row);
  const std::size_t free = page.number2(page_free_place);
  const std::size_t step = size + 2 * pointer_size_bytes;
  // Of as many as have numbers of the same size, the first that no longer fits.
  std::uint64_t all =
      std::min<std::uint64_t>(page_size_bytes / step, larger_number_from(records_) - records_);
  std::uint64_t fitting = 0;
  while (fitting < all) {
    const std::uint64_t middle = (fitting + all) / 2;
    if (fits(free + middle * step, format, row)) {
      fitting = middle + 1;
    } else {
      all = middle;
    }
  }
  return {fitting, MiniTransaction::append_undo_size_bytes(page.id, size)};
}

void UndoLog::count_further_records(const RecordFormat& format, RecordPointer row, std::uint64_t records) {
  if (records == 0) return;
  PageFrame& page = rollback_segment().top();
  page.set_number2(page_free_place, page.number2(page_free_place) +
                                        records * (record_size(format, row) + 2 * pointer_size_bytes));
  records_ += records;
}

// trx_undo_assign_low.
void UndoLog::begin(MiniTransaction& mtr) {
  log_.begin_transaction();
  RollbackSegment& rollback = rollback_segment();
  if (!rollback.header) {
    const PageNumber page = rollback_segment_page(transactions_ % segments_.size());
    rollback.header = make_frame(page);
    for (const std::size_t addresses : {rollback_history + 4, rollback_history + 10, rollback_slot})
      std::memset(rollback.header->at(addresses), 0xff, 4);
  }
  if (!rollback.undo_header) create_undo_log(mtr);
  create_transaction_header(mtr);
}

/// A page of the undo log's segment, still without anything on it.
PageNumber UndoLog::take_page(PageNumber hint, std::unique_ptr<PageFrame>& page, MiniTransaction& mtr) {
  return system_space_->allocate_page(rollback_segment().segment, hint, Direction::up, mtr,
                                      [&](PageNumber taken) {
                                        page = make_frame(taken);
                                        mtr.initialise_page(*page);
                                      });
}

// trx_undo_page_init: logged as that it is done.
void UndoLog::initialise_page(PageFrame& page, MiniTransaction& mtr) {
  mtr.log_initialise_undo_page(page.id);
  page.set_number2(fil_page_type, undo_page_type);
  page.set_number2(page_start - 2, 0);
  page.set_number2(page_start, page_header_end);
  page.set_number2(page_free_place, page_header_end);
  for (const std::size_t address : {page_node, page_node + 6}) {
    std::memset(page.at(address), 0xff, 4);
    page.set_number2(address + 4, 0);
  }
}

// trx_undo_seg_create.
void UndoLog::create_undo_log(MiniTransaction& mtr) {
  RollbackSegment& rollback = rollback_segment();
  system_space_->reserve_free_extents(extents_for_undo, mtr);
  rollback.segment = system_space_->create_segment(mtr);
  take_page(0, rollback.undo_header, mtr);
  PageFrame& page = *rollback.undo_header;
  mtr.write_number(page, fil_page_type, 2, system_page_type);
  system_space_->write_segment_header(rollback.segment, page, undo_segment_header, mtr);
  initialise_page(page, mtr);
  mtr.write_number(page, page_free_place, 2, segment_header_end);
  mtr.write_number(page, undo_last_log, 2, 0);
  make_list({&page, undo_page_list}, mtr);
  add_last({&page, undo_page_list}, {&page, page_node}, *this, mtr);
  mtr.write_number(*rollback.header, rollback_slot, 4, page.id.page);
  rollback.undo_pages = 1;
}

// trx_undo_header_create.
void UndoLog::create_transaction_header(MiniTransaction& mtr) {
  RollbackSegment& rollback = rollback_segment();
  PageFrame& page = *rollback.undo_header;
  const std::size_t place = page.number2(page_free_place);
  const std::size_t begin = place + transaction_header_bytes;
  const std::size_t previous = page.number2(undo_last_log);
  std::array<std::byte, 2> start;
  write_number(start, begin);
  if (mtr.is_mysql()) log_mysql_transaction_header(page.id, mtr);
  mtr.set_logged(!mtr.is_mysql());
  mtr.fill(page, page_start, 4, start);
  mtr.write_number(page, undo_state, 4, std::uint64_t{state_active} << 16 | place);
  if (previous != 0) mtr.write_number(page, previous + header_next_log, 2, place);
  mtr.write_number(page, place, 8, log_.transaction());
  mtr.write_number(page, place + header_needs_purge, 4, std::uint64_t{1} << 16 | begin);
  if (previous == 0) {
    mtr.fill(page, place + header_flags, header_old_end - header_flags, std::byte{0});
  } else {
    mtr.fill(page, place + header_flags, header_previous_log - header_flags, std::byte{0});
    mtr.write_number(page, place + header_previous_log, 2, previous);
    mtr.fill(page, place + header_history_node, list_node_size_bytes, std::byte{0});
  }
  mtr.set_logged(true);
  rollback.transaction_header = place;
}

// MLOG_UNDO_HDR_CREATE with the transaction's number, then room for the name of a distributed transaction:
// three places on the page (trx_undo_header_add_space_for_xid).
void UndoLog::log_mysql_transaction_header(PageId page, MiniTransaction& mtr) {
  constexpr std::size_t transaction_number_bytes = 5;
  constexpr std::size_t offset_and_number_bytes = 4;
  mtr.log_mysql_page(page, transaction_number_bytes);
  for (int i = 0; i < 3; ++i) mtr.log_mysql_page(page, offset_and_number_bytes);
}

// trx_undo_erase_page_end: in a mini-transaction of its own, before the next page is taken.
void UndoLog::clear_page_end() {
  PageFrame& page = rollback_segment().top();
  const std::size_t free = page.number2(page_free_place);
  MiniTransaction mtr(log_);
  if (mtr.is_mysql()) {
    mtr.log_mysql_page(page.id, 0);  // MLOG_UNDO_ERASE_END
    return mtr.commit();
  }
  mtr.fill(page, free, page_size_bytes - fil_trailer_size_bytes - free, std::byte{0});
  mtr.commit();
}

// trx_undo_add_page.
void UndoLog::add_page(MiniTransaction& mtr) {
  RollbackSegment& rollback = rollback_segment();
  PageFrame& header = *rollback.undo_header;
  log_.pool().get(header.id);
  system_space_->reserve_free_extents(extents_reserved_for_page, mtr);
  std::unique_ptr<PageFrame> page;
  take_page(rollback.top().id.page + 1, page, mtr);
  initialise_page(*page, mtr);
  previous_page_ = std::move(rollback.last_page);
  rollback.last_page = std::move(page);
  add_last({&header, undo_page_list}, {rollback.last_page.get(), page_node}, *this, mtr);
  previous_page_.reset();
  ++rollback.undo_pages;
}

// trx_purge_add_undo_to_history: the transaction's header comes first in the rollback segment's history. A
// log that will not be reused is given up to purge.
void UndoLog::commit() {
  if (records_ == 0) return;
  RollbackSegment& rollback = rollback_segment();
  PageFrame& page = *rollback.undo_header;
  MiniTransaction mtr(log_);
  const bool is_reusable = rollback.undo_pages == 1 && page.number2(page_free_place) < reuse_limit_bytes;
  // In MySQL nothing is left to purge of transactions that only insert (trx_undo_set_state_at_finish).
  if (mtr.is_mysql()) mtr.write_number(page, undo_state, 2, is_reusable ? state_cached : state_to_purge);
  mtr.set_logged(!mtr.is_mysql());
  if (!is_reusable) leave_log_to_purge(mtr);
  add_first({rollback.header.get(), rollback_history},
            {&page, rollback.transaction_header + header_history_node}, *this, mtr);
  mtr.write_number(page, undo_state, 2, is_reusable ? state_cached : state_to_purge);
  mtr.write_number(page, rollback.transaction_header + header_transaction_number, 8, log_.transaction() + 1);
  mtr.commit();
  if (!is_reusable) {
    newest_in_history_[transactions_ % segments_.size()] = std::move(rollback.undo_header);
    rollback.last_page.reset();
  }
  ++transactions_;
  records_ = 0;
}

void UndoLog::leave_log_to_purge(MiniTransaction& mtr) {
  RollbackSegment& rollback = rollback_segment();
  PageFrame& header = *rollback.header;
  mtr.fill(header, rollback_slot, 4, std::byte{0xff});
  mtr.write_number(header, rollback_history_size, 4,
                   header.number(rollback_history_size, 4) + rollback.undo_pages);
  mtr.write_number(header, rollback_newest_transaction, 8, log_.transaction() + 2);
}

}  // namespace keycost::innodb
