#include "sim/innodb/page.hpp"

#include <algorithm>
#include <cstring>

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

constexpr std::uint16_t index_page_type = 17855;  // FIL_PAGE_INDEX
// Values of PAGE_DIRECTION. Source: include/page0types.h.
constexpr std::byte direction_left{1};
constexpr std::byte direction_right{2};
constexpr std::byte direction_none{5};
// Infimum and supremum with their headers, from PAGE_DATA on: each owns itself. Source: page0page.cc
// (infimum_supremum_compact).
constexpr unsigned char infimum_and_supremum[] = {0x01, 0x00, 0x02, 0x00, 0x0d, 'i', 'n',  'f', 'i',
                                                  'm',  'u',  'm',  0,    0x01, 0,   0x0b, 0,   0,
                                                  's',  'u',  'p',  'r',  'e',  'm', 'u',  'm'};
constexpr std::size_t page_data = 94;                       // PAGE_DATA
constexpr std::size_t private_header_bytes = 26;            // PAGE_HEADER_PRIV_END
constexpr std::size_t last_insert_and_direction_bytes = 6;  // PAGE_LAST_INSERT to PAGE_N_DIRECTION
// What follows a description of the index in MySQL's log: a place on the page, the length of many records.
constexpr std::size_t mysql_offset_bytes = 2;
constexpr std::size_t mysql_length_bytes = 4;

void write_heap_number(std::byte* origin, std::uint16_t heap_number) {
  const unsigned status = std::to_integer<unsigned>(origin[-3]) & 7U;
  const unsigned bits = static_cast<unsigned>(heap_number) << 3 | status;
  origin[-4] = static_cast<std::byte>(bits >> 8);
  origin[-3] = static_cast<std::byte>(bits);
}

}  // namespace

Page::Page(PageId id, std::uint16_t level, const RecordFormat& format, const ServerRules& rules)
    : format_(&format), rules_(&rules) {
  frame_.id = id;
  frame_.bytes.fill(std::byte{0});
  write_number(std::span(frame_.bytes).subspan(fil_page_previous, 8), ~std::uint64_t{0});
  frame_.set_number2(page_level, level);
  clear();
}

/// Header, infimum and supremum of an empty page; what else stands in the header stays (page_create_low).
void Page::clear() {
  records_.clear();
  records_.reserve(free_space_of_empty_page_bytes / format_->smallest_size_bytes(is_leaf()));
  frame_.set_number2(fil_page_type, index_page_type);
  std::memset(frame_.at(page_header), 0, private_header_bytes);
  frame_.set_number2(page_directory_slots, directory_slots_of_empty_page);
  frame_.set_number2(page_heap_top, page_new_supremum_end);
  frame_.set_number2(page_heap_records, compact_flag | first_user_heap_number);
  frame_.bytes[page_direction] = direction_none;
  std::memcpy(frame_.at(page_data), infimum_and_supremum, sizeof infimum_and_supremum);
  std::memset(frame_.at(page_new_supremum_end), 0,
              page_size_bytes - fil_trailer_size_bytes - page_new_supremum_end);
  frame_.set_number2(slot_place(0), page_new_infimum);
  frame_.set_number2(slot_place(1), page_new_supremum);
}

void Page::create(std::uint16_t level, std::uint64_t index, MiniTransaction& mtr) {
  mtr.log_create_index_page(id());
  clear();
  set_level(level, mtr);
  mtr.write_number(frame_, page_index_id, 8, index);
}

void Page::create_for_bulk_load(std::uint16_t level, std::uint64_t index, MiniTransaction& mtr) {
  mtr.log_create_index_page(id());
  clear();
  mtr.fill(frame_, fil_page_previous, 8, std::byte{0xff});
  set_level(level, mtr);
  mtr.write_number(frame_, page_index_id, 8, index);
}

void Page::make_empty(std::uint16_t level, MiniTransaction& mtr) {
  const std::uint64_t counter = max_transaction();
  mtr.log_create_index_page(id());
  clear();
  set_level(level, mtr);
  if (counter != 0) mtr.write_number(frame_, page_max_transaction, 8, counter);
  records_.reserve(free_space_of_empty_page_bytes / format_->smallest_size_bytes(is_leaf()));
}

