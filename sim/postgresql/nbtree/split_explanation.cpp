#include "sim/postgresql/nbtree/split_explanation.hpp"

#include "sim/error.hpp"

namespace keycost::postgresql {

SplitAim SplitChooser::aim() const {
  if (considered_ == 0) return SplitAim::behind_new_item;
  if (plan_.strategy == SplitStrategy::single_value) return SplitAim::single_value;
  if (!is_leaf_) return is_rightmost_ ? SplitAim::rightmost_internal : SplitAim::halves;
  if (is_rightmost_) return SplitAim::fillfactor;
  return left_share_ ? SplitAim::run_at_fillfactor : SplitAim::halves;
}

SplitExplanation SplitChooser::explain(SplitLocation chosen) const {
  SplitExplanation why;
  why.aim = aim();
  why.left_share = left_share_.value_or(0.5);
  why.near_best = considered_;
  if (considered_ > 0) {
    why.strategy = plan_.strategy;
    why.good_enough = plan_.good_enough;
  }
  why.chosen = candidates_.size();
  bool is_searching = true;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const SplitCandidate& candidate = candidates_[i];
    why.candidates.push_back({candidate, penalty(candidate)});
    if (candidate.first_right == chosen.first_right && candidate.new_item_on_left == chosen.new_item_on_left)
      why.chosen = i;
    if (i >= considered_ || !is_searching) continue;
    ++why.looked_at;
    is_searching = why.candidates.back().penalty > plan_.good_enough;
  }
  require(why.chosen < candidates_.size(), "the chosen split is one of the candidates");
  return why;
}

}  // namespace keycost::postgresql
