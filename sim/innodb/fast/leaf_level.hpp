// The leaves of a clustered index whose records are all of one width: rows come to them one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/error.hpp"
#include "sim/fast/directory.hpp"
#include "sim/innodb/fast/insert_redo.hpp"
#include "sim/innodb/fast/leaf.hpp"
#include "sim/innodb/fast/record_groups.hpp"
#include "sim/innodb/fast/upper_levels.hpp"
#include "sim/innodb/split_point.hpp"

namespace keycost::innodb::fast {

template <class Key>
class LeafLevel {
 public:
  using Directory = keycost::fast::Directory<Key>;
  using Place = typename Directory::Place;

  /// The leaves that `tree` has are taken from it; it has a level above them. `key_size_bytes` of a record's
  /// data are its key.
  LeafLevel(Btree& tree, std::size_t key_size_bytes)
      : upper_(tree),
        key_size_bytes_(key_size_bytes),
        shape_(tree.format().size(tree.leftmost_page(0).record(0), true)),
        redo_(shape_, key_size_bytes),
        leaves_(shape_),
        directory_(Key{0}, 0) {
    while (careful_from_ < shape_.records_max &&
           shape_.room_beside(careful_from_) >= space_reserve_bytes + shape_.record.bytes())
      ++careful_from_;
    upper_.take_leaves([this](const Page& page) { add(page); });
    upper_.forget_key_ends(sizeof(Key), key_size_bytes);
  }

  const Directory& directory() const { return directory_; }
  void prefetch_head(LeafNumber leaf) const { leaves_.prefetch_head(leaf); }
  void prefetch(LeafNumber leaf) const { leaves_.prefetch(leaf); }

  /// A row comes to the leaf at `place`, which is its key's. Returns whether it has split that or another
  /// leaf, so that places are no longer what they were. What it logs is in the log when settle() has been
  /// called; of a split at once.
  bool insert(Place place, Key key) {
    const LeafNumber number = directory_.page(place);
    const Leaf<Key> leaf = leaves_[number];
    if (leaf->records() >= careful_from_ && !has_room(leaf, key)) {
      insert_with_split(place, key);
      return true;
    }
    if (leaf->arrived == 0) unsettled_.push_back(number);
    leaf.add(key);
    ++unsettled_rows_;
    make_dirty(leaf);
    return false;
  }

  bool has_room(Place place, Key key) const { return has_room(leaves_[directory_.page(place)], key); }

  /// PAGE_ROOT_AUTO_INC. Returns what that adds to the log, in a mini-transaction that is another's; 0 if the
  /// counter is not below.
  std::size_t raise_counter(std::uint64_t counter) {
    PageFrame& root = upper_.root();
    const std::uint64_t old = root.number(page_max_transaction, 8);
    if (counter <= old) return 0;
    write_number(std::span(root.bytes).subspan(page_max_transaction, 8), counter);
    upper_.pool().note_modification(root.id, upper_.log().lsn());
    return MiniTransaction::number_change_size_bytes(root.id, page_max_transaction, 8, old, counter);
  }

  /// The most that rows whose redo is not in the log yet can add to it.
  std::uint64_t unsettled_bytes_max() const { return unsettled_rows_ * redo_.row_size_bytes_max(); }

  /// Every row into its place, its redo into the log. Throws KeysEqual.
  void settle() {
    for (const LeafNumber number : unsettled_) settle(leaves_[number]);
    unsettled_.clear();
  }

  /// Every page's line, from the first key on (page_lines).
  template <class Line>
  void each_page(Line line) const {
    directory_.each([&](Key, LeafNumber number) { line(leaves_[number], shape_); });
  }
  PageNumber page_number(LeafNumber leaf) const {
    return leaf == no_leaf ? innodb::no_page : leaves_[leaf]->number;
  }

