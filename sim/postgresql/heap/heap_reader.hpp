// Reading rows back from the heap, as building an index does.
#pragma once

#include <vector>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/page.hpp"
#include "sim/rows/column_batch.hpp"

namespace keycost::postgresql {

/// Replaces the content of `columns` (one batch for each of `attributes`) by the rows of one heap page, in
/// the order of their line pointers, which `offsets` gets. Rows whose hint says that their transaction was
/// aborted are left out.
void read_heap_page(const Page& page, const std::vector<Attribute>& attributes,
                    std::vector<ColumnBatch>& columns, std::vector<OffsetNumber>& offsets);

}  // namespace keycost::postgresql
