// In what two versions of a page differ, and whether it matters.
//
// Recovery brings back what records say. Hints are in no record, what lies in the hole is in no image, a row
// that is being inserted speculatively has its own place where its token stood: the server's check of its own
// replay (wal_consistency_checking) leaves out the same. Source: src/backend/access/common/bufmask.c,
// heapam.c (heap_mask), nbtxlog.c (btree_mask).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

enum class PageKind : std::uint8_t { heap, index, metapage, other };

enum class PageEquality : std::uint8_t {
  same,        ///< byte for byte
  hints_only,  ///< but for what no record carries
  different,
};

PageEquality compare_pages(const Page& recovered, const Page& expected, PageKind kind);

/// A run of bytes in which they differ.
struct ByteDifference {
  std::size_t begin = 0;
  std::size_t end = 0;
};
/// Runs that lie fewer than 8 bytes apart are one.
std::vector<ByteDifference> differences(const Page& recovered, const Page& expected);

}  // namespace keycost::postgresql
