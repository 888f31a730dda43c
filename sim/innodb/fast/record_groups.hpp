// A leaf spread out for work on it: its records by the directory slot that owns them, as
// sim/innodb/page_directory.cpp has them. One at a time is, in memory that stays in the cache.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "sim/innodb/fast/insert_redo.hpp"
#include "sim/innodb/fast/leaf.hpp"

namespace keycost::innodb::fast {

/// Two records have the same key, or the same as far as it is known.
struct KeysEqual {};

template <class Key>
class RecordGroups {
 public:
  void load(const Leaf<Key>& leaf) {
    size_ = leaf->groups;
    const Key* key = leaf.keys;
    const HeapSlot* slot = leaf.slots;
    for (std::size_t i = 0; i < size_; ++i) {
      Group& group = groups_[i];
      order_[i] = static_cast<std::uint8_t>(i);
      group.records = leaf.groups[i];
      copy(key, group.keys.data(), group.records);
      copy(slot, group.slots.data(), group.records);
      key += group.records;
      slot += group.records;
      if (group.records > 0) highest_[i] = key[-1];
    }
  }

  void store(const Leaf<Key>& leaf) const {
    leaf->groups = static_cast<std::uint16_t>(size_);
    Key* key = leaf.keys;
    HeapSlot* slot = leaf.slots;
    for (std::size_t i = 0; i < size_; ++i) {
      const Group& group = groups_[order_[i]];
      leaf.groups[i] = static_cast<std::uint8_t>(group.records);
      copy(group.keys.data(), key, group.records);
      copy(group.slots.data(), slot, group.records);
      key += group.records;
      slot += group.records;
    }
    leaf->sorted = static_cast<std::uint16_t>(key - leaf.keys);
  }

  /// Puts a record into its place. Returns what lies around it; throws KeysEqual.
  Neighbours<Key> insert(Key key, HeapSlot slot) {
    const std::size_t place = group_of(key);
    Group& group = groups_[order_[place]];
    std::size_t position = group.records;
    for (; position > 0 && group.keys[position - 1] > key; --position) {
      group.keys[position] = group.keys[position - 1];
      group.slots[position] = group.slots[position - 1];
    }
    Neighbours<Key> around{.key = key};
    if (position > 0) {
      around.predecessor_key = group.keys[position - 1];
      around.predecessor = group.slots[position - 1];
    } else if (place > 0) {
      const Group& before = groups_[order_[place - 1]];
      around.predecessor_key = before.keys[before.records - 1];
      around.predecessor = before.slots[before.records - 1];
    }
    if (around.predecessor != no_slot && around.predecessor_key == key) throw KeysEqual{};
    group.keys[position] = key;
    group.slots[position] = slot;
    ++group.records;
    if (owned(place) > owned_records_max) split(place);
    return around;
  }

  /// Takes the first record away (page_dir_balance_slot).
  void remove_first() {
    Group& first = groups_[order_[0]];
    const std::size_t owned_before = owned(0);
    drop_front(first);
    if (owned_before > owned_records_min || size_ == 1) return;
    Group& above = groups_[order_[1]];
    if (owned(1) > owned_records_min) {
      first.keys[first.records] = above.keys[0];
      first.slots[first.records] = above.slots[0];
      highest_[0] = above.keys[0];
      ++first.records;
      drop_front(above);
      return;
    }
    std::copy_backward(above.keys.begin(), above.keys.begin() + above.records,
                       above.keys.begin() + above.records + first.records);
    std::copy_backward(above.slots.begin(), above.slots.begin() + above.records,
                       above.slots.begin() + above.records + first.records);
    std::copy_n(first.keys.begin(), first.records, above.keys.begin());
    std::copy_n(first.slots.begin(), first.records, above.slots.begin());
    above.records += first.records;
    forget_first();
  }

  /// How many records the slot of a group owns: the last group's also the supremum.
  std::size_t owned(std::size_t place) const {
    return groups_[order_[place]].records + std::size_t{place + 1 == size_};
  }

 private:
  struct Group {
    std::size_t records = 0;
    std::array<Key, owned_records_max + 1> keys;
    std::array<HeapSlot, owned_records_max + 1> slots;
  };
  static constexpr std::size_t groups_max = 256;

  /// Up to eight of something, as what stands on half a cache line or two: no loop, no call.
  template <class T>
  static void copy(const T* from, T* to, std::size_t count) {
    if (count >= 4) {
      std::memcpy(to, from, 4 * sizeof(T));
      std::memcpy(to + count - 4, from + count - 4, 4 * sizeof(T));
      return;
    }
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
  }

  /// The first group whose highest key is above, or the last: how many groups before the last end below.
  /// Nothing branches on a comparison, of which half would be foreseen wrongly.
  std::size_t group_of(Key key) const {
    std::size_t low = 0;
    for (std::size_t count = size_ - 1; count > 0;) {
      const std::size_t half = (count + 1) / 2;
      low += half & (std::size_t{0} - std::size_t{highest_[low + half - 1] <= key});
      count -= half;
    }
    return low;
  }

  /// The first half goes into a slot of its own (page_dir_split_slot).
  void split(std::size_t place) {
    constexpr std::size_t half = (owned_records_max + 1) / 2;
    const auto added = static_cast<std::uint8_t>(size_);
    Group& upper = groups_[order_[place]];
    Group& lower = groups_[added];
    lower.records = half;
    std::copy_n(upper.keys.begin(), half, lower.keys.begin());
    std::copy_n(upper.slots.begin(), half, lower.slots.begin());
    std::copy(upper.keys.begin() + half, upper.keys.begin() + upper.records, upper.keys.begin());
    std::copy(upper.slots.begin() + half, upper.slots.begin() + upper.records, upper.slots.begin());
    upper.records -= half;
    std::copy_backward(order_.begin() + place, order_.begin() + size_, order_.begin() + size_ + 1);
    std::copy_backward(highest_.begin() + place, highest_.begin() + size_, highest_.begin() + size_ + 1);
    order_[place] = added;
    highest_[place] = lower.keys[half - 1];
    ++size_;
  }

  static void drop_front(Group& group) {
    std::copy(group.keys.begin() + 1, group.keys.begin() + group.records, group.keys.begin());
    std::copy(group.slots.begin() + 1, group.slots.begin() + group.records, group.slots.begin());
    --group.records;
  }

  /// The last one in memory takes its place there.
  void forget_first() {
    const std::uint8_t free = order_[0];
    std::copy(order_.begin() + 1, order_.begin() + size_, order_.begin());
    std::copy(highest_.begin() + 1, highest_.begin() + size_, highest_.begin());
    --size_;
    if (free == size_) return;
    groups_[free] = groups_[size_];
    *std::find(order_.begin(), order_.begin() + size_, static_cast<std::uint8_t>(size_)) = free;
  }

  std::size_t size_ = 0;
  std::array<std::uint8_t, groups_max + 1> order_;  ///< in key order, which of the groups
  std::array<Key, groups_max + 1> highest_;         ///< in key order; of the last group nothing
  std::array<Group, groups_max> groups_;
};

}  // namespace keycost::innodb::fast
