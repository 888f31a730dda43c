// An index tuple, as it lies on a page.
//
//   0               6        8
//   | t_tid         | t_info | NULL bitmap, padded to 16 (only if a value is NULL) | values …
//
// t_tid is the heap row on a leaf. In a pivot tuple (a high key, or an entry of an internal page) its block
// number is the child's ("downlink") and its offset tells how many attributes were kept. t_info has the
// tuple's size in its low 13 bits. Source: src/include/access/itup.h, nbtree.h;
// src/backend/access/common/indextuple.c.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

inline constexpr std::size_t index_tuple_header_size_bytes = 8;  // sizeof(IndexTupleData)
inline constexpr std::size_t index_tuple_header_with_nulls_size_bytes =
    16;                                                // + IndexAttributeBitMapData, maxaligned
inline constexpr std::size_t tuple_id_size_bytes = 6;  // sizeof(ItemPointerData)
/// BTMaxItemSize: three items fit on a page, each with room for a heap TID more.
constexpr std::size_t btree_item_max_size_bytes(std::size_t page_size_bytes) {
  constexpr std::size_t special_size_bytes = 16;  // sizeof(BTPageOpaqueData)
  const std::size_t left =
      page_size_bytes - maxalign(page_header_size_bytes + 3 * line_pointer_size_bytes) - special_size_bytes;
  return left / 3 / 8 * 8 - maxalign(tuple_id_size_bytes);
}
static_assert(btree_item_max_size_bytes(block_size_bytes) == 2704);

namespace index_tuple {

inline constexpr std::uint16_t size_mask = 0x1FFF;        // INDEX_SIZE_MASK
inline constexpr std::uint16_t alternative_tid = 0x2000;  // INDEX_ALT_TID_MASK: a pivot (or a posting list)
inline constexpr std::uint16_t has_variable = 0x4000;     // INDEX_VAR_MASK
inline constexpr std::uint16_t has_nulls = 0x8000;        // INDEX_NULL_MASK
inline constexpr std::uint16_t attribute_count_mask = 0x0FFF;  // BT_OFFSET_MASK, of a pivot's t_tid offset
inline constexpr std::uint16_t is_posting_bit = 0x2000;  // BT_IS_POSTING, of a posting list's t_tid offset
inline constexpr std::uint16_t pivot_heap_tid = 0x1000;  // BT_PIVOT_HEAP_TID_ATTR, likewise

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
template <class T>
void store(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

inline std::uint16_t info(const std::byte* tuple) {
  return load<std::uint16_t>(tuple + 6);
}
inline std::size_t size_bytes(const std::byte* tuple) {
  return info(tuple) & size_mask;
}
inline std::span<const std::byte> bytes(const std::byte* tuple) {
  return {tuple, size_bytes(tuple)};
}
inline bool is_null_bearing(const std::byte* tuple) {
  return (info(tuple) & has_nulls) != 0;
}
// A block number is stored as two 16-bit halves, the high one first.
inline BlockNumber block(const std::byte* tuple) {
  return (BlockNumber{load<std::uint16_t>(tuple)} << 16) | load<std::uint16_t>(tuple + 2);
}
inline void set_block(std::byte* tuple, BlockNumber block) {
  store(tuple, static_cast<std::uint16_t>(block >> 16));
  store(tuple + 2, static_cast<std::uint16_t>(block));
}
inline std::uint16_t offset(const std::byte* tuple) {
  return load<std::uint16_t>(tuple + 4);
}
inline TupleId tuple_id(const std::byte* tuple) {
  return {block(tuple), offset(tuple)};
}

inline bool has_plain_tid(const std::byte* tuple) {
  return (info(tuple) & alternative_tid) == 0;
}
inline bool is_posting(const std::byte* tuple) {
  return !has_plain_tid(tuple) && (offset(tuple) & is_posting_bit) != 0;
}
inline bool is_pivot(const std::byte* tuple) {
  return !has_plain_tid(tuple) && (offset(tuple) & is_posting_bit) == 0;
}

// Of any leaf tuple: its rows, and its size without a posting list.
inline std::size_t row_count(const std::byte* tuple) {
  return is_posting(tuple) ? offset(tuple) & attribute_count_mask : 1;
}
inline TupleId row(const std::byte* tuple, std::size_t i) {
  return is_posting(tuple) ? tuple_id(tuple + block(tuple) + i * tuple_id_size_bytes) : tuple_id(tuple);
}
inline TupleId last_row(const std::byte* tuple) {
  return row(tuple, row_count(tuple) - 1);
}
inline std::size_t key_size_bytes(const std::byte* tuple) {
  return is_posting(tuple) ? block(tuple) : size_bytes(tuple);
}

// Of a pivot.
inline std::size_t pivot_attributes(const std::byte* tuple) {
  return offset(tuple) & attribute_count_mask;
}
inline bool pivot_has_heap_tid(const std::byte* tuple) {
  return (offset(tuple) & pivot_heap_tid) != 0;
}
inline TupleId pivot_tid(const std::byte* tuple) {
  return tuple_id(tuple + size_bytes(tuple) - tuple_id_size_bytes);
}
inline void set_tuple_id(std::byte* tuple, TupleId id) {
  set_block(tuple, id.block);
  store(tuple + 4, id.offset);
}
inline void set_size_and_flags(std::byte* tuple, std::size_t size, std::uint16_t flags) {
  store(tuple + 6, static_cast<std::uint16_t>(size | flags));
}

/// BTreeTupleSetNAtts: makes the tuple a pivot that keeps `attributes` attributes (and perhaps a heap TID
/// behind them).
inline void set_pivot(std::byte* tuple, std::size_t attributes, bool with_heap_tid) {
  store(tuple + 6, static_cast<std::uint16_t>(info(tuple) | alternative_tid));
  store(tuple + 4, static_cast<std::uint16_t>(attributes | (with_heap_tid ? pivot_heap_tid : 0)));
}

/// BTreeTupleSetPosting: makes the tuple a posting list of `count` rows whose TIDs begin `key_size` bytes
/// into it.
inline void set_posting(std::byte* tuple, std::size_t count, std::size_t key_size) {
  store(tuple + 6, static_cast<std::uint16_t>(info(tuple) | alternative_tid));
  set_block(tuple, static_cast<BlockNumber>(key_size));
  store(tuple + 4, static_cast<std::uint16_t>(count | is_posting_bit));
}

}  // namespace index_tuple

/// The first entry of every internal page stands for "minus infinity": a downlink and no attributes.
struct MinusInfinityTuple {
  explicit MinusInfinityTuple(BlockNumber child) {
    index_tuple::set_block(data, child);
    index_tuple::set_size_and_flags(data, sizeof data, 0);
    index_tuple::set_pivot(data, 0, false);
  }
  std::byte data[index_tuple_header_size_bytes] = {};
};

}  // namespace keycost::postgresql
