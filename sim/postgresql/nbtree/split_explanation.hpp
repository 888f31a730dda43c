// Why a page was split where it was: every legal split, how each scored, and what decided.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/postgresql/nbtree/split_location.hpp"

namespace keycost::postgresql {

/// What the free space on either side is weighed against.
enum class SplitAim : std::uint8_t {
  halves,              ///< as much free on the left as on the right
  fillfactor,          ///< the rightmost leaf: the left half as full as the fillfactor says
  rightmost_internal,  ///< 70 % stay on the left
  behind_new_item,     ///< ascending keys inside the index: right behind the new item, whatever the balance
  run_at_fillfactor,   ///< such a run at the end of its page: as full as the fillfactor says
  single_value,        ///< a page of one value: 96 % stay on the left
};

struct WeighedSplit {
  SplitCandidate candidate;
  /// What the left page's new high key costs: attributes on a leaf (one more than the key has where a row's
  /// TID is needed too), bytes with the line pointer above.
  std::size_t penalty = 0;
};

struct SplitExplanation {
  SplitAim aim = SplitAim::halves;
  double left_share = 0.5;  ///< of the free space's weight, as the aim has it
  SplitStrategy strategy = SplitStrategy::balanced;
  std::vector<WeighedSplit> candidates;  ///< the best balanced first; in page order for behind_new_item
  std::size_t near_best = 0;    ///< the first so many could be taken for the sake of a shorter high key
  std::size_t looked_at = 0;    ///< so many of these had their penalty asked, until one was good enough
  std::size_t good_enough = 0;  ///< the penalty that ends the search
  std::size_t chosen = 0;       ///< position in `candidates`
};

}  // namespace keycost::postgresql
