// Records in ROW_FORMAT=COMPACT and DYNAMIC, which are the same as long as no column is stored off its page:
//
//   lengths of variable fields, last field first | NULL bitmap | 5 header bytes | origin: field, field, …
//
// A clustered index's leaf record is the row: primary key, DB_TRX_ID, DB_ROLL_PTR, the other columns. A
// secondary index's is its columns and those of the primary key that it lacks. A node pointer is the key and
// the child's page number. Source: storage/innobase/rem/rem0rec.cc; data/data0data.cc, dict/dict0dict.cc for
// which fields a record has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "sim/innodb/page_format.hpp"

namespace keycost::innodb {

/// How stored values compare: byte by byte, or as if the shorter one were padded with blanks (text in a
/// PAD SPACE collation).
enum class Comparison : std::uint8_t { bytes, blank_padded };

struct Field {
  std::uint16_t size_bytes = 0;  ///< fixed width; 0 for a variable one
  bool is_variable = false;
  bool may_need_two_length_bytes = false;  ///< longer than 255 bytes at most, or a BLOB or TEXT
  bool is_nullable = false;
  bool is_descending = false;
  Comparison comparison = Comparison::bytes;
};

/// A value as it is stored, or NULL.
struct StoredValue {
  std::span<const std::byte> bytes;
  bool is_null = false;
};

/// A record at its origin: header and lengths lie in front of it.
using RecordPointer = const std::byte*;

struct RecordSize {
  std::uint16_t extra_bytes = 0;  ///< in front of the origin
  std::uint16_t data_bytes = 0;

  std::size_t bytes() const { return std::size_t{extra_bytes} + data_bytes; }
};

/// What the records of one index look like.
class RecordFormat {
 public:
  /// `key_fields` is how many fields, from the first on, order the index and stand in node pointers.
  RecordFormat(std::vector<Field> fields, std::size_t key_fields);

  const std::vector<Field>& fields() const { return fields_; }
  std::size_t key_fields() const { return key_fields_; }

  /// Size of the record at `origin`: O(1) where every field has a fixed width and none can be NULL.
  RecordSize size(RecordPointer origin, bool is_leaf) const {
    const FixedSize& fixed = is_leaf ? leaf_size_ : node_size_;
    return fixed.is_fixed ? fixed.size : walk(origin, is_leaf);
  }
  /// The smallest size that a record can have.
  std::size_t smallest_size_bytes(bool is_leaf) const;

  /// Below 0, 0 or above 0 as the key of `a` is below, equal to or above that of `b`. Both may be leaf
  /// records or node pointers. NULL is below everything and equal to NULL.
  int compare(RecordPointer a, RecordPointer b) const {
    if (key_is_one_string_) return std::memcmp(a, b, key_size_bytes_);
    return compare_fields(a, b, key_fields_);
  }
  /// The same for the first `fields` fields alone.
  int compare_fields(RecordPointer a, RecordPointer b, std::size_t fields) const;
  /// Whether one of the first `fields` fields is NULL.
  bool has_null(RecordPointer origin, std::size_t fields) const;

  /// Writes a leaf record's lengths, bitmap, header and data; `values` has one entry a field. Returns the
  /// origin's place in `bytes`, which is replaced.
  std::size_t build_leaf(std::span<const StoredValue> values, std::vector<std::byte>& bytes) const;
  /// Every field of the leaf record at `origin`; `values` is replaced.
  void read_leaf(RecordPointer origin, std::vector<StoredValue>& values) const;
  /// Calls `visit` with the length of each key field of the record at `origin`.
  template <class Visit>
  void for_each_key_field(RecordPointer origin, Visit visit) const {
    std::vector<StoredValue> values;
    if (key_is_one_string_) {
      for (std::size_t i = 0; i < key_fields_; ++i) visit(std::size_t{fields_[i].size_bytes});
      return;
    }
    read_leaf(origin, values);
    for (std::size_t i = 0; i < key_fields_; ++i) visit(values[i].bytes.size());
  }
  /// How many bytes of data the key has.
  std::size_t key_data_bytes(RecordPointer origin) const {
    std::size_t bytes = 0;
    for_each_key_field(origin, [&bytes](std::size_t length) { bytes += length; });
    return bytes;
  }
  /// Writes the node pointer to `child` whose key is that of `record`. The minimum-record flag is copied too.
  std::size_t build_node_pointer(RecordPointer record, PageNumber child, std::vector<std::byte>& bytes) const;

  /// The page to which the node pointer at `origin` points.
  PageNumber child_page(RecordPointer origin) const {
    return read_child_page(origin + size(origin, false).data_bytes - child_page_number_size_bytes);
  }
  void set_child_page(std::byte* origin, PageNumber child) const;

 private:
  struct FixedSize {
    bool is_fixed = true;
    RecordSize size;
  };

  static PageNumber read_child_page(RecordPointer place);
  RecordSize walk(RecordPointer origin, bool is_leaf) const;

  std::vector<Field> fields_;
  std::size_t key_fields_;
  std::size_t null_bitmap_size_bytes_ = 0;
  FixedSize leaf_size_;
  FixedSize node_size_;
  bool key_is_one_string_ = true;  ///< the key compares as its bytes do, all at once
  std::size_t key_size_bytes_ = 0;
};

inline bool has_min_rec_flag(RecordPointer origin) {
  return (origin[-5] & min_rec_flag) != std::byte{0};
}
inline std::uint16_t read_heap_number(RecordPointer origin) {
  return static_cast<std::uint16_t>(
      (std::to_integer<unsigned>(origin[-4]) << 8 | std::to_integer<unsigned>(origin[-3])) >> 3);
}

}  // namespace keycost::innodb
