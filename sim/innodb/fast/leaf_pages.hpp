// What happens on a single leaf, as on the plain path's page of the same number (sim/innodb/page.cpp,
// page_directory.cpp), and what it adds to the log.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/innodb/fast/insert_redo.hpp"
#include "sim/innodb/fast/leaf.hpp"
#include "sim/innodb/fast/record_groups.hpp"
#include "sim/innodb/page.hpp"

namespace keycost::innodb::fast {

template <class Key>
class LeafPages {
 public:
  /// `key_size_bytes` of a record's data are its key.
  LeafPages(RecordSize record, std::size_t key_size_bytes)
      : key_size_bytes_(key_size_bytes), shape_(record), redo_(shape_, key_size_bytes) {
    while (careful_from_ < shape_.records_max &&
           shape_.room_beside(careful_from_) >= space_reserve_bytes + shape_.record.bytes())
      ++careful_from_;
  }

  const LeafShape& shape() const { return shape_; }
  const InsertRedo& redo() const { return redo_; }

  /// Makes an empty leaf what `page` is.
  void read(const Page& page, const Leaf<Key>& leaf) const {
    leaf->sorted = static_cast<std::uint16_t>(page.records());
    leaf->heap_slots = static_cast<std::uint16_t>(page.heap_records() - first_user_heap_number);
    leaf->groups = 0;
    std::uint8_t group = 0;
    for (std::size_t i = 0; i < page.records(); ++i) {
      leaf.keys[i] = key_of(page.record(i));
      leaf.slots[i] = shape_.slot(page.record_offset(i));
      ++group;
      if (page.owned(page.record_offset(i)) > 0)
        leaf.groups[leaf->groups++] = std::exchange(group, std::uint8_t{0});
    }
    leaf.groups[leaf->groups++] = group;
    std::vector<HeapSlot> free;
    for (RecordOffset i = page.first_free(); i != 0; i = page.next_record(i)) free.push_back(shape_.slot(i));
    leaf->free_slots = static_cast<std::uint16_t>(free.size());
    std::copy(free.begin(), free.end(), leaf.free_list(shape_));
    if (page.last_insert() != 0) leaf->last_insert = shape_.slot(page.last_insert());
  }

  /// Btree::has_room, of a page whose arrivals count as if they were in their places. There always is where
  /// few records are.
  bool has_room(const Leaf<Key>& leaf, Key key) const {
    return leaf->records() < careful_from_ || has_room_near_end(leaf, key);
  }
  bool has_room_in_heap(const Leaf<Key>& leaf) const {
    return leaf->free_slots > 0 || shape_.room_beside(leaf->heap_slots) >= shape_.record.bytes();
  }

  /// Every arrival into its place. Returns what their mini-transactions add to the log. Throws KeysEqual.
  std::uint64_t settle(const Leaf<Key>& leaf) {
    leaf.gather();
    const std::size_t page_class = InsertRedo::page_class(leaf->number);
    groups_.load(leaf);
    std::uint64_t bytes = 0;
    const Key* const end = leaf.keys + leaf->records();
    for (const Key* key = leaf.keys + leaf->sorted; key != end; ++key)
      bytes += redo_.row_size_bytes(page_class, insert_into_groups(leaf, *key));
    leaf->arrived = 0;
    groups_.store(leaf);
    return bytes;
  }

  /// One record into its place on a settled leaf, as part of `mtr`.
  void insert_now(const Leaf<Key>& leaf, Key key, MiniTransaction& mtr) {
    groups_.load(leaf);
    const Neighbours<Key> around = insert_into_groups(leaf, key);
    groups_.store(leaf);
    mtr.log_insert_record(page_id(leaf), redo_.logged(around));
  }

  bool is_last_insert(const Leaf<Key>& leaf, std::size_t position) const {
    return position < leaf->sorted && leaf.slots[position] == leaf->last_insert;
  }

  // Page::copy_end, Page::remove_end.
  void move_end(const Leaf<Key>& leaf, const Leaf<Key>& added, std::size_t from, MiniTransaction& mtr) {
    const std::size_t count = leaf->sorted - from;
    copy(leaf, added, from, count, mtr);
    if (count > 0) log_last_insert_forgotten(added, mtr);
    if (count > 0) remove_end(leaf, from, mtr);
  }

