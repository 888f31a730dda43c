#include "sim/innodb/page.hpp"

#include <algorithm>
#include <cstring>

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

// Places in the page's headers. Sources: include/fil0types.h, page0types.h.
constexpr std::size_t fil_page_previous = 8;
constexpr std::size_t fil_page_next = 12;
constexpr std::size_t page_directory_slots = 38;
constexpr std::size_t page_free_and_garbage = 44;
constexpr std::size_t page_last_insert = 48;
constexpr std::size_t last_insert_and_direction_bytes = 6;
constexpr std::size_t page_records = 54;
constexpr std::size_t supremum_owned = 107;

void write_heap_number(std::byte* origin, std::uint16_t heap_number) {
  const unsigned status = std::to_integer<unsigned>(origin[-3]) & 7U;
  const unsigned bits = static_cast<unsigned>(heap_number) << 3 | status;
  origin[-4] = static_cast<std::byte>(bits >> 8);
  origin[-3] = static_cast<std::byte>(bits);
}

}  // namespace

Page::Page(PageId id, std::uint16_t level, const RecordFormat& format, const ServerRules& rules)
    : format_(&format), rules_(&rules), id_(id), level_(level) {
  records_.reserve(free_space_of_empty_page_bytes / format.smallest_size_bytes(level == 0));
}

void Page::set_previous(PageNumber page, MiniTransaction& mtr) {
  mtr.write_number(id_, fil_page_previous, 4, previous_, page);
  previous_ = page;
}

