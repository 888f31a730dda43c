// Where to split a full page. How to split it is in split.cpp.
//
// Source: src/backend/access/nbtree/nbtsplitloc.c (_bt_findsplitloc and what it calls).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/postgresql/nbtree/key.hpp"
#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

/// The choice: `first_right` is the first old item that goes to the right page (one past the last if only the
/// new item does).
struct SplitLocation {
  OffsetNumber first_right = 0;
  bool new_item_on_left = false;  ///< which half takes the new item
};

/// A legal way to split, and how it scores.
struct SplitCandidate {
  std::int16_t delta = 0;  ///< distance from the wanted balance
  std::int16_t left_free_bytes = 0;
  std::int16_t right_free_bytes = 0;
  OffsetNumber first_right = 0;
  bool new_item_on_left = false;
};

enum class SplitStrategy : std::uint8_t { balanced, many_duplicates, single_value };

enum class SplitAim : std::uint8_t;
struct SplitExplanation;

/// Chooses a split for one page and one new item. Made for a single use; the buffers behind it are reused.
class SplitChooser {
 public:
  /// `fillfactor_percent` is the index's own, for leaves.
  SplitChooser(const KeyDescriptor& key, int fillfactor_percent)
      : key_(&key), fillfactor_percent_(fillfactor_percent) {}

  /// `page` is full; `new_item`, a tuple, belongs at `new_offset`. O(n log n) in the number of items on the
  /// page.
  SplitLocation choose(const Page& page, OffsetNumber new_offset, const std::byte* new_item);

  /// Why `choose` has just chosen `chosen`. The page and the new item must still be as they were. O(items on
  /// the page); for observers alone.
  SplitExplanation explain(SplitLocation chosen) const;

 private:
  void weigh_page();
  void collect_candidates();
  void record_candidate(OffsetNumber first_right, bool new_item_on_left, std::size_t items_left_bytes,
                        std::size_t first_right_bytes);

  std::size_t posting_bytes_to_cut(OffsetNumber first_right, bool new_item_on_left) const;

  bool wants_split_after_new_item(double& left_share) const;
  void sort_by_balance();
  void sort_by_share(double left_share);
  std::size_t candidates_near_best() const;

  struct Plan {
    SplitStrategy strategy;
    std::size_t good_enough;  ///< a penalty this low ends the search
  };
  Plan plan(std::size_t interval, const SplitCandidate& first_on_page,
            const SplitCandidate& last_on_page) const;
  SplitLocation cheapest(std::size_t interval, Plan plan);

  const std::byte* last_left_of(const SplitCandidate& candidate) const;
  const std::byte* first_right_of(const SplitCandidate& candidate) const;
  std::size_t attributes_between(const SplitCandidate& left, const SplitCandidate& right) const;
  std::size_t penalty(const SplitCandidate& candidate) const;
  SplitAim aim() const;

  const KeyDescriptor* key_;
  int fillfactor_percent_;

  // The page at hand.
  const Page* page_ = nullptr;
  const std::byte* new_item_ = nullptr;
  OffsetNumber new_offset_ = 0;
  std::size_t new_item_bytes_ = 0;  ///< with its line pointer, as all sizes here
  bool is_leaf_ = false;
  bool is_rightmost_ = false;
  std::size_t left_space_bytes_ = 0;
  std::size_t right_space_bytes_ = 0;
  std::size_t old_items_bytes_ = 0;
  std::size_t smallest_first_right_bytes_ = 0;
  std::vector<SplitCandidate> candidates_;

  // What led to the choice, for explain().
  std::optional<double> left_share_;  ///< nothing: halves were aimed at
  std::size_t considered_ = 0;        ///< of the candidates; none: the place was fixed beforehand
  Plan plan_{};
};

}  // namespace keycost::postgresql
