// Reads rows and keys back from the bytes of a PostgreSQL table's pages, with code of its own: what the model
// wrote is looked at from outside.
// Source: PostgreSQL documentation, 65.6 "Database Page Layout"; src/include/access/itup.h, nbtree.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/scenario.hpp"

namespace keycost::test {

/// Block and line pointer.
using Tid = std::pair<std::uint32_t, std::uint16_t>;

/// Values as they are stored, without length headers; nothing where NULL.
using StoredValues = std::vector<std::optional<std::string>>;

struct HeapContent {
  std::map<Tid, StoredValues> rows;
  std::vector<std::size_t> free_bytes;  ///< of each page, between line pointers and tuples
};

/// Every row version of a heap. Fails the test if a page's tuples overlap, leave its bounds or do not point
/// to themselves.
HeapContent read_heap(const std::string& image, const TableDefinition& table);

/// Every row that the leaves of an index point to, with its key and the included columns. Fails the test if
/// one is there twice.
std::map<Tid, StoredValues> read_leaves(const std::string& image, const TableDefinition& table,
                                        const IndexDefinition& index);

}  // namespace keycost::test
