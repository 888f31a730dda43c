// What a B-tree does with its leaves, reduced to numbers of keys: how many fit, and how many each half of a
// split gets. All of the theory starts from here; it knows nothing of any engine's code.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace keycost::theory {

/// How many children of so many keys a split makes. A whole number for a rule that always cuts at the same
/// place; an expected number for one that draws.
struct Children {
  std::size_t keys = 0;
  double count = 0;
};

/// A leaf takes `capacity` keys; the next one splits it. The counts add up to 2, keys × count to capacity
/// + 1.
struct SplitRule {
  std::size_t capacity = 0;
  std::vector<Children> children;

  std::size_t fewest_keys() const;  ///< of any child
};

/// left | capacity + 1 − left.
SplitRule split_into(std::size_t capacity, std::size_t left);

/// The rightmost leaf, where it has a rule of its own: what a split leaves behind becomes a leaf like any
/// other, the rest is the new rightmost leaf.
struct RightmostRule {
  std::size_t capacity = 0;
  std::size_t left = 0;

  std::size_t rest() const { return capacity + 1 - left; }
};

struct TreeRules {
  SplitRule inner;
  std::optional<RightmostRule> rightmost;  ///< absent: it is like the others
};

/// Bytes of a leaf page, for engines that cut where the bytes balance.
struct LeafBytes {
  std::size_t usable = 0;
  std::size_t entry = 0;     ///< with its line pointer
  std::size_t high_key = 0;  ///< on every leaf but the rightmost
};

/// nbtree's rules for entries of one size whose first column tells any two apart: a leaf takes what its bytes
/// hold; the rightmost is cut at the fillfactor, any other where the halves are equally free.
///
///   8152 = 8192 − 24 (page header) − 16 (special area); a uuid takes 8 + 16 + 4 = 28 bytes, a bigint 20.
///
/// Source: src/backend/access/nbtree/nbtsplitloc.c; src/include/access/itup.h, nbtree.h.
struct PostgresqlLeaf {
  LeafBytes bytes;
  int fillfactor_percent = 90;
  TreeRules rules;

  std::size_t rightmost_capacity() const { return rules.rightmost->capacity; }
  std::size_t rightmost_left() const { return rules.rightmost->left; }
  std::size_t capacity() const { return rules.inner.capacity; }
  std::size_t left() const { return rules.inner.children.front().keys; }
  std::size_t right() const { return capacity() + 1 - left(); }

  /// avg_leaf_density of `leaves` leaves with `keys` keys together, as pgstatindex counts: high keys and line
  /// pointers are used space. Percent.
  double density_percent(double keys, double leaves) const;
};

/// Bytes of an index entry, line pointer included, whose key takes `key_bytes`: a tuple header of 8 bytes and
/// alignment to 8.
std::size_t postgresql_entry_bytes(std::size_t key_bytes);

/// Nothing where a page would not hold three entries (nbtree refuses such keys), or for a fillfactor outside
/// 10 to 100.
std::optional<PostgresqlLeaf> postgresql_leaf(std::size_t entry_bytes, std::size_t high_key_bytes,
                                              int fillfactor_percent = 90);

/// Entries that CREATE INDEX leaves on each leaf but the last. Source: src/backend/access/nbtree/nbtsort.c
/// (_bt_buildadd): a page is full when less than its share is free, and its last entry moves on to the next.
std::size_t bulk_loaded_keys(const PostgresqlLeaf& leaf);

}  // namespace keycost::theory
