// Writing integer values in the width of their column.
#pragma once

#include <cstring>

#include "sim/rows/column_batch.hpp"

namespace keycost {

/// Appends `value`, which fits the column's type, to `out`.
inline void append_integer(std::int64_t value, ColumnBatch& out) {
  // Little-endian: the low bytes come first.
  std::memcpy(out.extend(1), &value, static_cast<std::size_t>(describe(out.type()).size_bytes));
}

inline constexpr SqlType integer_types[] = {SqlType::bigint, SqlType::integer, SqlType::smallint};
inline constexpr SqlType bigint_only[] = {SqlType::bigint};

}  // namespace keycost
