// Appending to a page in a sorted build. What a record shares with the one in front of it is logged as a copy
// within the page. Source: storage/innobase/btr/btr0bulk.cc (PageBulk::insertPage, finishPage).
#include <algorithm>
#include <array>
#include <cstring>

#include "sim/innodb/page.hpp"

namespace keycost::innodb {

namespace {

constexpr std::size_t copied_bytes_least = 3;  // fewer are not worth a copy

/// How many bytes from the front on are equal.
std::size_t equal_bytes(const std::byte* a, const std::byte* b, std::size_t bytes_max) {
  std::size_t equal = 0;
  while (equal < bytes_max && a[equal] == b[equal]) ++equal;
  return equal;
}

}  // namespace

/// The heap's top while the header does not know of the records yet.
std::size_t Page::appended_top() const {
  if (records_.empty()) return page_new_supremum_end;
  return std::size_t{records_.back()} + record_size(records_.size() - 1).data_bytes;
}

void Page::append(const NewRecord& record, MiniTransaction& mtr) {
  const std::size_t place = appended_top();
  const auto offset = static_cast<RecordOffset>(place + record.size.extra_bytes);
  const RecordOffset before = record_before(records_.size());
  mtr.write_number(frame_, before - next_record_place, 2, static_cast<std::uint16_t>(offset - before));
  const std::byte* const begin = record.origin - record.size.extra_bytes;
  std::vector<std::byte> bytes(begin, begin + record.size.bytes());
  std::byte* const header = bytes.data() + record.size.extra_bytes - record_header_size_bytes;
  header[0] &= min_rec_flag;
  const std::size_t heap_number = first_user_heap_number + records_.size();
  write_number(std::span(header + 1, 2), heap_number << 3 | (is_leaf() ? 0U : node_pointer_status));
  write_number(std::span(header + 3, 2), static_cast<std::uint16_t>(page_new_supremum - offset));
  log_appended(place, bytes, record.size.extra_bytes, before, mtr);
  records_.push_back(offset);
}

// First the header, lengths and bitmap among it, from where it differs from what lies there; then the data.
// Of either, what the predecessor has too is copied from there if that is worth it. A copy may run on from
// the header into the data.
void Page::log_appended(std::size_t place, std::span<const std::byte> record, std::size_t extra_bytes,
                        RecordOffset predecessor, MiniTransaction& mtr) {
  if (predecessor == page_new_infimum) return mtr.write(frame_, place, record);
  const auto origin = static_cast<std::ptrdiff_t>(place + extra_bytes);
  // From a place in the new record to the same in its predecessor.
  const std::ptrdiff_t back = origin - predecessor;
  const std::size_t source_end = std::min(predecessor + record.size() - extra_bytes, place);
  const auto copy = [&](std::size_t done) {
    const auto source = static_cast<std::ptrdiff_t>(place + done) - back;
    if (source < 0 || static_cast<std::size_t>(source) >= source_end) return done;
    const auto from = static_cast<std::size_t>(source);
    const std::size_t equal =
        equal_bytes(record.data() + done, frame_.at(from), std::min(source_end - from, record.size() - done));
    if (equal < copied_bytes_least) return done;
    mtr.move(frame_, place + done, from, equal);
    return done + equal;
  };
  std::size_t done = copy(equal_bytes(record.data(), frame_.at(place), record.size()));
  if (done < extra_bytes) {
    // Data that is equal to what lies there is skipped as well.
    const std::size_t data =
        extra_bytes +
        equal_bytes(record.data() + extra_bytes, frame_.at(place + extra_bytes), record.size() - extra_bytes);
    if (data == record.size())
      return mtr.write_whole(frame_, place + done, record.subspan(done, extra_bytes - done));
    const std::size_t source = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place + data) - back);
    if (source + copied_bytes_least <= source_end &&
        equal_bytes(record.data() + data, frame_.at(source), source_end - source) >= copied_bytes_least) {
      mtr.write_whole(frame_, place + done, record.subspan(done, extra_bytes - done));
      done = copy(data);
    }
  }
  if (done < record.size()) mtr.write_whole(frame_, place + done, record.subspan(done));
}

void Page::finish_appending(MiniTransaction& mtr) {
  // Nothing has come since the last time, if anything ever has.
  if (heap_records() == records_.size() + first_user_heap_number) return;
  const std::size_t slots = build_directory(mtr);
  std::array<std::byte, 6> header;
  write_number(header, std::uint64_t{slots} << 32 | std::uint64_t{appended_top()} << 16 | compact_flag |
                           (first_user_heap_number + records_.size()));
  mtr.write(frame_, page_directory_slots, header);
  mtr.write_number(frame_, page_records, 2, records_.size());
  mtr.log_written(frame_, slot_place(slots - 1), (slots - 1) * directory_slot_size_bytes);
}

}  // namespace keycost::innodb
