// What the records of index changes carry besides their blocks' data. Source: src/include/access/nbtxlog.h.
#pragma once

#include <cstddef>

namespace keycost::postgresql {

inline constexpr std::size_t insert_record_size_bytes = 2;     // xl_btree_insert: the offset
inline constexpr std::size_t split_record_size_bytes = 10;     // xl_btree_split: level, first right, offsets
inline constexpr std::size_t newroot_record_size_bytes = 8;    // xl_btree_newroot: root block, level
inline constexpr std::size_t metadata_record_size_bytes = 28;  // xl_btree_metadata

}  // namespace keycost::postgresql