void Page::set_next(PageNumber page, MiniTransaction& mtr) {
  mtr.write_number(id_, fil_page_next, 4, next_, page);
  next_ = page;
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

// Only the head of the free list is looked at. If the record does not fill it, the rest stays garbage.
Page::Place Page::allocate(const RecordSize& size) {
  if (first_free_ != 0) {
    const RecordSize free = format_->size(frame_.data() + first_free_, is_leaf());
    if (free.bytes() >= size.bytes()) {
      const Place place{static_cast<std::size_t>(first_free_ - free.extra_bytes),
                        read_heap_number(frame_.data() + first_free_), true,
                        std::ptrdiff_t{size.extra_bytes} - free.extra_bytes};
      first_free_ = next_free(first_free_);
      garbage_ = static_cast<std::uint16_t>(garbage_ - size.bytes());
      return place;
    }
  }
  if (size.bytes() > max_insert_size(1)) return {};
  const Place place{heap_top_, heap_records_, false, 0};
  heap_top_ = static_cast<std::uint16_t>(heap_top_ + size.bytes());
  ++heap_records_;
  return place;
}

bool Page::insert(std::size_t position, const NewRecord& record, MiniTransaction& mtr) {
  const Place place = allocate(record.size);
  if (place.start == 0) return false;
  std::memcpy(frame_.data() + place.start, record.origin - record.size.extra_bytes, record.size.bytes());
  log_insert(position, record, place, mtr);
  const auto offset = static_cast<RecordOffset>(place.start + record.size.extra_bytes);
  write_heap_number(frame_.data() + offset, place.heap_number);
  records_.insert(records_.begin() + static_cast<std::ptrdiff_t>(position), offset);
  last_insert_ = offset;
  return true;
}

// The log holds of a record what differs from the record in front of it on the page: of the lengths and the
// bitmap from the header backwards, of the data from the first field on.
void Page::log_insert(std::size_t position, const NewRecord& record, const Place& place,
                      MiniTransaction& mtr) const {
  LoggedInsert logged{
      .reuses_free_record = place.is_reused, .free_record_shift = place.shift, .size = record.size};
  const RecordOffset before = position == 0 ? RecordOffset{page_new_infimum} : records_[position - 1];
  logged.predecessor = before - page_new_infimum;
  const std::byte* predecessor = frame_.data() + before;
  const std::size_t lengths = record.size.extra_bytes - record_header_size_bytes;
  if (lengths > 0 && before >= page_new_supremum_end + record_header_size_bytes + record.size.extra_bytes) {
    const std::byte* new_byte = record.origin - record_header_size_bytes - 1;
    const std::byte* old_byte = predecessor - record_header_size_bytes - 1;
    // The last of them, farthest from the header, never counts.
    while (logged.common_header_bytes + 1 < lengths && *new_byte-- == *old_byte--)
      ++logged.common_header_bytes;
  }
  std::size_t comparable = record.size.data_bytes;
  if (before <= place.start && before + comparable > place.start) comparable = place.start - before;
  comparable = std::min(comparable, page_size_bytes - fil_trailer_size_bytes - before);
  if (position == 0) {
    // The infimum's data is its name; records begin with anything.
    constexpr char infimum[] = "infimum\0\x0b\0\0supremum";
    while (logged.common_data_bytes < std::min<std::size_t>(comparable, 8) &&
           record.origin[logged.common_data_bytes] ==
               static_cast<std::byte>(infimum[logged.common_data_bytes]))
      ++logged.common_data_bytes;
  } else {
    while (logged.common_data_bytes < comparable &&
           record.origin[logged.common_data_bytes] == predecessor[logged.common_data_bytes])
      ++logged.common_data_bytes;
  }
  mtr.insert_record(id_, logged);
}

void Page::append(const NewRecord& record) {
  std::memcpy(frame_.data() + heap_top_, record.origin - record.size.extra_bytes, record.size.bytes());
  const auto offset = static_cast<RecordOffset>(heap_top_ + record.size.extra_bytes);
  write_heap_number(frame_.data() + offset, heap_records_++);
  heap_top_ = static_cast<std::uint16_t>(heap_top_ + record.size.bytes());
  records_.push_back(offset);
  last_insert_ = offset;
}

// page_mem_free.
void Page::free_record(RecordOffset record, const RecordSize& size) {
  if (rules_->heap_top_steps_back && read_heap_number(frame_.data() + record) == heap_records_ - 1) {
    // What a shorter record left over behind itself is given back too.
    garbage_ = static_cast<std::uint16_t>(garbage_ - (heap_top_ - (record + size.data_bytes)));
    heap_top_ = static_cast<std::uint16_t>(record - size.extra_bytes);
    --heap_records_;
    return;
  }
  set_next_free(record, first_free_);
  first_free_ = record;
  garbage_ = static_cast<std::uint16_t>(garbage_ + size.bytes());
}

void Page::remove(std::size_t position, MiniTransaction& mtr) {
  require(records_.size() > 1, "a page's last record goes with the page");
  const RecordSize size = record_size(position);
  const RecordOffset before = position == 0 ? RecordOffset{page_new_infimum} : records_[position - 1];
  mtr.delete_record(id_, before - page_new_infimum, size);
  free_record(records_[position], size);
  records_.erase(records_.begin() + static_cast<std::ptrdiff_t>(position));
  last_insert_ = 0;
}

void Page::remove_end(std::size_t position, MiniTransaction& mtr) {
  if (position == records_.size()) return;
  if (position == 0) return make_empty(level_, mtr);
  std::size_t freed = 0;
  for (std::size_t i = position; i < records_.size(); ++i) {
    freed += record_size(i).bytes();
    set_next_free(records_[i], i + 1 < records_.size() ? records_[i + 1] : first_free_);
  }
  log_remove_end(position, mtr);
  first_free_ = records_[position];
  garbage_ = static_cast<std::uint16_t>(garbage_ + freed);
  records_.resize(position);
  last_insert_ = 0;
}

// Header fields one by one, the last directory slot that is left, and the links that change.
void Page::log_remove_end(std::size_t position, MiniTransaction& mtr) const {
  mtr.write(id_, page_directory_slots + 1, 1);
  mtr.write(id_, page_free_and_garbage, 4);
  mtr.write(id_, page_records + 1, 1);
  mtr.write(id_, page_size_bytes - fil_trailer_size_bytes - records_.size() / 4 * directory_slot_size_bytes,
            2);
  mtr.write(id_, supremum_owned, 1);
  mtr.write(id_, records_[position - 1] - std::size_t{2}, 2);
  mtr.write(id_, records_.back() - std::size_t{2}, 2);
}

void Page::remove_start(std::size_t position, MiniTransaction& mtr) {
  if (position == 0) return;
  if (position == records_.size()) return make_empty(level_, mtr);
  for (std::size_t i = 0; i < position; ++i) remove(0, mtr);
}

NewRecord Page::copied(const Page& from, std::size_t position) const {
  return {from.record(position), from.record_size(position)};
}

void Page::copy_end(const Page& from, std::size_t position, MiniTransaction& mtr) {
  const bool was_created = heap_records_ == first_user_heap_number;
  for (std::size_t i = position; i < from.records(); ++i) {
    require(insert(i - position, copied(from, i), mtr), "what is moved to another page fits there");
  }
  if (!was_created) return;
  last_insert_ = 0;
  mtr.write(id_, page_last_insert, last_insert_and_direction_bytes);
}

void Page::copy_start(const Page& from, std::size_t count, MiniTransaction& mtr) {
  for (std::size_t i = 0; i < count; ++i) {
    require(insert(records_.size(), copied(from, i), mtr), "what is moved to another page fits there");
  }
}

void Page::forget_records() {
  heap_top_ = page_new_supremum_end;
  heap_records_ = first_user_heap_number;
  garbage_ = 0;
  first_free_ = 0;
  last_insert_ = 0;
  records_.clear();
}

void Page::reorganize(MiniTransaction& mtr) {
  const std::array<std::byte, page_size_bytes> old_frame = frame_;
  const std::vector<RecordOffset> old_records = records_;
  forget_records();
  for (const RecordOffset offset : old_records) {
    const RecordPointer origin = old_frame.data() + offset;
    append({origin, format_->size(origin, is_leaf())});
  }
  log_reorganize(old_frame, mtr);
}

// Of the records what lies between the first and the last byte that changed, and most of header and
// directory.
void Page::log_reorganize(const std::array<std::byte, page_size_bytes>& old_frame,
                          MiniTransaction& mtr) const {
  constexpr std::size_t changed_header_bytes = 17;
  std::size_t first = page_new_supremum_end;
  std::size_t last = heap_top_;
  while (first < last && old_frame[first] == frame_[first]) ++first;
  while (last > first && old_frame[last - 1] == frame_[last - 1]) --last;
  mtr.write(id_, page_directory_slots, changed_header_bytes);
  if (last > first) mtr.write(id_, first, last - first);
  const std::size_t directory = (records_.size() / 4 + 2) * directory_slot_size_bytes;
  const std::size_t directory_start = page_size_bytes - fil_trailer_size_bytes - directory;
  mtr.fill(id_, heap_top_, directory_start - heap_top_ + 1);
  mtr.write(id_, directory_start, directory);
}

void Page::make_empty(std::uint16_t level, MiniTransaction& mtr) {
  mtr.create_index_page(id_);
  level_ = level;
  forget_records();
  records_.reserve(free_space_of_empty_page_bytes / format_->smallest_size_bytes(is_leaf()));
}

void Page::set_minimum(std::size_t position, MiniTransaction& mtr) {
  const std::size_t flags = records_[position] - std::size_t{5};
  frame_[flags] |= min_rec_flag;
  mtr.write(id_, flags, 1);
}

void Page::set_child_page(std::size_t position, PageNumber child, MiniTransaction& mtr) {
  const std::size_t place =
      records_[position] + std::size_t{record_size(position).data_bytes} - child_page_number_size_bytes;
  mtr.write_number(id_, place, child_page_number_size_bytes, child_page(position), child);
  format_->set_child_page(frame_.data() + records_[position], child);
}

// The offset of the next record, relative to this one's and in two bytes, as the server has it.
RecordOffset Page::next_free(RecordOffset record) const {
  const unsigned relative =
      std::to_integer<unsigned>(frame_[record - 2U]) << 8 | std::to_integer<unsigned>(frame_[record - 1U]);
  return relative == 0 ? RecordOffset{0} : static_cast<RecordOffset>(record + relative);
}

void Page::set_next_free(RecordOffset record, RecordOffset next) {
  const unsigned relative = next == 0 ? 0U : static_cast<RecordOffset>(next - record);
  frame_[record - 2U] = static_cast<std::byte>(relative >> 8);
  frame_[record - 1U] = static_cast<std::byte>(relative);
}

void Page::check() const {
  std::size_t data = 0;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    data += record_size(i).bytes();
    if (i > 0 && !has_min_rec_flag(record(i - 1)))
      require(format_->compare(record(i - 1), record(i)) < 0, "records stand in the order of their keys");
  }
  require(data == data_size_bytes(), "heap top and garbage account for every byte");
  require(data + directory_reserved_space(records_.size()) <= free_space_of_empty_page_bytes,
          "a page holds no more than a page");
  std::size_t free = 0;
  std::size_t free_records = 0;
  for (RecordOffset i = first_free_; i != 0; i = next_free(i)) {
    free += format_->size(frame_.data() + i, is_leaf()).bytes();
    ++free_records;
    require(free_records <= heap_records_, "the free list ends");
  }
  require(free <= garbage_, "what is on the free list is garbage");
  require(free_records + records_.size() + first_user_heap_number == heap_records_,
          "every heap number belongs to a record or is free");
}

}  // namespace keycost::innodb
