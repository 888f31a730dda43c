// Inserting a record. Source: storage/innobase/btr/btr0cur.cc (btr_cur_optimistic_insert,
// btr_cur_pessimistic_insert), btr0btr.cc (btr_insert_on_non_leaf_level); row/row0ins.cc.
#include <algorithm>

#include "sim/innodb/btree.hpp"
#include "sim/innodb/observer.hpp"

namespace keycost::innodb {

namespace {

constexpr std::uint32_t extents_for_an_insert = 3;  // tree height / 16 + 3, and no tree is 16 levels high

}  // namespace

void Btree::insert(const NewRecord& record, std::uint64_t auto_increment) {
  const Cursor cursor = search(record.origin, 0);
  refuse_duplicate(cursor, record.origin);
  MiniTransaction mtr(log_);
  if (auto_increment > 0) note_auto_increment(auto_increment, mtr);
  if (!try_optimistic_insert(cursor, record, mtr)) {
    if (auto_increment > 0) mtr.commit();  // the first try ends there, and the counter has been raised
    pessimistic_insert(cursor, record, mtr);
  }
  mtr.commit();
  ++records_;
}

// In MySQL the counter is the dictionary's, and the log alone remembers it until that is written
// (AutoIncLogMtr).
void Btree::note_auto_increment(std::uint64_t counter, MiniTransaction& mtr) {
  if (rules_.root_keeps_auto_increment) return mutable_page(root_).raise_max_transaction(counter, mtr);
  if (counter <= highest_auto_increment_) return;
  highest_auto_increment_ = counter;
  mtr.log_mysql_counter(counter);
}

void Btree::keep_auto_increment(std::uint64_t counter) {
  if (!rules_.root_keeps_auto_increment) return;
  MiniTransaction mtr(log_);
  mutable_page(root_).raise_max_transaction(counter, mtr);
  mtr.commit();
}

// Whether the page takes the record without a split. A page with garbage that is almost full would have to be
// reorganised for every few records, so it is split instead.
bool Btree::has_room(const Cursor& cursor, std::size_t record_size_bytes) const {
  const Page& page = *cursor.page;
  const std::size_t room = page.max_insert_size_after_reorganize(1);
  if (page.garbage() > 0) {
    const bool is_tight = room < record_size_bytes || room < page_reorganize_limit_bytes;
    if (is_tight && page.records() > 1 && page.max_insert_size(1) < record_size_bytes) return false;
  } else if (room < record_size_bytes) {
    return false;
  }
  const bool keeps_reserve = page.is_leaf() && shape_.is_clustered && page.records() >= 2;
  return !(keeps_reserve && space_reserve_bytes + record_size_bytes > room &&
           (follows_last_insert(page, cursor.position) || precedes_last_insert(page, cursor.position)));
}

bool Btree::try_optimistic_insert(const Cursor& cursor, const NewRecord& record, MiniTransaction& mtr) {
  if (!has_room(cursor, record.size.bytes())) return false;
  const std::size_t room = cursor.page->max_insert_size_after_reorganize(1);
  note_transaction(*cursor.page, mtr);
  if (!insert_at(*cursor.page, cursor.position, record, mtr)) return false;
  lower_free_bits(*cursor.page, room, record.size.bytes() + directory_slot_size_bytes);
  return true;
}

// As it is, or after a reorganisation where the head of the free list is too small.
bool Btree::insert_at(Page& page, std::size_t position, const NewRecord& record, MiniTransaction& mtr) {
  if (!page.insert(position, record, mtr)) {
    page.reorganize(mtr);
    if (!page.insert(position, record, mtr)) return false;
  }
  if (Observer* observer = log_.observer())
    observer->entry_inserted({this, page.number(), page.level(), position});
  return true;
}

// A second search, which holds the neighbours too: their links may change (BTR_MODIFY_TREE).
void Btree::latch_neighbours(const Page& page) {
  if (page.previous() != no_page) get(page.previous());
  if (page.next() != no_page) get(page.next());
}

// page_update_max_trx_id: before an insert without a split, or after a split, on the page that got the entry.
void Btree::note_transaction(Page& page, MiniTransaction& mtr) const {
  if (!shape_.is_clustered && page.is_leaf()) page.raise_max_transaction(log_.transaction(), mtr);
}

void Btree::reserve_extents(MiniTransaction& mtr) {
  space_.reserve_free_extents(extents_for_an_insert, mtr);
}

void Btree::pessimistic_insert(const Cursor& cursor, const NewRecord& record, MiniTransaction& mtr) {
  if (cursor.page->is_leaf()) latch_neighbours(*cursor.page);
  reserve_extents(mtr);
  const Cursor place = cursor.page->number() == root_ ? raise_root(cursor, mtr) : cursor;
  note_transaction(split_and_insert(place, record, mtr), mtr);
}

void Btree::insert_node_pointer(RecordPointer first_record, PageNumber child, std::uint16_t level,
                                MiniTransaction& mtr) {
  std::vector<std::byte> bytes;
  const std::size_t origin = shape_.format.build_node_pointer(first_record, child, bytes);
  const NewRecord pointer{bytes.data() + origin, shape_.format.size(bytes.data() + origin, false)};
  const Cursor cursor = search(pointer.origin, level);
  if (!try_optimistic_insert(cursor, pointer, mtr)) pessimistic_insert(cursor, pointer, mtr);
}

}  // namespace keycost::innodb
