// One index: a B+-tree of pages in a tablespace. The parts of its insert path are in files of their own:
// search.cpp, insert.cpp, right_sibling.cpp, split.cpp, root.cpp, delete.cpp, merge.cpp, bulk_load.cpp.
// Source: storage/innobase/btr.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "sim/innodb/page.hpp"
#include "sim/innodb/record.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/innodb/split_point.hpp"
#include "sim/innodb/tablespace.hpp"
#include "sim/result.hpp"

namespace keycost::innodb {

namespace fast {
class UpperLevels;
}

/// The key is there already, in an index that must not have it twice.
class DuplicateKey : public std::runtime_error {
 public:
  DuplicateKey() : std::runtime_error("the key is there already") {}
};

struct IndexShape {
  RecordFormat format;
  bool is_clustered = false;
  std::size_t unique_fields = 0;  ///< 0: the index may have a key several times
};

/// Between two records of a page: `position` of them lie before it.
struct Cursor {
  Page* page = nullptr;
  std::size_t position = 0;
};

class Btree {
 public:
  /// An empty index in `space`: its root, a leaf, and its two segments (btr_create).
  /// `index_id` is what its pages are marked with.
  Btree(IndexShape shape, const ServerRules& rules, Tablespace& space, std::uint64_t index_id, RedoLog& log);
  Btree(const Btree&) = delete;
  Btree& operator=(const Btree&) = delete;

  /// Inserts one row or entry. Throws DuplicateKey, before anything is changed. `auto_increment` is the row's
  /// value of an AUTO_INCREMENT column, which the root keeps if it is the highest so far; 0: there is none.
  void insert(const NewRecord& record, std::uint64_t auto_increment = 0);
  /// The counter of an AUTO_INCREMENT column, from another table (btr_write_autoinc).
  void keep_auto_increment(std::uint64_t counter);
  const RecordFormat& format() const { return shape_.format; }
  const IndexShape& shape() const { return shape_; }
  const Page& page(PageNumber number) const { return *pages_[number]; }
  /// Of page numbers: one behind the last that this index has had so far, and whether it has one.
  PageNumber page_numbers_end() const { return static_cast<PageNumber>(pages_.size()); }
  bool has_page(PageNumber number) const { return number < pages_.size() && pages_[number] != nullptr; }
  const Page& root() const { return page(root_); }
  PageNumber root_page() const { return root_; }
  const Page& leftmost_page(std::uint16_t level) const;
  /// The pages that SELECTs over the whole index read, all of them.
  void read_all();
  SegmentId leaf_segment() const { return leaf_segment_; }
  SegmentId top_segment() const { return top_segment_; }
  const SplitCounts& splits() const { return splits_; }
  std::uint64_t records() const { return records_; }
  std::uint64_t pages_of_level(std::uint16_t level) const { return pages_by_level_[level]; }

 private:
  friend class BulkLoad;
  friend class fast::UpperLevels;

  // search.cpp
  Cursor search(RecordPointer record, std::uint16_t level);
  Cursor father_of(const Page& child);
  /// The same of a page with this first record; `is_leftmost`: of its level.
  Cursor father_of(PageNumber child, bool is_leftmost, RecordPointer first_record, std::uint16_t child_level);
  void refuse_duplicate(const Cursor& cursor, RecordPointer record) const;
  const Page* page_or_none(PageNumber number) const {
    return number == no_page ? nullptr : pages_[number].get();
  }
  /// The page as a search comes to it: through the buffer pool.
  Page* get(PageNumber number) {
    log_.pool().get({space_.space_id(), number});
    return pages_[number].get();
  }
  // insert.cpp
  bool try_optimistic_insert(const Cursor& cursor, const NewRecord& record, MiniTransaction& mtr);
  void pessimistic_insert(const Cursor& cursor, const NewRecord& record, MiniTransaction& mtr);
  void note_auto_increment(std::uint64_t counter, MiniTransaction& mtr);
  void reserve_extents(MiniTransaction& mtr);
  void note_transaction(Page& page, MiniTransaction& mtr) const;
  void latch_neighbours(const Page& page);
  bool has_room(const Cursor& cursor, std::size_t record_size_bytes) const;
  bool insert_at(Page& page, std::size_t position, const NewRecord& record, MiniTransaction& mtr);
  void insert_node_pointer(RecordPointer first_record, PageNumber child, std::uint16_t level,
                           MiniTransaction& mtr);
  // change_buffer_bitmap.cpp
  bool has_free_bits(const Page& page) const { return page.is_leaf() && !shape_.is_clustered; }
  void lower_free_bits(const Page& page, std::size_t room_before, std::size_t used_bytes);
  void set_free_bits(const Page& page, MiniTransaction& mtr);
  void write_free_bits(const Page& page, unsigned bits, MiniTransaction& mtr);
  // right_sibling.cpp
  bool insert_into_right_sibling(const Cursor& cursor, const NewRecord& record, MiniTransaction& mtr);
  // root.cpp
  Cursor raise_root(const Cursor& cursor, MiniTransaction& mtr);
  Page& take_page(PageNumber hint, Direction direction, SegmentId segment, MiniTransaction& mtr,
                  MiniTransaction& initialising);
  Page& allocate_page(PageNumber hint, Direction direction, std::uint16_t level, MiniTransaction& mtr);
  SegmentId segment_of(std::uint16_t level) const { return level == 0 ? leaf_segment_ : top_segment_; }
  void free_page(Page& page, MiniTransaction& mtr);
  void count_page(std::uint16_t level);
  // split.cpp
  /// Returns the page that has got the record.
  Page& split_and_insert(Cursor cursor, const NewRecord& record, MiniTransaction& mtr);
  Page& allocate_beside(const Page& page, const SplitPoint& split, MiniTransaction& mtr);
  void attach_half_pages(Page& page, Page& new_page, RecordPointer separator, const SplitPoint& split,
                         MiniTransaction& mtr);
  void move_max_transaction(const Page& from, Page& to, MiniTransaction& mtr) const;
  void move_records(Page& page, Page& new_page, const SplitPoint& split, MiniTransaction& mtr);
  void count(const SplitPoint& split);
  void tell_split(const Cursor& cursor, const NewRecord& record, const Page& new_page,
                  const SplitPoint& split, bool by_size) const;
  // delete.cpp
  void delete_node_pointer(const Cursor& cursor, MiniTransaction& mtr);
  void discard_page(Page& page, MiniTransaction& mtr);
  // merge.cpp
  void compress_if_useful(Page& page, MiniTransaction& mtr);
  void compress(Page& page, MiniTransaction& mtr);
  bool can_merge_with(const Page& page, PageNumber neighbour_number, MiniTransaction& mtr);
  void merge_into_left(Page& page, MiniTransaction& mtr);
  void merge_into_right(Page& page, MiniTransaction& mtr);
  void unlink(Page& page, MiniTransaction& mtr);
  void lift_page_up(Page& page, MiniTransaction& mtr);

  Page& mutable_page(PageNumber number) { return *get(number); }

  IndexShape shape_;
  const ServerRules& rules_;
  Tablespace& space_;
  std::uint64_t index_id_;
  RedoLog& log_;
  SegmentId top_segment_ = 0;
  SegmentId leaf_segment_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;  ///< by page number; nothing where no page of this index is
  PageNumber root_ = no_page;
  SplitCounts splits_;
  std::uint64_t records_ = 0;
  std::uint64_t highest_auto_increment_ = 0;  ///< that MySQL has logged
  std::vector<std::uint64_t> pages_by_level_;
};

}  // namespace keycost::innodb
