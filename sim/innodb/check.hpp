// Is the tree whole? Source of the question: storage/innobase/btr/btr0btr.cc (btr_validate_index).
#pragma once

#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

/// Throws InvariantBroken unless every page is sound, the pages of each level are linked in both directions
/// and in key order, each page but the root has its node pointer, in order, and the leaves hold exactly
/// `records` records. O(size of the index).
void check_index(const Btree& tree, std::uint64_t records);

}  // namespace keycost::innodb
