// Keys: how a row's key becomes an index tuple, how keys compare, and how much of a key a pivot must keep.
//
// Source: src/backend/access/nbtree/nbtutils.c (_bt_mkscankey, _bt_truncate, _bt_keep_natts), nbtsearch.c
// (_bt_compare).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/nbtree/index_tuple.hpp"

namespace keycost::postgresql {

class KeyDescriptor {
 public:
  /// `column_positions`: where the table's row has the key's attributes, in key order.
  KeyDescriptor(std::vector<Attribute> attributes, std::vector<std::size_t> column_positions);

  std::size_t attributes() const { return attributes_.size(); }

  /// index_form_tuple: the leaf tuple of a row. Replaces `tuple`.
  void form(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id,
            std::vector<std::byte>& tuple) const;

  /// _bt_keep_natts_fast: 1 + the number of leading attributes in which two tuples are the same, bit for bit.
  std::size_t attributes_to_tell_apart(const std::byte* left, const std::byte* right) const;

  /// _bt_truncate: the shortest pivot that lies above `last_left` and not above `first_right`. Replaces
  /// `pivot`.
  void truncate(const std::byte* last_left, const std::byte* first_right,
                std::vector<std::byte>& pivot) const;

  /// The key's attributes as text, for messages: "(01890a5d-…)".
  std::string print(const std::byte* tuple) const;

  /// Calls `visit` with a predicate `precedes(tuple)`: whether a tuple on a page sorts before `search`, a
  /// leaf tuple. The predicate is made for the key's type, so that a search compares numbers, not
  /// descriptions of them.
  template <class Visitor>
  auto with_order(const std::byte* search, Visitor visit) const;

  /// As with_order, for keys of any shape: below, equal (0) or above, by attributes alone; attributes that a
  /// pivot lacks count as minus infinity.
  int compare_attributes(const std::byte* search, const std::byte* tuple) const;

 private:
  enum class Shape : std::uint8_t { smallint, integer, bigint, uuid, general };

  std::vector<Attribute> attributes_;
  std::vector<std::size_t> column_positions_;
  Shape shape_ = Shape::general;
};

namespace key_order {

/// Leaf and pivot tuples of a single not-null column of fixed width have its value right behind the header.
template <class T>
struct SingleInteger {
  explicit SingleInteger(const std::byte* search)
      : key(index_tuple::load<T>(search + index_tuple_header_size_bytes)) {}
  bool operator()(const std::byte* tuple) const {
    return index_tuple::load<T>(tuple + index_tuple_header_size_bytes) < key;
  }
  T key;
};

struct SingleUuid {
  static std::uint64_t big_endian(const std::byte* at) {
    return __builtin_bswap64(index_tuple::load<std::uint64_t>(at));
  }

  explicit SingleUuid(const std::byte* search)
      : high(big_endian(search + index_tuple_header_size_bytes)),
        low(big_endian(search + index_tuple_header_size_bytes + 8)) {}
  bool operator()(const std::byte* tuple) const {
    const std::uint64_t other = big_endian(tuple + index_tuple_header_size_bytes);
    return other < high || (other == high && big_endian(tuple + index_tuple_header_size_bytes + 8) < low);
  }
  std::uint64_t high;
  std::uint64_t low;
};

struct General {
  bool operator()(const std::byte* tuple) const { return descriptor->compare_attributes(search, tuple) > 0; }
  const KeyDescriptor* descriptor;
  const std::byte* search;
};

}  // namespace key_order

template <class Visitor>
auto KeyDescriptor::with_order(const std::byte* search, Visitor visit) const {
  switch (shape_) {
    case Shape::smallint:
      return visit(key_order::SingleInteger<std::int16_t>(search));
    case Shape::integer:
      return visit(key_order::SingleInteger<std::int32_t>(search));
    case Shape::bigint:
      return visit(key_order::SingleInteger<std::int64_t>(search));
    case Shape::uuid:
      return visit(key_order::SingleUuid(search));
    case Shape::general:
      break;
  }
  return visit(key_order::General{this, search});
}

}  // namespace keycost::postgresql
