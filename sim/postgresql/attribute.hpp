// Attributes of a tuple: how values are laid out one after the other in a heap or index tuple's data area.
// Source: src/backend/access/common/heaptuple.c (heap_compute_data_size, heap_fill_tuple),
// src/include/varatt.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/postgresql/page.hpp"
#include "sim/rows/column_batch.hpp"
#include "sim/sql_type.hpp"

namespace keycost::postgresql {

struct Attribute {
  SqlType type = SqlType::bigint;
  int size_bytes = 8;  ///< or `variable_size`
  std::size_t alignment_bytes = 8;
  std::size_t padded_to_characters = 0;  ///< char(n): n

  explicit Attribute(SqlType type_, const TypeModifiers& modifiers = {})
      : type(type_),
        size_bytes(describe(type_).size_bytes),
        alignment_bytes(static_cast<std::size_t>(describe(type_).alignment_bytes)),
        padded_to_characters(
            type_ == SqlType::character ? static_cast<std::size_t>(modifiers.length.value_or(1)) : 0) {}
};

/// Longest value that a one-byte length header can carry: VARATT_SHORT_MAX − VARHDRSZ_SHORT.
inline constexpr std::size_t short_varlena_data_max_bytes = 126;

constexpr std::size_t align_to(std::size_t position, std::size_t alignment) {
  return (position + alignment - 1) / alignment * alignment;
}

/// Where the value of `attribute` begins if `position` is free, and where it ends, both relative to the data
/// area.
struct AttributeExtent {
  std::size_t start;
  std::size_t end;
};
AttributeExtent attribute_extent(const Attribute& attribute, std::size_t payload_size_bytes,
                                 std::size_t position);

/// Writes one value into the data area that begins at `data`; returns where it ends. Padding is left as it
/// is.
std::size_t write_attribute(const Attribute& attribute, std::span<const std::byte> payload, std::byte* data,
                            std::size_t position);

/// Where a stored value begins (behind its padding) and ends, given where the one before it ended.
AttributeExtent stored_extent(const Attribute& attribute, const std::byte* data, std::size_t position);

/// The value itself, without its length header.
std::span<const std::byte> stored_payload(const Attribute& attribute, const std::byte* data,
                                          AttributeExtent extent);

}  // namespace keycost::postgresql