  // Page::copy_start, Page::remove_start: one by one, and the page's last insert is forgotten.
  void move_start(const Leaf<Key>& leaf, const Leaf<Key>& added, std::size_t count, MiniTransaction& mtr) {
    if (count == 0) return;
    copy(leaf, added, 0, count, mtr);
    added->last_insert = static_cast<HeapSlot>(count - 1);
    groups_.load(leaf);
    for (std::size_t i = 0; i < count; ++i) {
      mtr.log_delete_record(page_id(leaf), 0, shape_.record);
      groups_.remove_first();
      removed_.push_back(leaf.slots[i]);
    }
    groups_.store(leaf);
    for (const HeapSlot slot : removed_) free_slot(leaf, slot);
    removed_.clear();
    leaf->last_insert = no_slot;
  }

 private:
  static PageId page_id(const Leaf<Key>& leaf) { return {first_table_space, leaf->number}; }

  Key key_of(RecordPointer record) const {
    Key key = 0;
    for (std::size_t i = 0; i < sizeof(Key); ++i)
      key = key << 8 | (i < key_size_bytes_ ? std::to_integer<unsigned>(record[i]) : 0U);
    return key;
  }

  bool has_room_near_end(const Leaf<Key>& leaf, Key key) const {
    const std::size_t size = shape_.record.bytes();
    const std::size_t room = shape_.room_beside(leaf->records());
    if (leaf->free_slots_left() > 0) {
      const bool is_tight = room < size || room < page_reorganize_limit_bytes;
      if (is_tight && leaf->records() > 1 && shape_.room_beside(leaf->slots_used()) < size) return false;
    } else if (room < size) {
      return false;
    }
    return !(leaf->records() >= 2 && space_reserve_bytes + size > room && is_beside_last_insert(leaf, key));
  }

  /// Whether no key lies between this one and the one inserted last. Any that does shows that it is not, and
  /// most do: a few arrivals tell, as a rule.
  bool is_beside_last_insert(const Leaf<Key>& leaf, Key key) const {
    leaf.gather();
    const Key* const last = leaf.last_insert();
    if (last == nullptr) return false;
    const Key low = std::min(*last, key);
    const Key high = std::max(*last, key);
    for (std::size_t i = leaf->records(); i-- > leaf->sorted;) {
      if (low < leaf.keys[i] && leaf.keys[i] < high) return false;
    }
    const Key* const end = leaf.keys + leaf->sorted;
    const Key* const above = std::upper_bound(const_cast<const Key*>(leaf.keys), end, low);
    return above == end || *above >= high;
  }

  HeapSlot take_slot(const Leaf<Key>& leaf, bool& is_reused) {
    is_reused = leaf->free_slots > 0;
    if (!is_reused) return leaf->heap_slots++;
    const HeapSlot slot = *leaf.free_list(shape_);
    --leaf->free_slots;
    return slot;
  }

  Neighbours<Key> insert_into_groups(const Leaf<Key>& leaf, Key key) {
    bool is_reused = false;
    const HeapSlot slot = take_slot(leaf, is_reused);
    Neighbours<Key> around = groups_.insert(key, slot);
    around.reuses_free_record = is_reused;
    leaf->last_insert = slot;
    return around;
  }

  /// `count` records from `first` on to the empty leaf `to`, each logged (Page::insert at its end).
  void copy(const Leaf<Key>& from, const Leaf<Key>& to, std::size_t first, std::size_t count,
            MiniTransaction& mtr) {
    const PageId page = page_id(to);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Key key = from.keys[first + i];
      to.keys[i] = key;
      to.slots[i] = static_cast<HeapSlot>(i);
      if (i == 0) {
        mtr.log_insert_record(page, redo_.logged(Neighbours<Key>{.key = key}));
      } else {
        bytes += redo_.copied_size_bytes(Neighbours<Key>{key, to.keys[i - 1], to.slots[i - 1]});
      }
    }
    mtr.log_further_inserts(bytes);
    to->sorted = to->heap_slots = static_cast<std::uint16_t>(count);
    // Each time the last group has become too large, its first four have gone into one of their own.
    constexpr std::size_t half = (owned_records_max + 1) / 2;
    const std::size_t halves = count < owned_records_max ? 0 : (count - half) / half;
    to->groups = static_cast<std::uint16_t>(halves + 1);
    std::fill_n(to.groups, halves, std::uint8_t{half});
    to.groups[halves] = static_cast<std::uint8_t>(count - half * halves);
  }

