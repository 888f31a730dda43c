#include "sim/postgresql/heap/heap_reader.hpp"

#include "sim/postgresql/heap/heap_tuple.hpp"

namespace keycost::postgresql {

void read_heap_page(const Page& page, const std::vector<Attribute>& attributes,
                    std::vector<ColumnBatch>& columns, std::vector<OffsetNumber>& offsets) {
  offsets.clear();
  for (ColumnBatch& column : columns) column.clear();
  for (OffsetNumber offset = first_offset; offset <= page.max_offset(); ++offset) {
    if (has_aborted_hint(page.item(offset))) continue;
    offsets.push_back(offset);
    const StoredRow row(page.item(offset));
    std::size_t position = 0;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (row.is_null(i)) {
        columns[i].append_null();
        continue;
      }
      const AttributeExtent extent = stored_extent(attributes[i], row.data(), position);
      columns[i].append(stored_payload(attributes[i], row.data(), extent));
      position = extent.end;
    }
  }
}

}  // namespace keycost::postgresql