  /// Throws InvariantBroken.
  void check(std::uint64_t rows) const {
    std::uint64_t records = 0;
    LeafNumber previous = no_leaf;
    directory_.each([&](Key low, LeafNumber number) {
      const Leaf<Key> leaf = leaves_[number];
      require(leaf->arrived == 0, "every row is in its place");
      require(std::is_sorted(leaf.keys, leaf.keys + leaf->sorted),
              "records stand in the order of their keys");
      require(previous == no_leaf || leaf.keys[0] >= low, "a leaf holds no key below its own");
      require(leaf->previous == previous, "leaves know the one in front");
      require(previous == no_leaf || leaves_[previous]->next == number, "leaves know the one behind");
      require(leaf->sorted + leaf->free_slots == leaf->heap_slots,
              "every slot of the heap is a record's or free");
      std::size_t in_groups = 0;
      for (std::size_t i = 0; i < leaf->groups; ++i) in_groups += leaf.groups[i];
      require(in_groups == leaf->sorted, "every record is owned");
      records += leaf->sorted;
      previous = number;
    });
    require(records == rows, "every row is on a leaf");
  }

 private:
  // ---- one leaf

  /// A page of the plain path as a leaf.
  void add(const Page& page) {
    const LeafNumber number = leaves_.add(page.number());
    const Leaf<Key> leaf = leaves_[number];
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
    if (upper_.pool().is_dirty(page.id())) leaf->dirty_since = upper_.pool().checkpoints();
    if (number == 0) return;
    leaf->previous = number - 1;
    leaves_[number - 1]->next = number;
    directory_.insert_behind(directory_.find(leaf.keys[0]), leaf.keys[0], number);
  }

  Key key_of(RecordPointer record) const {
    Key key = 0;
    for (std::size_t i = 0; i < sizeof(Key); ++i)
      key = key << 8 | (i < key_size_bytes_ ? std::to_integer<unsigned>(record[i]) : 0U);
    return key;
  }

  /// As much of a record as leads to its page. What is not known of the key lies above all that may be there,
  /// so that a search comes behind it.
  struct KeyRecord {
    std::array<std::byte, record_header_size_bytes + InsertRedo::key_size_bytes_max> bytes{};
    RecordPointer origin() const { return bytes.data() + record_header_size_bytes; }
  };
  KeyRecord record_of(Key key) const {
    KeyRecord record;
    std::fill(record.bytes.begin() + record_header_size_bytes, record.bytes.end(), std::byte{0xff});
    for (std::size_t i = 0; i < sizeof(Key); ++i)
      record.bytes[record_header_size_bytes + i] = static_cast<std::byte>(key >> (8 * (sizeof(Key) - 1 - i)));
    return record;
  }

  void make_dirty(const Leaf<Key>& leaf) {
    BufferPool& pool = upper_.pool();
    if (leaf->dirty_since == pool.checkpoints()) return;
    pool.note_modification(upper_.page_id(leaf->number), upper_.log().lsn());
    leaf->dirty_since = pool.checkpoints();
  }

