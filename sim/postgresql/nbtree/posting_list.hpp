// Gathering equal keys into posting lists, as deduplication and index builds do alike.
// Source: src/backend/access/nbtree/nbtdedup.c (_bt_dedup_start_pending, _bt_dedup_save_htid,
// _bt_form_posting).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/postgresql/nbtree/index_tuple.hpp"
#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

/// A run of leaf tuples with the same key, to become one tuple.
class PostingGroup {
 public:
  /// Begins anew with `item`, which must stay in place until the group is finished.
  void start(const std::byte* item) {
    base_ = item;
    items_ = 0;
    rows_.clear();
    append(item);
  }

  /// Takes the item's rows in if the list then has at most `size_max` bytes.
  bool take_in(const std::byte* item, std::size_t size_max) {
    const std::size_t rows = rows_.size() + index_tuple::row_count(item);
    if (maxalign(index_tuple::key_size_bytes(base_) + rows * tuple_id_size_bytes) > size_max) return false;
    append(item);
    return true;
  }

  const std::byte* base() const { return base_; }
  std::size_t items() const { return items_; }
  std::size_t rows() const { return rows_.size(); }

  /// The group as a tuple: the item itself if it is alone, else a posting list. Valid until the next call.
  std::span<const std::byte> tuple();

 private:
  void append(const std::byte* item) {
    for (std::size_t i = 0; i < index_tuple::row_count(item); ++i) rows_.push_back(index_tuple::row(item, i));
    ++items_;
  }

  const std::byte* base_ = nullptr;
  std::size_t items_ = 0;
  std::vector<TupleId> rows_;
  std::vector<std::byte> list_;
};

}  // namespace keycost::postgresql