std::size_t Page::position_behind(RecordPointer record) const {
  std::size_t low = begins_with_minimum() ? 1 : 0;
  std::size_t count = records_.size() - low;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (format_->compare(this->record(low + half), record) <= 0) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return low;
}

// The offset of the next record, relative to this one's and in two bytes. 0 ends the free list.
RecordOffset Page::next_record(RecordOffset record) const {
  const std::uint16_t relative = frame_.number2(record - next_record_place);
  return relative == 0 ? RecordOffset{0} : static_cast<RecordOffset>(record + relative);
}

void Page::set_next_record(RecordOffset record, RecordOffset next) {
  frame_.set_number2(record - next_record_place,
                     next == 0 ? std::size_t{0} : static_cast<std::uint16_t>(next - record));
}

// Only the head of the free list is looked at. If the record does not fill it, the rest stays garbage.
Page::Place Page::allocate(const RecordSize& size) {
  if (const RecordOffset first = first_free(); first != 0) {
    const RecordSize free = format_->size(frame_.at(first), is_leaf());
    if (free.bytes() >= size.bytes()) {
      const Place place{std::size_t{first} - free.extra_bytes, read_heap_number(frame_.at(first)), true,
                        std::ptrdiff_t{size.extra_bytes} - free.extra_bytes};
      frame_.set_number2(page_free, next_record(first));
      frame_.set_number2(page_garbage, garbage() - size.bytes());
      return place;
    }
  }
  if (size.bytes() > max_insert_size(1)) return {};
  const Place place{heap_top(), heap_records(), false, 0};
  frame_.set_number2(page_heap_top, heap_top() + size.bytes());
  frame_.set_number2(page_heap_records, compact_flag | (place.heap_number + 1U));
  return place;
}

bool Page::insert(std::size_t position, const NewRecord& record, MiniTransaction& mtr) {
  return insert(position, record, &mtr);
}

// Without a mini-transaction nothing is logged.
bool Page::insert(std::size_t position, const NewRecord& record, MiniTransaction* mtr) {
  const Place place = allocate(record.size);
  if (place.start == 0) return false;
  std::memcpy(frame_.at(place.start), record.origin - record.size.extra_bytes, record.size.bytes());
  const auto offset = static_cast<RecordOffset>(place.start + record.size.extra_bytes);
  const RecordOffset owner = owner_from(position);
  if (mtr != nullptr) log_insert(position, record, place, owner, *mtr);
  set_owned(offset, 0);
  write_heap_number(frame_.at(offset), place.heap_number);
  note_insert(position, offset);
  set_next_record(offset, record_at_or_supremum(position));
  set_next_record(record_before(position), offset);
  records_.insert(records_.begin() + static_cast<std::ptrdiff_t>(position), offset);
  count_in_directory(owner);
  return true;
}

/// Which way inserts go, and how many in a row: nobody asks, but it stands in the header.
void Page::note_insert(std::size_t position, RecordOffset record) {
  const RecordOffset last = last_insert();
  std::byte& direction = frame_.bytes[page_direction];
  const bool is_right = last != 0 && last == record_before(position) && direction != direction_left;
  const bool is_left = last != 0 && last == record_at_or_supremum(position) && direction != direction_right;
  direction = is_right ? direction_right : is_left ? direction_left : direction_none;
  frame_.set_number2(page_same_direction,
                     is_right || is_left ? std::size_t{frame_.number2(page_same_direction)} + 1 : 0);
  frame_.set_number2(page_last_insert, record);
  frame_.set_number2(page_records, records_.size() + 1);
}

