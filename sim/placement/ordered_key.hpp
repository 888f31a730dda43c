// A primary key as bytes that sort as the values do: what key-value stores keep rows under.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/rows/column_batch.hpp"
#include "sim/scenario.hpp"

namespace keycost::placement {

/// Appends one value. Numbers and times big-endian with the sign flipped, everything else as its bytes; of
/// several columns each but the last is closed by a zero byte (and zero bytes within are escaped).
void append_ordered(const ColumnBatch& column, std::size_t row, bool is_last, std::string& key);

/// The key of a row, of `columns` of the table.
void build_ordered_key(const std::vector<ColumnBatch>& batches, const std::vector<IndexColumn>& columns,
                       std::size_t row, std::string& key);

/// Whether values of the type are whole numbers as a key-value store has them.
bool sorts_as_number(SqlType type);

}  // namespace keycost::placement
