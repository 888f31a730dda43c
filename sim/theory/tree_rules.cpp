#include "sim/theory/tree_rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace keycost::theory {

namespace {

constexpr std::size_t page_bytes = 8192;        // BLCKSZ
constexpr std::size_t page_header_bytes = 24;   // SizeOfPageHeaderData. Source: storage/bufpage.h
constexpr std::size_t special_bytes = 16;       // BTPageOpaqueData. Source: access/nbtree.h
constexpr std::size_t tuple_header_bytes = 8;   // IndexTupleData. Source: access/itup.h
constexpr std::size_t line_pointer_bytes = 4;   // ItemIdData. Source: storage/itemid.h
constexpr std::size_t row_reference_bytes = 8;  // an aligned ItemPointerData, charged to a high key to come
constexpr std::size_t usable_bytes = page_bytes - page_header_bytes - special_bytes;

std::size_t aligned(std::size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

/// How many keys stay on the left of a split of `items` keys that has the least |weigh(left free, right
/// free)|; weights are cut off toward zero, and of two equal ones that for fewer keys wins.
/// `fixed_right_bytes`: of the right page's high key.
template <class Weigh>
std::size_t best_split(const LeafBytes& bytes, std::size_t items, std::size_t fixed_right_bytes,
                       Weigh weigh) {
  std::size_t best = 0;
  int least = 0;
  for (std::size_t left = 1; left < items; ++left) {
    // The first key on the right becomes the left page's high key, at full size plus a row reference: that it
    // can be cut shorter is not known yet.
    const auto left_free =
        static_cast<int>(bytes.usable) - static_cast<int>((left + 1) * bytes.entry + row_reference_bytes);
    const auto right_free =
        static_cast<int>(bytes.usable) - static_cast<int>(fixed_right_bytes + (items - left) * bytes.entry);
    if (left_free < 0 || right_free < 0) continue;
    const int delta = std::abs(weigh(left_free, right_free));
    if (best != 0 && delta >= least) continue;
    best = left;
    least = delta;
  }
  return best;
}

}  // namespace

std::size_t SplitRule::fewest_keys() const {
  std::size_t fewest = capacity;
  for (const Children& child : children) fewest = std::min(fewest, child.keys);
  return fewest;
}

SplitRule split_into(std::size_t capacity, std::size_t left) {
  const std::size_t right = capacity + 1 - left;
  if (left == right) return {capacity, {{left, 2.0}}};
  return {capacity, {{left, 1.0}, {right, 1.0}}};
}

double PostgresqlLeaf::density_percent(double keys, double leaves) const {
  const double used =
      static_cast<double>(bytes.entry) * keys + static_cast<double>(bytes.high_key) * (leaves - 1);
  return 100.0 * used / (static_cast<double>(bytes.usable) * leaves);
}

std::size_t postgresql_entry_bytes(std::size_t key_bytes) {
  return aligned(tuple_header_bytes + key_bytes) + line_pointer_bytes;
}

std::optional<PostgresqlLeaf> postgresql_leaf(std::size_t entry_bytes, std::size_t high_key_bytes,
                                              int fillfactor_percent) {
  if (entry_bytes == 0 || high_key_bytes > usable_bytes || fillfactor_percent < 10 ||
      fillfactor_percent > 100)
    return std::nullopt;
  PostgresqlLeaf leaf;
  leaf.bytes = {usable_bytes, entry_bytes, high_key_bytes};
  leaf.fillfactor_percent = fillfactor_percent;
  const std::size_t capacity = (usable_bytes - high_key_bytes) / entry_bytes;
  const std::size_t rightmost_capacity = usable_bytes / entry_bytes;
  if (capacity < 3) return std::nullopt;
  const double share = fillfactor_percent / 100.0;
  const std::size_t rightmost_left =
      best_split(leaf.bytes, rightmost_capacity + 1, 0, [share](int left_free, int right_free) {
        return static_cast<int>(share * left_free - (1.0 - share) * right_free);
      });
  const std::size_t left = best_split(leaf.bytes, capacity + 1, high_key_bytes,
                                      [](int left_free, int right_free) { return left_free - right_free; });
  if (rightmost_left == 0 || left == 0 || rightmost_left > capacity) return std::nullopt;
  leaf.rules.inner = split_into(capacity, left);
  leaf.rules.rightmost = RightmostRule{rightmost_capacity, rightmost_left};
  return leaf;
}

std::size_t bulk_loaded_keys(const PostgresqlLeaf& leaf) {
  const std::size_t share_free = page_bytes * static_cast<std::size_t>(100 - leaf.fillfactor_percent) / 100;
  const std::size_t tuple = leaf.bytes.entry - line_pointer_bytes;
  // A line pointer is set aside for the high key, another for the entry to come.
  std::size_t keys = 0;
  for (std::size_t free = usable_bytes - 2 * line_pointer_bytes;
       free >= tuple + row_reference_bytes && (free >= share_free || keys < 2); free -= leaf.bytes.entry)
    ++keys;
  return keys - 1;
}

}  // namespace keycost::theory
