// Out-of-line storage: which tables have one. None here ever holds a value, since rows that would need it are
// refused, but REINDEX TABLE rebuilds its empty index and logs that.
// Source: src/backend/access/heap/heapam_handler.c (heapam_relation_needs_toast_table).
#pragma once

#include <cstddef>

#include "sim/postgresql/page.hpp"
#include "sim/scenario.hpp"

namespace keycost::postgresql {

/// TOAST_TUPLE_THRESHOLD: wider rows are compressed or moved out of line. Source:
/// src/include/access/heaptoast.h
constexpr std::size_t toast_tuple_threshold_bytes(std::size_t page_size_bytes) {
  return (page_size_bytes - maxalign(page_header_size_bytes + 4 * line_pointer_size_bytes)) / 4 / 8 * 8;
}
static_assert(toast_tuple_threshold_bytes(block_size_bytes) == 2032);

/// Whether a row of the table may become too wide: some column has no limit, or all limits together are
/// beyond the threshold.
bool needs_toast_table(const TableDefinition& table, std::size_t page_size_bytes);

}  // namespace keycost::postgresql
