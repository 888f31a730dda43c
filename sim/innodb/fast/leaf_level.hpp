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
#include "sim/innodb/fast/leaf_pages.hpp"
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
        pages_(tree.format().size(tree.leftmost_page(0).record(0), true), key_size_bytes),
        leaves_(pages_.shape()),
        directory_(Key{0}, 0) {
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
    if (!pages_.has_room(leaf, key)) {
      insert_with_split(place, key);
      return true;
    }
    if (leaf->arrived == 0) unsettled_.push_back(number);
    leaf.add(key);
    ++unsettled_rows_;
    make_dirty(leaf);
    return false;
  }

  bool has_room(Place place, Key key) const { return pages_.has_room(leaves_[directory_.page(place)], key); }

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
  std::uint64_t unsettled_bytes_max() const { return unsettled_rows_ * pages_.redo().row_size_bytes_max(); }

  /// Every row into its place, its redo into the log. Throws KeysEqual.
  void settle() {
    for (const LeafNumber number : unsettled_) settle(leaves_[number]);
    unsettled_.clear();
  }

  /// Every page's line, from the first key on (page_lines).
  template <class Line>
  void each_page(Line line) const {
    directory_.each([&](Key, LeafNumber number) { line(leaves_[number], pages_.shape()); });
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
  /// A page of the plain path as the last leaf so far.
  void add(const Page& page) {
    const LeafNumber number = leaves_.add(page.number());
    const Leaf<Key> leaf = leaves_[number];
    pages_.read(page, leaf);
    if (upper_.pool().is_dirty(page.id())) leaf->dirty_since = upper_.pool().checkpoints();
    if (number == 0) return;
    leaf->previous = number - 1;
    leaves_[number - 1]->next = number;
    directory_.insert_behind(directory_.find(leaf.keys[0]), leaf.keys[0], number);
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

  void settle(const Leaf<Key>& leaf) {
    if (leaf->arrived == 0) return;
    unsettled_rows_ -= leaf->arrived;
    upper_.count_records(leaf->arrived);
    upper_.log().append(pages_.settle(leaf));
  }

  /// On a settled leaf, as part of `mtr`.
  void insert_now(const Leaf<Key>& leaf, Key key, MiniTransaction& mtr) {
    pages_.insert_now(leaf, key, mtr);
    upper_.count_records(1);
  }

  // A leaf that is full. As in sim/innodb/split.cpp and right_sibling.cpp.

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
    if (!pages_.has_room_in_heap(next)) return false;
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
    const SplitPoint split =
        choose_split_point(leaf->sorted, position, pages_.is_last_insert(leaf, position - 1),
                           pages_.is_last_insert(leaf, position));
    const bool is_left = split.kind == SplitKind::left;
    const PageNumber page = upper_.allocate_leaf(is_left ? leaf->number - 1 : leaf->number + 1,
                                                 is_left ? Direction::down : Direction::up, mtr);
    const LeafNumber added_number = leaves_.add(page);
    const Leaf<Key> added = leaves_[added_number];
    const Key separator = split.new_record_separates ? key : leaf.keys[split.move_from];
    changed_ = {number, added_number};
    attach(number, added_number, separator, is_left, mtr);
    if (is_left) {
      pages_.move_start(leaf, added, split.move_from, mtr);
    } else {
      pages_.move_end(leaf, added, split.move_from, mtr);
    }
    upper_.count(split);
    insert_now(split.new_record_is_low == is_left ? added : leaf, key, mtr);
    if (is_left) directory_.set_page(place, added_number);
    directory_.insert_behind(place, separator, is_left ? number : added_number);
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

  UpperLevels upper_;
  LeafPages<Key> pages_;
  LeafStore<Key> leaves_;
  Directory directory_;
  std::vector<LeafNumber> unsettled_;
  std::uint64_t unsettled_rows_ = 0;
  std::vector<LeafNumber> changed_;  ///< by the mini-transaction
};

}  // namespace keycost::innodb::fast