// The log holds of a record what differs from the record in front of it on the page: of the lengths and the
// bitmap from the header backwards, of the data from the first field on.
void Page::log_insert(std::size_t position, const NewRecord& record, const Place& place, RecordOffset owner,
                      MiniTransaction& mtr) const {
  if (mtr.is_mysql()) return mtr.log_mysql_insert(id(), mysql_insert(position, record));
  LoggedInsert logged{
      .reuses_free_record = place.is_reused, .free_record_shift = place.shift, .size = record.size};
  const std::size_t before = record_before(position);
  logged.predecessor = before - page_new_infimum;
  const std::size_t lengths = record.size.extra_bytes - record_header_size_bytes;
  if (lengths > 0 && before >= page_new_supremum_end + record_header_size_bytes + record.size.extra_bytes) {
    const std::byte* new_byte = record.origin - record_header_size_bytes - 1;
    const std::byte* old_byte = frame_.at(before) - record_header_size_bytes - 1;
    // The last of them, farthest from the header, never counts.
    while (logged.common_header_bytes + 1 < lengths && *new_byte-- == *old_byte--)
      ++logged.common_header_bytes;
  }
  // How far the comparison may go: not into what lies behind the record in front.
  constexpr std::size_t infimum_size_bytes = 8;
  std::size_t end = before + record.size.data_bytes;
  if (position == 0) end = std::min(end, before + infimum_size_bytes);
  const std::size_t before_owner = owner - record_header_size_bytes;
  if (before <= place.start && end > place.start) {
    end = place.start;
  } else if (end < owner && end >= before_owner) {
    end = before_owner;
  } else {
    end = std::min(end, slot_place(directory_slots() - 1));
  }
  const std::byte* predecessor = frame_.at(before);
  while (before + logged.common_data_bytes < end &&
         record.origin[logged.common_data_bytes] == predecessor[logged.common_data_bytes])
    ++logged.common_data_bytes;
  mtr.log_insert_record(id(), logged);
}

// page_cur_insert_rec_write_log: what is equal from the lengths on, if they are as many; the header never
// counts as different.
MysqlLoggedInsert Page::mysql_insert(std::size_t position, const NewRecord& record) const {
  constexpr RecordSize infimum_size{record_header_size_bytes, 8};
  MysqlLoggedInsert logged{.index_fields = format_->fields().size(), .size = record.size};
  const RecordSize before = position == 0 ? infimum_size : record_size(position - 1);
  const std::byte* const old_origin = frame_.at(record_before(position));
  const auto flags_and_status = [](RecordPointer origin) {
    constexpr std::byte flags{0xf0};
    constexpr std::byte status{0x07};
    return std::pair(origin[-5] & flags, origin[-3] & status);
  };
  logged.tells_header = position == 0 || before.extra_bytes != record.size.extra_bytes ||
                        before.data_bytes != record.size.data_bytes ||
                        flags_and_status(record.origin) != flags_and_status(old_origin);
  if (before.extra_bytes != record.size.extra_bytes) return logged;
  const std::size_t lengths = record.size.extra_bytes - record_header_size_bytes;
  const std::size_t end = std::min(before.bytes(), record.size.bytes());
  const std::byte* const new_bytes = record.origin - record.size.extra_bytes;
  const std::byte* const old_bytes = old_origin - record.size.extra_bytes;
  std::size_t equal = 0;
  while (equal < lengths && new_bytes[equal] == old_bytes[equal]) ++equal;
  if (equal == lengths) {
    equal = record.size.extra_bytes;
    while (equal < end && new_bytes[equal] == old_bytes[equal]) ++equal;
  }
  logged.equal_bytes = equal;
  return logged;
}

// page_mem_free.
void Page::free_record(RecordOffset record, const RecordSize& size) {
  const std::size_t end = std::size_t{record} + size.data_bytes;
  std::size_t cleared_from = record;
  if (rules_->heap_top_steps_back && read_heap_number(frame_.at(record)) == heap_records() - 1) {
    // What a shorter record left over behind itself is given back too.
    frame_.set_number2(page_garbage, garbage() - (heap_top() - end));
    cleared_from = record - size.extra_bytes;
    frame_.set_number2(page_heap_top, cleared_from);
    frame_.set_number2(page_heap_records, compact_flag | (heap_records() - 1U));
  } else {
    set_next_record(record, first_free());
    frame_.set_number2(page_free, record);
    frame_.set_number2(page_garbage, garbage() + size.bytes());
  }
  std::memset(frame_.at(cleared_from), 0, end - cleared_from);
}

void Page::remove(std::size_t position, MiniTransaction& mtr) {
  remove(position, &mtr);
}

