// Is the tree whole? In the spirit of contrib/amcheck (bt_index_parent_check): order within and across pages,
// links both ways, high keys, downlinks, levels, and that the bytes on each page add up.
#pragma once

#include "sim/postgresql/nbtree/key.hpp"
#include "sim/postgresql/relation.hpp"

namespace keycost::postgresql {

/// Throws InvariantBroken, naming the block. `rows`: how many rows the index must hold. O(index size).
void check_index(const Relation& index, const KeyDescriptor& key, std::uint64_t rows);

}  // namespace keycost::postgresql
