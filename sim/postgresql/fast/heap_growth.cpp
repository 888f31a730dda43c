#include "sim/postgresql/fast/heap_growth.hpp"

#include <algorithm>
#include <utility>

#include "sim/error.hpp"

namespace keycost::postgresql::fast {

HeapGrowth::HeapGrowth(std::size_t tuple_size_bytes, int fillfactor_percent, BufferManager& buffers,
                       WriteAheadLog& log)
    : tuple_size_bytes_(tuple_size_bytes),
      needed_bytes_(free_bytes_needed(tuple_size_bytes, reserved_by_fillfactor(fillfactor_percent))),
      free_space_map_(buffers, log),
      log_(&log) {
  while (has_room()) ++rows_on_last_;
  rows_a_page_ = std::exchange(rows_on_last_, 0);
}

// Every row but one that gets a new page finds its page in the buffers; one that does not fit has looked,
// too.
void HeapGrowth::insert(std::uint64_t rows) {
  while (rows > 0) {
    if (!target_is_known_) find_page();
    if (pages_ == 0 || rows_on_last_ >= rows_a_page_) extend();
    rows -= place(rows);
  }
}

std::size_t HeapGrowth::hole_bytes() const {
  return block_size_bytes - page_header_size_bytes -
         static_cast<std::size_t>(rows_on_last_) * (maxalign(tuple_size_bytes_) + line_pointer_size_bytes);
}

bool HeapGrowth::has_room() const {
  if (rows_on_last_ >= heap_tuples_per_page_max(block_size_bytes)) return false;
  const std::size_t hole = hole_bytes();
  return hole >= line_pointer_size_bytes && needed_bytes_ <= hole - line_pointer_size_bytes;
}

// A session that has not touched the table yet asks the map, which knows of full pages only, and tries the
// last.
void HeapGrowth::find_page() {
  const auto found = free_space_map_.search(needed_bytes_, static_cast<BlockNumber>(pages_));
  require(!found, "where all rows are equally wide, no page that one did not fit on has room for another");
  target_is_known_ = true;
  last_is_new_ = false;
}

void HeapGrowth::extend() {
  if (pages_ > 0) {
    ++cost_.buffers.hit;
    const std::size_t hole = rows_on_last_ >= heap_tuples_per_page_max(block_size_bytes) ? 0 : hole_bytes();
    const std::size_t free = hole < line_pointer_size_bytes ? 0 : hole - line_pointer_size_bytes;
    const auto found = free_space_map_.record_and_search(static_cast<BlockNumber>(pages_ - 1), free,
                                                         needed_bytes_, static_cast<BlockNumber>(pages_));
    require(!found, "where all rows are equally wide, no page that one did not fit on has room for another");
  }
  ++pages_;
  ++cost_.buffers.written;
  rows_on_last_ = 0;
  last_is_new_ = true;
}

/// As many rows as the page takes. Returns how many.
std::uint64_t HeapGrowth::place(std::uint64_t rows) {
  std::uint64_t placed = 0;
  if (rows_on_last_ == 0 || last_changed_in_ != interval_) {  // the first, whose record is another
    const bool on_new_page = rows_on_last_ == 0;
    if (!last_is_new_) ++cost_.buffers.hit;
    last_is_new_ = false;
    ++rows_on_last_;
    ++cost_.buffers.dirtied;
    last_changed_in_ = interval_;
    log_rows(1, on_new_page);
    placed = 1;
  }
  const std::uint64_t more = std::min(rows - placed, rows_a_page_ - std::min(rows_a_page_, rows_on_last_));
  rows_on_last_ += more;
  cost_.buffers.hit += more;
  const RecordSize record = RecordSize(heap_insert_data_size_bytes)
                                .add_block(true, heap_insert_block_data_bytes(tuple_size_bytes_));
  if (more > 0) {
    log_->add(
        {RecordType::heap_insert, more, more * record.total_bytes(), more * record.aligned_bytes(), 0, 0},
        cost_);
  }
  return placed + more;
}

void HeapGrowth::log_rows(std::uint64_t rows, bool on_new_page) {
  RecordSize record(heap_insert_data_size_bytes);
  if (on_new_page || !log_->writes_images()) {
    record.add_block(true, heap_insert_block_data_bytes(tuple_size_bytes_));
  } else {
    record.add_block_with_image(true, PageImages::plain(hole_bytes()));
  }
  log_->add({on_new_page ? RecordType::heap_insert_init : RecordType::heap_insert, rows, record.total_bytes(),
             record.aligned_bytes(), record.images(), record.images_bytes()},
            cost_);
}

}  // namespace keycost::postgresql::fast