// Without a mini-transaction nothing is logged.
void Page::remove(std::size_t position, MiniTransaction* mtr) {
  require(records_.size() > 1, "a page's last record goes with the page");
  const RecordOffset record = records_[position];
  const RecordSize size = record_size(position);
  const RecordOffset before = record_before(position);
  if (mtr != nullptr && mtr->is_mysql()) {
    log_mysql(*mtr, mysql_offset_bytes);
  } else if (mtr != nullptr) {
    mtr->log_delete_record(id(), before - page_new_infimum, size);
  }
  RecordOffset owner = owner_from(position);
  const std::size_t slot = slot_of_owner(owner);
  const unsigned owned_before = owned(owner);
  set_next_record(before, record_at_or_supremum(position + 1));
  if (owner == record) {
    owner = before;
    frame_.set_number2(slot_place(slot), owner);
  }
  set_owned(owner, owned_before - 1);
  free_record(record, size);
  frame_.set_number2(page_last_insert, 0);
  frame_.set_number2(page_records, records_.size() - 1);
  records_.erase(records_.begin() + static_cast<std::ptrdiff_t>(position));
  if (owned_before <= owned_records_min) balance_slot(slot);
}

// The end of the record list becomes the front of the free list. Directory slots that are no longer needed
// are left where they are.
void Page::remove_end(std::size_t position, MiniTransaction& mtr) {
  if (position == records_.size()) return;
  if (position == 0) return make_empty(level(), mtr);
  std::size_t freed = 0;
  for (std::size_t i = position; i < records_.size(); ++i) freed += record_size(i).bytes();
  const RecordOffset owner = owner_from(position);
  std::size_t gone = 0;  // of the owner's records, those from `position` on, itself left out
  while (record_at_or_supremum(position + gone) != owner) ++gone;
  const unsigned still_owned = owned(owner) - static_cast<unsigned>(gone);
  const std::size_t slot = slot_of_owner(owner);
  // In MySQL the place of the first of them says it all.
  if (mtr.is_mysql()) log_mysql(mtr, mysql_offset_bytes);
  mtr.set_logged(!mtr.is_mysql());
  const RecordOffset free = first_free();
  const RecordOffset first = records_[position];
  const RecordOffset last = records_.back();
  const RecordOffset before = records_[position - 1];
  mtr.write_number(frame_, page_directory_slots, 2, slot + 1);
  mtr.write_number(frame_, page_last_insert, 2, 0);
  std::array<std::byte, 4> free_and_garbage;
  write_number(free_and_garbage, std::uint64_t{first} << 16 | (garbage() + freed));
  mtr.write(frame_, page_free, free_and_garbage);
  mtr.write_number(frame_, page_records, 2, position);
  mtr.write_number(frame_, slot_place(slot), 2, page_new_supremum);
  mtr.write_number(frame_, page_new_supremum - record_header_size_bytes, 1, still_owned);
  const auto link = [&](RecordOffset from, std::size_t to) {
    mtr.write_number(frame_, from - next_record_place, 2,
                     to == 0 ? 0 : static_cast<std::uint16_t>(to - from));
  };
  link(before, page_new_supremum);
  link(last, free);
  mtr.set_logged(true);
  records_.resize(position);
}

void Page::remove_start(std::size_t position, MiniTransaction& mtr) {
  if (position == 0) return;
  if (position == records_.size()) return make_empty(level(), mtr);
  if (mtr.is_mysql()) log_mysql(mtr, mysql_offset_bytes);
  for (std::size_t i = 0; i < position; ++i) remove(0, mtr.is_mysql() ? nullptr : &mtr);
}

NewRecord Page::copied(const Page& from, std::size_t position) const {
  return {from.record(position), from.record_size(position)};
}

// A new page keeps no last insert.
void Page::copy_end(const Page& from, std::size_t position, MiniTransaction& mtr) {
  const bool was_created = heap_records() == first_user_heap_number;
  std::array<std::byte, last_insert_and_direction_bytes> before;
  std::memcpy(before.data(), frame_.at(page_last_insert), before.size());
  // In MySQL all records copied to a new page are one log record, in which each is as short as can be.
  const bool is_one_record = mtr.is_mysql() && was_created;
  if (is_one_record) log_mysql(mtr, mysql_length_bytes);
  for (std::size_t i = position; i < from.records(); ++i) {
    const NewRecord record = copied(from, i);
    if (is_one_record) mtr.log_mysql_copied(mysql_insert(i - position, record));
    require(insert(i - position, record, is_one_record ? nullptr : &mtr),
            "what is moved to another page fits there");
  }
  mtr.set_logged(!is_one_record);
  if (was_created) mtr.write(frame_, page_last_insert, before);
  mtr.set_logged(true);
}

