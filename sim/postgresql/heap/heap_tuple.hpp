// A row version as the heap stores it.
//
//   0      4      8       12      18         20        22    23        t_hoff
//   | xmin | xmax | cid   | ctid  | infomask2| infomask| hoff| bitmap… | values …
//
// The NULL bitmap is there only if a value is NULL. Source: src/include/access/htup_details.h;
// src/backend/access/common/heaptuple.c (heap_form_tuple).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/postgresql/attribute.hpp"

namespace keycost::postgresql {

inline constexpr std::size_t heap_tuple_header_size_bytes = 23;  // SizeofHeapTupleHeader
// Where t_infomask2 stands, then t_infomask and t_hoff: 5 bytes that records of the log carry.
inline constexpr std::size_t heap_tuple_infomask2_position = 18;

/// Builds row versions of one table, one at a time, into a buffer of its own.
class HeapTupleBuilder {
 public:
  explicit HeapTupleBuilder(std::vector<Attribute> attributes) : attributes_(std::move(attributes)) {}

  /// The tuple of row `row` of `columns`, as transaction `xmin` inserts it; t_ctid is still to be set. Valid
  /// until the next call.
  std::span<std::byte> build(const std::vector<ColumnBatch>& columns, std::size_t row, std::uint32_t xmin);

 private:
  std::size_t write_header(bool has_null, bool has_variable, std::uint32_t xmin);

  std::vector<Attribute> attributes_;
  std::vector<std::byte> buffer_;
};

/// A row version on a page, to be read.
class StoredRow {
 public:
  explicit StoredRow(const std::byte* tuple);

  bool is_null(std::size_t attribute) const;
  const std::byte* data() const { return data_; }

 private:
  const std::byte* bitmap_;  ///< nullptr if no value is NULL
  const std::byte* data_;
};

/// t_xmin.
std::uint32_t inserting_transaction(const std::byte* tuple);

/// HEAP_XMIN_COMMITTED and HEAP_XMIN_INVALID, the hints that the row's transaction has committed, or has not.
bool has_committed_hint(const std::byte* tuple);
bool has_aborted_hint(const std::byte* tuple);
void set_committed_hint(std::byte* tuple);
void set_aborted_hint(std::byte* tuple);

/// HeapTupleHeaderSetSpeculativeToken: what stands in t_ctid until the row is confirmed.
void set_speculative_token(std::byte* tuple, std::uint32_t token);

/// t_ctid: a fresh row version points to itself.
void set_tuple_id(std::byte* tuple, TupleId id);

}  // namespace keycost::postgresql
