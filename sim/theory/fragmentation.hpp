// leaf_fragmentation of an index of random keys: leaves whose right neighbour lies before them in the file.
//
// A split puts the right half on a new page at the end of the file. So a leaf's neighbour lies behind it if
// the leaf was last a left half, and before it if it was last a right half; what was true before the split is
// gone. Keys and that one mark are a Markov chain (leaf_chain.hpp), which has the mean and the deviation. The
// rightmost leaf has no neighbour and never counts.
#pragma once

#include "sim/theory/tree_rules.hpp"

namespace keycost::theory {

struct ExpectedFragmentation {
  double percent = 0;
  double percent_sd = 0;  ///< of a single tree
};

/// Of a tree that has grown from empty to `keys`, with new pages at the file's end and a rule for the
/// rightmost leaf. As long as ChainGrowth.
ExpectedFragmentation expected_fragmentation(const TreeRules& rules, double keys);

}  // namespace keycost::theory