void Page::copy_start(const Page& from, std::size_t count, MiniTransaction& mtr) {
  for (std::size_t i = 0; i < count; ++i) {
    require(insert(records_.size(), copied(from, i), mtr), "what is moved to another page fits there");
  }
}

void Page::reorganize(MiniTransaction& mtr) {
  const PageFrame old_frame = frame_;
  const std::vector<RecordOffset> old_records = records_;
  clear();
  for (std::size_t i = 0; i < old_records.size(); ++i) {
    const RecordPointer origin = old_frame.at(old_records[i]);
    require(insert(i, {origin, format_->size(origin, is_leaf())}, nullptr),
            "the records fit where they were");
  }
  std::memcpy(frame_.at(page_max_transaction), old_frame.at(page_max_transaction), 8);
  if (mtr.is_mysql()) return log_mysql(mtr, 0);
  log_reorganize(old_frame, mtr);
}

/// From the first to the last byte that differs.
void Page::log_difference(const PageFrame& old_frame, std::size_t begin, std::size_t end,
                          MiniTransaction& mtr) const {
  while (begin < end && old_frame.bytes[begin] == frame_.bytes[begin]) ++begin;
  while (begin < end && old_frame.bytes[end - 1] == frame_.bytes[end - 1]) --end;
  if (begin < end) mtr.log_written(frame_, begin, end - begin);
}

// btr_page_reorganize_low. The room between heap and directory is cleared whether it was clear or not.
void Page::log_reorganize(const PageFrame& old_frame, MiniTransaction& mtr) const {
  log_difference(old_frame, page_header, page_max_transaction, mtr);
  log_difference(old_frame, page_new_infimum - next_record_place, page_new_infimum, mtr);
  const std::size_t supremum_header = page_new_supremum - record_header_size_bytes;
  log_difference(old_frame, supremum_header, supremum_header + 1, mtr);
  log_difference(old_frame, page_new_supremum_end, heap_top(), mtr);
  const std::size_t directory = slot_place(directory_slots() - 1);
  mtr.log_filled(frame_, heap_top(), directory - heap_top());
  log_difference(old_frame, directory, page_size_bytes - fil_trailer_size_bytes, mtr);
}

void Page::raise_max_transaction(std::uint64_t transaction, MiniTransaction& mtr) {
  if (transaction > max_transaction()) mtr.write_number(frame_, page_max_transaction, 8, transaction);
}

void Page::clear_max_transaction(MiniTransaction& mtr) {
  if (max_transaction() != 0) mtr.fill(frame_, page_max_transaction, 8, std::byte{0});
}

void Page::set_minimum(std::size_t position, MiniTransaction& mtr) {
  const std::size_t flags = records_[position] - record_header_size_bytes;
  mtr.write_number(frame_, flags, 1, std::to_integer<unsigned>(frame_.bytes[flags] | min_rec_flag));
}

void Page::set_child_page(std::size_t position, PageNumber child, MiniTransaction& mtr) {
  mtr.write_number(
      frame_,
      records_[position] + std::size_t{record_size(position).data_bytes} - child_page_number_size_bytes,
      child_page_number_size_bytes, child);
}

void Page::check() const {
  std::size_t data = 0;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    data += record_size(i).bytes();
    require(next_record(record_before(i)) == records_[i], "the record list has every record by key");
    if (i > 0 && !has_min_rec_flag(record(i - 1)))
      require(format_->compare(record(i - 1), record(i)) < 0, "records stand in the order of their keys");
  }
  require(next_record(record_before(records_.size())) == page_new_supremum, "the record list ends");
  require(frame_.number2(page_records) == records_.size(), "the header counts the records");
  check_directory();
  require(data == data_size_bytes(), "heap top and garbage account for every byte");
  require(data + directory_reserved_space(records_.size()) <= free_space_of_empty_page_bytes,
          "a page holds no more than a page");
  std::size_t free = 0;
  std::size_t free_records = 0;
  for (RecordOffset i = first_free(); i != 0; i = next_record(i)) {
    free += format_->size(frame_.at(i), is_leaf()).bytes();
    ++free_records;
    require(free_records <= heap_records(), "the free list ends");
  }
  require(free <= garbage(), "what is on the free list is garbage");
  require(free_records + records_.size() + first_user_heap_number == heap_records(),
          "every heap number belongs to a record or is free");
}

}  // namespace keycost::innodb
