// Writing integer values in the width of their column.
#pragma once

#include <cstring>

#include "sim/rows/column_batch.hpp"

namespace keycost {

/// Appends value(first), value(first+1), … (each an int64 that fits the column's type) to `out`.
template <class Value>
void append_integers(std::uint64_t first, std::size_t count, ColumnBatch& out, Value value) {
  const auto width = static_cast<std::size_t>(describe(out.type()).size_bytes);
  std::byte* to = out.extend(count);
  for (std::size_t i = 0; i < count; ++i, to += width) {
    const std::int64_t number = value(first + i);
    std::memcpy(to, &number, width);  // little-endian: the low bytes come first
  }
}

inline constexpr SqlType integer_types[] = {SqlType::bigint, SqlType::integer, SqlType::smallint};

}  // namespace keycost
