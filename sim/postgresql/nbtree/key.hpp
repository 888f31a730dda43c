// Keys: how a row's key becomes an index tuple, how keys compare, and how much of a key a pivot must keep.
//
// Source: src/backend/access/nbtree/nbtutils.c (_bt_mkscankey, _bt_truncate, _bt_keep_natts), nbtsearch.c
// (_bt_compare).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/nbtree/index_tuple.hpp"

namespace keycost::postgresql {

/// One column of an index.
struct KeyAttribute {
  Attribute attribute;
  std::size_t column = 0;  ///< where the table's row has it
  bool nullable = false;
  bool descending = false;
  bool nulls_first = false;
};

class KeyDescriptor {
 public:
  /// `key` orders the index; `included` is only carried on leaves.
  KeyDescriptor(std::vector<KeyAttribute> key, std::vector<KeyAttribute> included);

  std::size_t key_attributes() const { return key_count_; }

  /// Whether keys that compare equal are equal in every bit, so that duplicates can share a posting list. Not
  /// so with included columns, nor for numeric, where 1.0 equals 1.00. Source: nbtutils.c
  /// (_bt_allequalimage).
  bool all_equal_image() const { return all_equal_image_; }

  /// index_form_tuple: the leaf tuple of a row. Replaces `tuple`.
  void form(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id,
            std::vector<std::byte>& tuple) const;

  /// The longest value of variable width that the row brings into the index, without any header.
  std::size_t widest_variable_bytes(const std::vector<ColumnBatch>& columns, std::size_t row) const;

  /// Whether some key attribute of a leaf tuple is NULL: such a key equals none, so no row is refused for it.
  bool has_null_key(const std::byte* tuple) const;

  /// Calls `visit` with a function that says how `search`, a leaf tuple, compares with a tuple on a page:
  /// below (negative), equal (0) or above (positive). `by_row`: equal keys are told apart by their heap TIDs.
  /// Whatever a pivot has been cut of counts as minus infinity, so a search never equals a pivot. The
  /// function is made for the key's type, so that a search compares numbers, not descriptions of them.
  template <class Visitor>
  auto with_order(const std::byte* search, bool by_row, Visitor visit) const;

  /// The same for keys of any shape.
  int compare(const std::byte* search, const std::byte* tuple, bool by_row) const;

  /// Two tuples as they lie on pages, either of them perhaps a pivot or a posting list: the left one's last
  /// row against the right one's first. For checks.
  int compare_stored(const std::byte* left, const std::byte* right) const;

  /// _bt_keep_natts_fast: 1 + the number of leading attributes in which two tuples are the same, bit for bit.
  std::size_t attributes_to_tell_apart(const std::byte* left, const std::byte* right) const;

  /// _bt_keep_natts: 1 + the number of leading attributes that compare equal. The same as above if all equal
  /// images are.
  std::size_t attributes_to_keep(const std::byte* left, const std::byte* right) const;

  /// _bt_truncate: the shortest pivot that lies above `last_left` and not above `first_right`. Replaces
  /// `pivot`.
  void truncate(const std::byte* last_left, const std::byte* first_right,
                std::vector<std::byte>& pivot) const;

  /// The key as text, for messages: "(01890a5d-…)". What a pivot has been cut of is "-inf".
  std::string print(const std::byte* tuple) const;

 private:
  enum class Shape : std::uint8_t { smallint, integer, bigint, uuid, general };

  static Shape shape_of(const KeyAttribute& attribute);

  std::vector<KeyAttribute> attributes_;  ///< the key's, then the included ones
  std::size_t key_count_;
  bool all_equal_image_ = true;
  Shape shape_ = Shape::general;
};

/// How a leaf tuple's row compares with those of a tuple that has the same key attributes. 0: its place is
/// within the tuple's posting list (or it is the tuple's own row).
int compare_rows(const std::byte* search, const std::byte* tuple);

namespace key_order {

/// Equal keys: a pivot without a heap TID lies below every row of its key.
template <bool by_row>
int among_equals(const std::byte* search, const std::byte* tuple) {
  if constexpr (by_row) return compare_rows(search, tuple);
  return index_tuple::is_pivot(tuple) ? 1 : 0;
}

/// A single ascending column of fixed width without NULLs has its value right behind the header.
template <class T, bool by_row>
struct SingleInteger {
  explicit SingleInteger(const std::byte* search_)
      : search(search_), key(index_tuple::load<T>(search_ + index_tuple_header_size_bytes)) {}
  int operator()(const std::byte* tuple) const {
    const T other = index_tuple::load<T>(tuple + index_tuple_header_size_bytes);
    if (key != other) return key < other ? -1 : 1;
    return among_equals<by_row>(search, tuple);
  }
  const std::byte* search;
  T key;
};

template <bool by_row>
struct SingleUuid {
  static std::uint64_t big_endian(const std::byte* at) {
    return __builtin_bswap64(index_tuple::load<std::uint64_t>(at));
  }

  explicit SingleUuid(const std::byte* search_)
      : search(search_),
        high(big_endian(search_ + index_tuple_header_size_bytes)),
        low(big_endian(search_ + index_tuple_header_size_bytes + 8)) {}
  int operator()(const std::byte* tuple) const {
    const std::uint64_t other_high = big_endian(tuple + index_tuple_header_size_bytes);
    if (high != other_high) return high < other_high ? -1 : 1;
    const std::uint64_t other_low = big_endian(tuple + index_tuple_header_size_bytes + 8);
    if (low != other_low) return low < other_low ? -1 : 1;
    return among_equals<by_row>(search, tuple);
  }
  const std::byte* search;
  std::uint64_t high;
  std::uint64_t low;
};

template <bool by_row>
struct General {
  int operator()(const std::byte* tuple) const { return descriptor->compare(search, tuple, by_row); }
  const KeyDescriptor* descriptor;
  const std::byte* search;
};

}  // namespace key_order

template <class Visitor>
auto KeyDescriptor::with_order(const std::byte* search, bool by_row, Visitor visit) const {
  const auto with = [&]<bool rows>() {
    switch (shape_) {
      case Shape::smallint:
        return visit(key_order::SingleInteger<std::int16_t, rows>(search));
      case Shape::integer:
        return visit(key_order::SingleInteger<std::int32_t, rows>(search));
      case Shape::bigint:
        return visit(key_order::SingleInteger<std::int64_t, rows>(search));
      case Shape::uuid:
        return visit(key_order::SingleUuid<rows>(search));
      case Shape::general:
        break;
    }
    return visit(key_order::General<rows>{this, search});
  };
  return by_row ? with.template operator()<true>() : with.template operator()<false>();
}

}  // namespace keycost::postgresql
