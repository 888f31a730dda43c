// A leaf page as its keys alone: those that stand in order, and behind them those that have come since, in
// the order of their arrival.
//
// All records of the index are equally wide, so a heap slot (the first record's space on the page is slot 0,
// the next one's slot 1) says where a record lies, and the number of records how much room is left. What
// stands here of a page is what the same page of the plain path has (sim/innodb/page.hpp), once the arrivals
// have been put in their places (arrivals.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "sim/fast/directory.hpp"
#include "sim/fast/key.hpp"
#include "sim/innodb/page_format.hpp"
#include "sim/innodb/record.hpp"

namespace keycost::innodb::fast {

using keycost::fast::NarrowKey;
using keycost::fast::WideKey;
using LeafNumber = keycost::fast::PageNumber;  ///< the model's own, in the order of creation
inline constexpr LeafNumber no_leaf = keycost::fast::no_page;

using HeapSlot = std::uint16_t;
inline constexpr HeapSlot no_slot = 0xffff;

/// What all leaves have in common.
struct LeafShape {
  explicit LeafShape(RecordSize size) : record(size) {
    while ((records_max + 1) * record.bytes() + directory_reserved_space(records_max + 1) <=
           free_space_of_empty_page_bytes)
      ++records_max;
    // Every group but the last has four records at least, and there is always room for one group more.
    groups_max = records_max / owned_records_min + 2;
  }

  RecordSize record;
  std::size_t records_max = 0;
  std::size_t groups_max = 0;

  /// PAGE_HEAP_TOP of a page whose heap has so many slots.
  std::size_t heap_top(std::size_t slots) const { return page_new_supremum_end + slots * record.bytes(); }
  std::size_t offset(HeapSlot slot) const { return heap_top(slot) + record.extra_bytes; }
  HeapSlot slot(RecordOffset offset) const {
    return static_cast<HeapSlot>((offset - page_new_supremum_end - record.extra_bytes) / record.bytes());
  }
  /// What one record more may take beside so many (page_get_max_insert_size_after_reorganize, and, with the
  /// heap's slots in place of the records, page_get_max_insert_size).
  std::size_t room_beside(std::size_t records) const {
    const std::size_t occupied = records * record.bytes() + directory_reserved_space(records + 1);
    return occupied < free_space_of_empty_page_bytes ? free_space_of_empty_page_bytes - occupied : 0;
  }
};

struct LeafHead {
  PageNumber number = innodb::no_page;
  LeafNumber previous = no_leaf;
  LeafNumber next = no_leaf;
  std::uint16_t sorted = 0;        ///< records in their places
  std::uint16_t arrived = 0;       ///< keys behind them
  std::uint16_t heap_slots = 0;    ///< PAGE_N_HEAP without infimum and supremum
  std::uint16_t free_slots = 0;    ///< length of the free list
  std::uint16_t groups = 1;        ///< of records, by who owns them: directory slots without the infimum's
  HeapSlot last_insert = no_slot;  ///< PAGE_LAST_INSERT, the arrivals left out
  std::uint16_t recent = 0;        ///< of the arrivals, those that are still apart from the keys
  std::uint64_t dirty_since = ~std::uint64_t{0};  ///< number of checkpoints before its last change

  std::size_t records() const { return std::size_t{sorted} + arrived; }
  std::size_t free_slots_left() const { return free_slots > arrived ? std::size_t{free_slots} - arrived : 0; }
  /// Slots of the heap with the arrivals among them.
  std::size_t slots_used() const {
    return std::size_t{heap_slots} + (arrived > free_slots ? std::size_t{arrived} - free_slots : 0);
  }
};

/// A leaf in its store.
template <class Key>
struct Leaf {
  LeafHead* head;
  Key* keys;             ///< sorted, then arrived
  Key* recent;           ///< the latest arrivals, until they are some
  HeapSlot* slots;       ///< of the sorted ones; the free list lies at the end, its head first
  std::uint8_t* groups;  ///< how many records each has; the last is the supremum's

  LeafHead* operator->() const { return head; }
  HeapSlot* free_list(const LeafShape& shape) const { return slots + shape.records_max - head->free_slots; }
  static constexpr std::size_t recent_max = 16;

  /// Another arrival. Those of all leaves stand close together at first: of far more memory, one would seldom
  /// be in the caches, nor known to them where it is.
  void add(Key key) const {
    recent[head->recent++] = key;
    ++head->arrived;
    if (head->recent == recent_max) gather();
  }
  /// All arrivals behind the keys.
  void gather() const {
    std::copy_n(recent, head->recent, keys + head->records() - head->recent);
    head->recent = 0;
  }
  /// The key of the record inserted last, or nullptr. All arrivals are gathered.
  const Key* last_insert() const {
    if (head->arrived > 0) return keys + head->records() - 1;
    if (head->last_insert == no_slot) return nullptr;
    return keys + (std::find(slots, slots + head->sorted, head->last_insert) - slots);
  }
};

/// Heads stand together, apart from the keys, so that they stay in the caches: an arrival touches little
/// else.
template <class Key>
class LeafStore {
 public:
  explicit LeafStore(const LeafShape& shape)
      : records_max_(shape.records_max), stride_words_(stride_bytes(shape) / sizeof(Word)) {}

  LeafNumber add(PageNumber number) {
    // What is not used of a block never becomes memory.
    if (leaves_ % leaves_a_block == 0)
      blocks_.push_back({std::make_unique<LeafHead[]>(leaves_a_block),
                         std::unique_ptr<Key[]>(new Key[leaves_a_block * Leaf<Key>::recent_max]),
                         std::unique_ptr<Word[]>(new Word[leaves_a_block * stride_words_])});
    const auto added = static_cast<LeafNumber>(leaves_++);
    const Leaf<Key> leaf = (*this)[added];
    *leaf.head = {.number = number};
    leaf.groups[0] = 0;
    return added;
  }

  Leaf<Key> operator[](LeafNumber number) const {
    const Block& block = blocks_[number / leaves_a_block];
    const std::size_t place = number % leaves_a_block;
    auto* const keys = reinterpret_cast<Key*>(block.words[place * stride_words_].bytes);
    auto* const slots = reinterpret_cast<HeapSlot*>(keys + records_max_);
    return {&block.heads[place], keys, &block.recent[place * Leaf<Key>::recent_max], slots,
            reinterpret_cast<std::uint8_t*>(slots + records_max_)};
  }

  void prefetch_head(LeafNumber number) const {
    __builtin_prefetch(&blocks_[number / leaves_a_block].heads[number % leaves_a_block], 1);
  }
  /// Where the next arrival goes.
  void prefetch(LeafNumber number) const {
    const Leaf<Key> leaf = (*this)[number];
    __builtin_prefetch(leaf.recent + leaf->recent, 1);
  }

 private:
  struct alignas(64) Word {
    std::byte bytes[64];
  };
  struct Block {
    std::unique_ptr<LeafHead[]> heads;
    std::unique_ptr<Key[]> recent;
    std::unique_ptr<Word[]> words;
  };
  static constexpr std::size_t leaves_a_block = 4096;

  static std::size_t stride_bytes(const LeafShape& shape) {
    const std::size_t bytes = shape.records_max * (sizeof(Key) + sizeof(HeapSlot)) + shape.groups_max;
    return (bytes + sizeof(Word) - 1) / sizeof(Word) * sizeof(Word);
  }

  std::size_t records_max_;
  std::size_t stride_words_;
  std::size_t leaves_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace keycost::innodb::fast
