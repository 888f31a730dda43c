// One index page: its records and the account of its space.
//
// Records lie in the heap, in the order in which they came; a list leads through them by key, and the
// directory has every fourth to eighth of them. What is deleted goes to the head of the free list, and of
// that list only the head is ever reused. The page is the server's, byte by byte (but for checksum, position
// in the log and transaction numbers), since the redo log asks for bytes. Field names are the page header's
// own. Sources: storage/innobase/page/page0page.cc, page0cur.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/innodb/page_format.hpp"
#include "sim/innodb/page_frame.hpp"
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
  /// An empty page, of which nothing is logged.
  Page(PageId id, std::uint16_t level, const RecordFormat& format, const ServerRules& rules);
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  PageId id() const { return frame_.id; }
  PageNumber number() const { return frame_.id.page; }
  std::uint16_t level() const { return frame_.number2(page_level); }
  bool is_leaf() const { return level() == 0; }
  PageNumber previous() const { return static_cast<PageNumber>(frame_.number(fil_page_previous, 4)); }
  PageNumber next() const { return static_cast<PageNumber>(frame_.number(fil_page_next, 4)); }
  void set_previous(PageNumber page, MiniTransaction& mtr) {
    mtr.write_number(frame_, fil_page_previous, 4, page);
  }
  void set_next(PageNumber page, MiniTransaction& mtr) { mtr.write_number(frame_, fil_page_next, 4, page); }

  std::size_t records() const { return records_.size(); }  ///< PAGE_N_RECS
  /// PAGE_N_HEAP, infimum and supremum too
  std::uint16_t heap_records() const {
    return static_cast<std::uint16_t>(frame_.number2(page_heap_records) & ~compact_flag);
  }
  std::uint16_t heap_top() const { return frame_.number2(page_heap_top); }       ///< PAGE_HEAP_TOP
  std::uint16_t garbage() const { return frame_.number2(page_garbage); }         ///< PAGE_GARBAGE
  RecordOffset first_free() const { return frame_.number2(page_free); }          ///< PAGE_FREE
  RecordOffset last_insert() const { return frame_.number2(page_last_insert); }  ///< PAGE_LAST_INSERT
  std::size_t directory_slots() const { return frame_.number2(page_directory_slots); }
  /// The newest transaction that changed a leaf of a secondary index; the counter of an AUTO_INCREMENT column
  /// on a clustered index's root. PAGE_MAX_TRX_ID, PAGE_ROOT_AUTO_INC.
  std::uint64_t max_transaction() const { return frame_.number(page_max_transaction, 8); }
  PageFrame& frame() { return frame_; }
  const PageFrame& frame() const { return frame_; }
  /// The record at `position`, 0 being the first by key.
  RecordPointer record(std::size_t position) const { return frame_.at(records_[position]); }
  RecordOffset record_offset(std::size_t position) const { return records_[position]; }
  RecordSize record_size(std::size_t position) const { return format_->size(record(position), is_leaf()); }
  PageNumber child_page(std::size_t position) const { return format_->child_page(record(position)); }
  bool begins_with_minimum() const { return !records_.empty() && has_min_rec_flag(record(0)); }
  /// What the record's header says: how many records its directory slot owns, 0 if it has none.
  unsigned owned(RecordOffset record) const;
  /// The next in the record list, or in the free list; 0 ends that.
  RecordOffset next_record(RecordOffset record) const;
  /// How many records are not above `record`: where it would be inserted. The minimum record is below all.
  std::size_t position_behind(RecordPointer record) const;

  /// Bytes of the records that are there (page_get_data_size).
  std::size_t data_size_bytes() const { return heap_top() - page_new_supremum_end - std::size_t{garbage()}; }
  /// What `records` further records may take together once the page is reorganised
  /// (page_get_max_insert_size_after_reorganize).
  std::size_t max_insert_size_after_reorganize(std::size_t records) const {
    return room_beside(data_size_bytes() + directory_reserved_space(records_.size() + records));
  }
  /// The same at the top of the heap as it is (page_get_max_insert_size).
  std::size_t max_insert_size(std::size_t records) const {
    return room_beside(
        heap_top() - page_new_supremum_end +
        directory_reserved_space(heap_records() - std::size_t{first_user_heap_number} + records));
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
  /// Makes a new page of the file an empty one of the index (btr_page_create).
  void create(std::uint16_t level, std::uint64_t index, MiniTransaction& mtr);
  /// The same for a page of a sorted build (PageBulk::init).
  void create_for_bulk_load(std::uint16_t level, std::uint64_t index, MiniTransaction& mtr);
  /// Makes the page an empty one of that level (btr_page_empty).
  void make_empty(std::uint16_t level, MiniTransaction& mtr);

  /// Appends a record behind all others, as a sorted build does; the header follows with `finish_appending`
  /// (PageBulk::insertPage).
  void append(const NewRecord& record, MiniTransaction& mtr);
  /// Header and directory for what has been appended (PageBulk::finishPage).
  void finish_appending(MiniTransaction& mtr);
  /// As if the last record had been inserted last.
  void remember_last_appended() { frame_.set_number2(page_last_insert, records_.back()); }
  void set_level(std::uint16_t level, MiniTransaction& mtr) {
    mtr.write_number(frame_, page_level, 2, level);
  }
  /// As it is after a deletion; not logged.
  void forget_last_insert() { frame_.set_number2(page_last_insert, 0); }
  void set_minimum(std::size_t position, MiniTransaction& mtr);
  void set_child_page(std::size_t position, PageNumber child, MiniTransaction& mtr);
  /// Of no effect if the number is not above the one that is there (page_update_max_trx_id).
  void raise_max_transaction(std::uint64_t transaction, MiniTransaction& mtr);
  void clear_max_transaction(MiniTransaction& mtr);

  /// Throws InvariantBroken if the account does not add up. O(records).
  void check() const;

 private:
  static constexpr std::uint16_t compact_flag = 0x8000;

  static std::size_t room_beside(std::size_t occupied) {
    return occupied < free_space_of_empty_page_bytes ? free_space_of_empty_page_bytes - occupied : 0;
  }
  struct Place {
    std::size_t start = 0;  ///< 0: there is none
    std::uint16_t heap_number = 0;
    bool is_reused = false;
    std::ptrdiff_t shift = 0;
  };

  bool insert(std::size_t position, const NewRecord& record, MiniTransaction* mtr);
  void remove(std::size_t position, MiniTransaction* mtr);
  Place allocate(const RecordSize& size);
  void note_insert(std::size_t position, RecordOffset record);
  void log_insert(std::size_t position, const NewRecord& record, const Place& place, RecordOffset owner,
                  MiniTransaction& mtr) const;
  MysqlLoggedInsert mysql_insert(std::size_t position, const NewRecord& record) const;
  void log_mysql(MiniTransaction& mtr, std::size_t content_bytes) const {
    mtr.log_mysql_index_page(id(), format_->fields().size(), content_bytes);
  }
  void log_reorganize(const PageFrame& old_frame, MiniTransaction& mtr) const;
  void log_difference(const PageFrame& old_frame, std::size_t begin, std::size_t end,
                      MiniTransaction& mtr) const;
  // page_append.cpp
  std::size_t appended_top() const;
  void log_appended(std::size_t place, std::span<const std::byte> record, std::size_t extra_bytes,
                    RecordOffset predecessor, MiniTransaction& mtr);
  void free_record(RecordOffset record, const RecordSize& size);
  void clear();

  // page_directory.cpp
  std::size_t slot_place(std::size_t slot) const;
  std::size_t slot_of_owner(RecordOffset owner) const;
  RecordOffset owner_from(std::size_t position) const;
  void set_owned(RecordOffset record, unsigned count);
  void count_in_directory(RecordOffset owner);
  void split_slot(RecordOffset owner);
  void balance_slot(std::size_t slot);
  std::size_t build_directory(MiniTransaction& mtr);
  void check_directory() const;

  RecordOffset record_before(std::size_t position) const {
    return position == 0 ? RecordOffset{page_new_infimum} : records_[position - 1];
  }
  RecordOffset record_at_or_supremum(std::size_t position) const {
    return position < records_.size() ? records_[position] : RecordOffset{page_new_supremum};
  }
  void set_next_record(RecordOffset record, RecordOffset next);
  NewRecord copied(const Page& from, std::size_t position) const;

  const RecordFormat* format_;
  const ServerRules* rules_;
  std::vector<RecordOffset> records_;  ///< in the order of their keys
  PageFrame frame_;
};

}  // namespace keycost::innodb
