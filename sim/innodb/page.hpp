// One index page: its records and the account of its space.
//
// Records lie in the heap, in the order in which they came; the page knows their order by key. What is
// deleted goes to the head of the free list, and of that list only the head is ever reused. Field names are
// the page header's own. Sources: storage/innobase/page/page0page.cc, page0cur.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/innodb/page_format.hpp"
#include "sim/innodb/record.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/server_rules.hpp"

namespace keycost::innodb {

/// A record that is about to be inserted: lengths, bitmap and header in front of the origin, data behind it.
struct NewRecord {
  RecordPointer origin = nullptr;
  RecordSize size;
};

class Page {
 public:
  Page(PageId id, std::uint16_t level, const RecordFormat& format, const ServerRules& rules);
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  PageId id() const { return id_; }
  PageNumber number() const { return id_.page; }
  std::uint16_t level() const { return level_; }
  bool is_leaf() const { return level_ == 0; }
  PageNumber previous() const { return previous_; }
  PageNumber next() const { return next_; }
  void set_previous(PageNumber page, MiniTransaction& mtr);
  void set_next(PageNumber page, MiniTransaction& mtr);

  std::size_t records() const { return records_.size(); }       ///< PAGE_N_RECS
  std::uint16_t heap_records() const { return heap_records_; }  ///< PAGE_N_HEAP, infimum and supremum too
  std::uint16_t heap_top() const { return heap_top_; }          ///< PAGE_HEAP_TOP
  std::uint16_t garbage() const { return garbage_; }            ///< PAGE_GARBAGE
  RecordOffset first_free() const { return first_free_; }       ///< PAGE_FREE
  RecordOffset last_insert() const { return last_insert_; }     ///< PAGE_LAST_INSERT
  /// The record at `position`, 0 being the first by key.
  RecordPointer record(std::size_t position) const { return frame_.data() + records_[position]; }
  RecordOffset record_offset(std::size_t position) const { return records_[position]; }
  RecordSize record_size(std::size_t position) const { return format_->size(record(position), is_leaf()); }
  PageNumber child_page(std::size_t position) const { return format_->child_page(record(position)); }
  bool begins_with_minimum() const { return !records_.empty() && has_min_rec_flag(record(0)); }
  /// How many records are not above `record`: where it would be inserted. The minimum record is below all.
  std::size_t position_behind(RecordPointer record) const;

  /// Bytes of the records that are there (page_get_data_size).
  std::size_t data_size_bytes() const { return heap_top_ - page_new_supremum_end - garbage_; }
  /// What `records` further records may take together once the page is reorganised
  /// (page_get_max_insert_size_after_reorganize).
  std::size_t max_insert_size_after_reorganize(std::size_t records) const {
    return room_beside(data_size_bytes() + directory_reserved_space(records_.size() + records));
  }
  /// The same at the top of the heap as it is (page_get_max_insert_size).
  std::size_t max_insert_size(std::size_t records) const {
    return room_beside(heap_top_ - page_new_supremum_end +
                       directory_reserved_space(heap_records_ - first_user_heap_number + records));
  }

  /// Puts a record at `position` if the head of the free list or the top of the heap has room for it, without
  /// reorganising (page_cur_insert_rec_low). Returns whether it had.
  bool insert(std::size_t position, const NewRecord& record, MiniTransaction& mtr);
  /// Deletes one record (page_cur_delete_rec).
  void remove(std::size_t position, MiniTransaction& mtr);
  /// Deletes the records from `position` on, all at once (page_delete_rec_list_end).
  void remove_end(std::size_t position, MiniTransaction& mtr);
  /// Deletes the records before `position`, one by one (page_delete_rec_list_start).
  void remove_start(std::size_t position, MiniTransaction& mtr);
  /// Copies the records of `from` that lie from `position` on to this page's front
  /// (page_copy_rec_list_end).
  void copy_end(const Page& from, std::size_t position, MiniTransaction& mtr);
  /// Copies the first `count` records of `from` to this page's end (page_copy_rec_list_start).
  void copy_start(const Page& from, std::size_t count, MiniTransaction& mtr);
  /// Puts the records one behind the other, in the order of their keys, so that nothing is free between them;
  /// the last one counts as inserted last then (btr_page_reorganize).
  void reorganize(MiniTransaction& mtr);
  /// Makes the page an empty one of that level (btr_page_empty).
  void make_empty(std::uint16_t level, MiniTransaction& mtr);

  /// Appends a record behind all others, as a sorted build does, which logs the page as a whole later.
  void append(const NewRecord& record);
  void forget_last_insert() { last_insert_ = 0; }
  void set_minimum(std::size_t position, MiniTransaction& mtr);
  void set_child_page(std::size_t position, PageNumber child, MiniTransaction& mtr);

  /// Throws InvariantBroken if the account does not add up. O(records).
  void check() const;

 private:
  static std::size_t room_beside(std::size_t occupied) {
    return occupied < free_space_of_empty_page_bytes ? free_space_of_empty_page_bytes - occupied : 0;
  }
  struct Place {
    std::size_t start = 0;  ///< 0: there is none
    std::uint16_t heap_number = 0;
    bool is_reused = false;
    std::ptrdiff_t shift = 0;
  };

  Place allocate(const RecordSize& size);
  void log_insert(std::size_t position, const NewRecord& record, const Place& place,
                  MiniTransaction& mtr) const;
  void log_remove_end(std::size_t position, MiniTransaction& mtr) const;
  void log_reorganize(const std::array<std::byte, page_size_bytes>& old_frame, MiniTransaction& mtr) const;
  void free_record(RecordOffset record, const RecordSize& size);
  void forget_records();
  RecordOffset next_free(RecordOffset record) const;
  void set_next_free(RecordOffset record, RecordOffset next);
  NewRecord copied(const Page& from, std::size_t position) const;

  const RecordFormat* format_;
  const ServerRules* rules_;
  PageId id_;
  PageNumber previous_ = no_page;
  PageNumber next_ = no_page;
  std::uint16_t level_;
  std::uint16_t heap_top_ = page_new_supremum_end;
  std::uint16_t heap_records_ = first_user_heap_number;
  std::uint16_t garbage_ = 0;
  RecordOffset first_free_ = 0;
  RecordOffset last_insert_ = 0;
  std::vector<RecordOffset> records_;  ///< in the order of their keys
  std::array<std::byte, page_size_bytes> frame_;
};

}  // namespace keycost::innodb