  // Btree::has_room, of a page whose arrivals count as if they were in their places.
  bool has_room(const Leaf<Key>& leaf, Key key) const {
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

  // Slots of the arrivals would lie over the free list's if they were stored one by one: keys first.
  void settle(const Leaf<Key>& leaf) {
    if (leaf->arrived == 0) return;
    leaf.gather();
    const std::size_t page_class = InsertRedo::page_class(leaf->number);
    groups_.load(leaf);
    std::uint64_t bytes = 0;
    const Key* const end = leaf.keys + leaf->records();
    for (const Key* key = leaf.keys + leaf->sorted; key != end; ++key)
      bytes += redo_.row_size_bytes(page_class, insert_into_groups(leaf, *key));
    unsettled_rows_ -= leaf->arrived;
    upper_.count_records(leaf->arrived);
    leaf->arrived = 0;
    groups_.store(leaf);
    upper_.log().append(bytes);
  }

  /// One record into its place on a settled leaf, as part of `mtr`.
  void insert_now(const Leaf<Key>& leaf, Key key, MiniTransaction& mtr) {
    groups_.load(leaf);
    const Neighbours<Key> around = insert_into_groups(leaf, key);
    groups_.store(leaf);
    mtr.log_insert_record(upper_.page_id(leaf->number), redo_.logged(around));
    upper_.count_records(1);
  }

  // ---- a leaf that is full. As in sim/innodb/split.cpp, right_sibling.cpp and page.cpp.

  void insert_with_split(Place place, Key key) {
    const Leaf<Key> leaf = leaves_[directory_.page(place)];
    settle(leaf);
    const std::uint64_t checkpoints = upper_.pool().checkpoints();
    MiniTransaction mtr(upper_.log());
    upper_.reserve_extents(mtr);
    if (!insert_into_right_sibling(place, key, mtr)) split(place, key, mtr);
    mtr.commit();
    for (const LeafNumber changed : changed_) leaves_[changed]->dirty_since = checkpoints;
    changed_.clear();
  }

  bool insert_into_right_sibling(Place place, Key key, MiniTransaction& mtr) {
    const Leaf<Key> leaf = leaves_[directory_.page(place)];
    if (leaf->next == no_leaf || leaf.keys[leaf->sorted - 1] > key) return false;
    const LeafNumber next_number = leaf->next;
    const Leaf<Key> next = leaves_[next_number];
    settle(next);
    if (next->free_slots == 0 && shape_.room_beside(next->heap_slots) < shape_.record.bytes()) return false;
    const Cursor father = upper_.father_of(next->number, false, record_of(next.keys[0]).origin());
    insert_now(next, key, mtr);
    upper_.delete_node_pointer(father, mtr);
    upper_.insert_node_pointer(record_of(key).origin(), next->number, mtr);
    directory_.set_low(directory_.place_behind(place), key);
    changed_.push_back(next_number);
    return true;
  }

  void split(Place place, Key key, MiniTransaction& mtr) {
    const LeafNumber number = directory_.page(place);
    const Leaf<Key> leaf = leaves_[number];
    const auto position =
        static_cast<std::size_t>(std::upper_bound(leaf.keys, leaf.keys + leaf->sorted, key) - leaf.keys);
    if (position > 0 && leaf.keys[position - 1] == key) throw KeysEqual{};
    const SplitPoint split = choose_split_point(leaf->sorted, position, is_last_insert(leaf, position - 1),
                                                is_last_insert(leaf, position));
    const bool is_left = split.kind == SplitKind::left;
    const PageNumber page = upper_.allocate_leaf(is_left ? leaf->number - 1 : leaf->number + 1,
                                                 is_left ? Direction::down : Direction::up, mtr);
    const LeafNumber added_number = leaves_.add(page);
    const Leaf<Key> added = leaves_[added_number];
    const Key separator = split.new_record_separates ? key : leaf.keys[split.move_from];
    changed_ = {number, added_number};
    attach(number, added_number, separator, is_left, mtr);
    if (is_left) {
      move_start(leaf, added, split.move_from, mtr);
    } else {
      move_end(leaf, added, split.move_from, mtr);
    }
    upper_.count(split);
    insert_now(split.new_record_is_low == is_left ? added : leaf, key, mtr);
    if (is_left) directory_.set_page(place, added_number);
    directory_.insert_behind(place, separator, is_left ? number : added_number);
  }

  bool is_last_insert(const Leaf<Key>& leaf, std::size_t position) const {
    return position < leaf->sorted && leaf.slots[position] == leaf->last_insert;
  }

  // Btree::attach_half_pages.
  void attach(LeafNumber number, LeafNumber added_number, Key separator, bool is_left, MiniTransaction& mtr) {
    const Leaf<Key> leaf = leaves_[number];
    const LeafNumber lower = is_left ? added_number : number;
    const LeafNumber upper = is_left ? number : added_number;
    const LeafNumber previous = leaf->previous;
    const LeafNumber next = leaf->next;
    if (is_left) {
      const Cursor father =
          upper_.father_of(leaf->number, previous == no_leaf, record_of(leaf.keys[0]).origin());
      father.page->set_child_page(father.position - 1, page_number(lower), mtr);
    }
    upper_.insert_node_pointer(record_of(separator).origin(), page_number(upper), mtr);
    if (is_left) {
      if (previous != no_leaf) set_next(previous, lower, mtr);
      set_previous(lower, previous, mtr);
    } else {
      if (next != no_leaf) set_previous(next, upper, mtr);
      set_next(upper, next, mtr);
    }
    set_previous(upper, lower, mtr);
    set_next(lower, upper, mtr);
  }

  void set_previous(LeafNumber leaf, LeafNumber previous, MiniTransaction& mtr) {
    set_neighbour(leaf, leaves_[leaf]->previous, previous, fil_page_previous, mtr);
  }
  void set_next(LeafNumber leaf, LeafNumber next, MiniTransaction& mtr) {
    set_neighbour(leaf, leaves_[leaf]->next, next, fil_page_next, mtr);
  }
  void set_neighbour(LeafNumber leaf, LeafNumber& old, LeafNumber neighbour, std::size_t place,
                     MiniTransaction& mtr) {
    mtr.log_number_change(upper_.page_id(page_number(leaf)), place, 4, page_number(old),
                          page_number(neighbour));
    old = neighbour;
    changed_.push_back(leaf);
  }

  /// `count` records from `first` on to the empty leaf `to`, each logged (Page::insert at its end).
  void copy(const Leaf<Key>& from, const Leaf<Key>& to, std::size_t first, std::size_t count,
            MiniTransaction& mtr) {
    const PageId page = upper_.page_id(to->number);
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

  // Page::copy_end, Page::remove_end.
  void move_end(const Leaf<Key>& leaf, const Leaf<Key>& added, std::size_t from, MiniTransaction& mtr) {
    const std::size_t count = leaf->sorted - from;
    copy(leaf, added, from, count, mtr);
    if (count > 0) log_last_insert_forgotten(added, mtr);
    if (count > 0) remove_end(leaf, from, mtr);
  }

  /// A page that was new keeps no last insert, and no direction.
  void log_last_insert_forgotten(const Leaf<Key>& added, MiniTransaction& mtr) {
    constexpr std::uint64_t direction_right = 2;  // PAGE_RIGHT
    constexpr std::uint64_t direction_none = 5;   // PAGE_NO_DIRECTION
    constexpr std::size_t last_insert_to_same_direction_bytes = 6;
    const std::size_t count = added->sorted;
    const std::uint64_t last = shape_.offset(static_cast<HeapSlot>(count - 1));
    const std::uint64_t direction = count > 1 ? direction_right : direction_none;
    mtr.log_number_change(upper_.page_id(added->number), page_last_insert,
                          last_insert_to_same_direction_bytes, last << 32 | direction << 16 | (count - 1),
                          direction_none << 16);
  }

  void remove_end(const Leaf<Key>& leaf, std::size_t from, MiniTransaction& mtr) {
    const PageId page = upper_.page_id(leaf->number);
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

  // Page::copy_start, Page::remove_start: one by one, and the page's last insert is forgotten.
  void move_start(const Leaf<Key>& leaf, const Leaf<Key>& added, std::size_t count, MiniTransaction& mtr) {
    if (count == 0) return;
    copy(leaf, added, 0, count, mtr);
    added->last_insert = static_cast<HeapSlot>(count - 1);
    groups_.load(leaf);
    for (std::size_t i = 0; i < count; ++i) {
      mtr.log_delete_record(upper_.page_id(leaf->number), 0, shape_.record);
      groups_.remove_first();
      removed_.push_back(leaf.slots[i]);
    }
    groups_.store(leaf);
    for (const HeapSlot slot : removed_) free_slot(leaf, slot);
    removed_.clear();
    leaf->last_insert = no_slot;
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

  UpperLevels upper_;
  std::size_t key_size_bytes_;
  LeafShape shape_;
  InsertRedo redo_;
  LeafStore<Key> leaves_;
  Directory directory_;
  RecordGroups<Key> groups_;
  std::size_t careful_from_ = 0;  ///< records of a leaf from which on it may be full
  std::vector<LeafNumber> unsettled_;
  std::uint64_t unsettled_rows_ = 0;
  std::vector<LeafNumber> changed_;  ///< by the mini-transaction
  std::vector<HeapSlot> removed_;
};

}  // namespace keycost::innodb::fast