  /// A page that was new keeps no last insert, and no direction.
  void log_last_insert_forgotten(const Leaf<Key>& added, MiniTransaction& mtr) {
    constexpr std::uint64_t direction_right = 2;  // PAGE_RIGHT
    constexpr std::uint64_t direction_none = 5;   // PAGE_NO_DIRECTION
    constexpr std::size_t last_insert_to_same_direction_bytes = 6;
    const std::size_t count = added->sorted;
    const std::uint64_t last = shape_.offset(static_cast<HeapSlot>(count - 1));
    const std::uint64_t direction = count > 1 ? direction_right : direction_none;
    mtr.log_number_change(page_id(added), page_last_insert, last_insert_to_same_direction_bytes,
                          last << 32 | direction << 16 | (count - 1), direction_none << 16);
  }

  void remove_end(const Leaf<Key>& leaf, std::size_t from, MiniTransaction& mtr) {
    const PageId page = page_id(leaf);
    const auto change = [&](std::size_t place, std::size_t width, std::uint64_t old, std::uint64_t number) {
      mtr.log_number_change(page, place, width, old, number);
    };
    std::size_t group = 0;  // of the first record that goes; `kept` of its records stay
    std::size_t kept = from;
    while (kept >= leaf.groups[group] && group + 1 < leaf->groups) kept -= leaf.groups[group++];
    const bool is_last_group = group + 1 == leaf->groups;
    const std::size_t owner =
        is_last_group ? page_new_supremum : shape_.offset(leaf.slots[from - kept + leaf.groups[group] - 1]);
    const std::size_t count = leaf->sorted - from;
    const std::size_t size = shape_.record.bytes();
    const std::size_t first_free = leaf->free_slots == 0 ? 0 : shape_.offset(*leaf.free_list(shape_));
    const std::size_t before = shape_.offset(leaf.slots[from - 1]);
    const std::size_t first = shape_.offset(leaf.slots[from]);
    const std::size_t last = shape_.offset(leaf.slots[leaf->sorted - 1]);
    const auto step = [](std::size_t to, std::size_t of) { return static_cast<std::uint16_t>(to - of); };
    change(page_directory_slots, 2, leaf->groups + 1U, group + 2);
    change(page_last_insert, 2, leaf->last_insert == no_slot ? 0 : shape_.offset(leaf->last_insert), 0);
    change(page_free, 4, first_free << 16 | leaf->free_slots * size,
           first << 16 | (leaf->free_slots + count) * size);
    change(page_records, 2, leaf->sorted, from);
    change(slot_place(group + 1), 2, owner, page_new_supremum);
    change(page_new_supremum - record_header_size_bytes, 1, leaf.groups[leaf->groups - 1U] + 1U, kept + 1);
    change(before - next_record_place, 2, step(first, before), step(page_new_supremum, before));
    change(last - next_record_place, 2, step(page_new_supremum, last),
           first_free == 0 ? 0 : step(first_free, last));
    HeapSlot* const removed = leaf.slots + from;
    std::copy_backward(removed, removed + count, leaf.free_list(shape_));
    leaf->free_slots = static_cast<std::uint16_t>(leaf->free_slots + count);
    leaf->sorted = static_cast<std::uint16_t>(from);
    leaf->groups = static_cast<std::uint16_t>(group + 1);
    leaf.groups[group] = static_cast<std::uint8_t>(kept);
    leaf->last_insert = no_slot;
  }

  static std::size_t slot_place(std::size_t slot) {
    return page_size_bytes - fil_trailer_size_bytes - (slot + 1) * directory_slot_size_bytes;
  }

  // Page::free_record: the heap's last slot is given back, others go to the head of the free list.
  void free_slot(const Leaf<Key>& leaf, HeapSlot slot) {
    if (slot + 1 == leaf->heap_slots) {
      --leaf->heap_slots;
      return;
    }
    ++leaf->free_slots;
    *leaf.free_list(shape_) = slot;
  }

  std::size_t key_size_bytes_;
  LeafShape shape_;
  InsertRedo redo_;
  std::size_t careful_from_ = 0;  ///< records of a leaf from which on it may be full
  RecordGroups<Key> groups_;
  std::vector<HeapSlot> removed_;
};

}  // namespace keycost::innodb::fast
