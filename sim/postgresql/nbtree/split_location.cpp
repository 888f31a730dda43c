#include "sim/postgresql/nbtree/split_location.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/split_sort.hpp"

namespace keycost::postgresql {

namespace {

// Source: nbtree.h (BTREE_NONLEAF_FILLFACTOR, BTREE_SINGLEVAL_FILLFACTOR).
constexpr double internal_left_share = 70 / 100.0;
constexpr double single_value_left_share = 96 / 100.0;

// How far from the best balance a candidate may lie to be considered for the sake of a shorter pivot, as a
// share of the items' bytes. Source: nbtsplitloc.c (LEAF_SPLIT_DISTANCE, INTERNAL_SPLIT_DISTANCE).
constexpr double leaf_tolerance = 0.050;
constexpr double internal_tolerance = 0.075;

// The widest item, with its line pointer, for which a run of ascending keys inside the index is believed: two
// bigints. Source: nbtsplitloc.c (_bt_afternewitemoff).
constexpr std::size_t after_new_item_max_bytes =
    index_tuple_header_size_bytes + 2 * sizeof(std::int64_t) + line_pointer_size_bytes;

// With many duplicates, a split this little behind the new item would be undone by the next inserts of the
// same value. Source: nbtsplitloc.c (_bt_bestsplitloc).
constexpr int duplicates_guard_offsets = 9;

// Below this size, with its line pointer, an item's posting list is not worth a look. Source: nbtsplitloc.c
// (_bt_recsplitloc).
constexpr std::size_t posting_worth_cutting_bytes = 64;

std::size_t with_line_pointer(std::size_t size_bytes) {
  return size_bytes + line_pointer_size_bytes;
}

}  // namespace

// In short: weigh every legal split; sort by how near it comes to the wanted balance; among the nearest, take
// the one whose high key can be cut shortest.
SplitLocation SplitChooser::choose(const Page& page, OffsetNumber new_offset, const std::byte* new_item) {
  page_ = &page;
  new_offset_ = new_offset;
  new_item_ = new_item;
  considered_ = 0;
  weigh_page();
  collect_candidates();

  double left_share = 0;
  if (!is_leaf_) {
    if (is_rightmost_) {
      sort_by_share(internal_left_share);
    } else {
      sort_by_balance();
    }
    const SplitCandidate unused{};
    const std::size_t interval = candidates_near_best();
    return cheapest(interval, plan(interval, unused, unused));
  }
  const SplitCandidate first_on_page = candidates_.front();
  const SplitCandidate last_on_page = candidates_.back();
  if (is_rightmost_) {
    sort_by_share(fillfactor_percent_ / 100.0);
  } else if (wants_split_after_new_item(left_share)) {
    if (left_share == 0) return {new_offset_, true};  // right behind the new item, whatever the balance
    sort_by_share(left_share);
  } else {
    sort_by_balance();
  }
  const std::size_t interval = candidates_near_best();
  const Plan chosen = plan(interval, first_on_page, last_on_page);
  if (chosen.strategy == SplitStrategy::many_duplicates) return cheapest(candidates_.size(), chosen);
  if (chosen.strategy == SplitStrategy::single_value) {
    sort_by_share(single_value_left_share);
    return cheapest(1, chosen);
  }
  return cheapest(interval, chosen);
}

void SplitChooser::weigh_page() {
  const Page& page = *page_;
  is_leaf_ = index_page::is_leaf(page);
  is_rightmost_ = index_page::is_rightmost(page);
  new_item_bytes_ = with_line_pointer(index_tuple::size_bytes(new_item_));
  left_space_bytes_ = index_page_usable_bytes_of(page.size_bytes());
  right_space_bytes_ = left_space_bytes_;
  if (!is_rightmost_) right_space_bytes_ -= with_line_pointer(page.item_size_bytes(high_key_offset));
  old_items_bytes_ = right_space_bytes_ - page.exact_free_bytes();
}

// In page order. The new item sits before the old item at its offset, so there a split can fall on either
// side of it.
void SplitChooser::collect_candidates() {
  candidates_.clear();
  smallest_first_right_bytes_ = std::numeric_limits<std::size_t>::max();
  const OffsetNumber last = page_->max_offset();
  std::size_t items_left_bytes = 0;
  for (OffsetNumber offset = index_page::first_data_offset(*page_); offset <= last; ++offset) {
    const std::size_t item_bytes = with_line_pointer(page_->item_size_bytes(offset));
    if (offset < new_offset_) {
      record_candidate(offset, false, items_left_bytes, item_bytes);
    } else if (offset > new_offset_) {
      record_candidate(offset, true, items_left_bytes, item_bytes);
    } else {
      record_candidate(offset, false, items_left_bytes, new_item_bytes_);
      record_candidate(offset, true, items_left_bytes, item_bytes);
    }
    items_left_bytes += item_bytes;
  }
  if (new_offset_ > last) record_candidate(new_offset_, false, items_left_bytes, new_item_bytes_);
  require(!candidates_.empty(), "a page that holds three items can be split");
}

// The first item on the right becomes the left page's high key. On a leaf it is charged at full size plus a
// heap TID, since only the choice among candidates knows how much can be cut off.
void SplitChooser::record_candidate(OffsetNumber first_right, bool new_item_on_left,
                                    std::size_t items_left_bytes, std::size_t first_right_bytes) {
  auto left_free = static_cast<std::ptrdiff_t>(left_space_bytes_ - items_left_bytes - first_right_bytes);
  auto right_free = static_cast<std::ptrdiff_t>(right_space_bytes_ - (old_items_bytes_ - items_left_bytes));
  if (is_leaf_) {
    left_free -= static_cast<std::ptrdiff_t>(maxalign(tuple_id_size_bytes));
    left_free += static_cast<std::ptrdiff_t>(posting_bytes_to_cut(first_right, new_item_on_left));
  }
  (new_item_on_left ? left_free : right_free) -= static_cast<std::ptrdiff_t>(new_item_bytes_);
  if (!is_leaf_) {
    // On an internal page the first item on the right loses its key.
    right_free += static_cast<std::ptrdiff_t>(first_right_bytes) -
                  static_cast<std::ptrdiff_t>(with_line_pointer(index_tuple_header_size_bytes));
  }
  if (left_free < 0 || right_free < 0) return;
  smallest_first_right_bytes_ = std::min(smallest_first_right_bytes_, first_right_bytes);
  candidates_.push_back({.delta = 0,
                         .left_free_bytes = static_cast<std::int16_t>(left_free),
                         .right_free_bytes = static_cast<std::int16_t>(right_free),
                         .first_right = first_right,
                         .new_item_on_left = new_item_on_left});
}

// A posting list never becomes part of a high key. Looked at only where it can matter.
std::size_t SplitChooser::posting_bytes_to_cut(OffsetNumber first_right, bool new_item_on_left) const {
  if (!new_item_on_left && first_right == new_offset_) return 0;  // the new item is no posting list
  const std::byte* item = page_->item(first_right);
  if (with_line_pointer(page_->item_size_bytes(first_right)) <= posting_worth_cutting_bytes) return 0;
  return index_tuple::size_bytes(item) - index_tuple::key_size_bytes(item);
}

// Ascending keys inside the index (a tenant's next order, say): splitting behind the new item gives the run a
// page of its own at once, and later splits fill pages as on the right edge. Believed only for keys of two
// columns or more, all alike in size and narrow, whose new item goes on where the last one left off.
// `left_share` stays 0 for a split exactly there.
bool SplitChooser::wants_split_after_new_item(double& left_share) const {
  if (key_->key_attributes() == 1 || is_rightmost_) return false;
  if (new_offset_ == high_key_offset + 1) return false;  // first on the page
  const OffsetNumber last = page_->max_offset();
  const bool all_of_one_size = new_item_bytes_ == smallest_first_right_bytes_ &&
                               new_item_bytes_ * (last - std::size_t{1}) == old_items_bytes_;
  if (!all_of_one_size || new_item_bytes_ > after_new_item_max_bytes) return false;

  const auto shares_a_prefix_with_new = [this](OffsetNumber offset) {
    const std::size_t needed = key_->attributes_to_tell_apart(page_->item(offset), new_item_);
    return needed > 1 && needed <= key_->key_attributes();
  };
  if (new_offset_ > last) {
    left_share = fillfactor_percent_ / 100.0;
    return shares_a_prefix_with_new(last);
  }
  const auto before = static_cast<OffsetNumber>(new_offset_ - 1);
  if (index_tuple::is_posting(page_->item(before))) return false;
  const TupleId row_before = index_tuple::tuple_id(page_->item(before));
  const TupleId new_row = index_tuple::tuple_id(new_item_);
  const bool next_row = new_row.block == row_before.block ||
                        (new_row.block == row_before.block + 1 && new_row.offset == first_offset);
  if (!next_row || !shares_a_prefix_with_new(before)) return false;
  const double share_before = static_cast<double>(new_offset_) / (static_cast<double>(last) + 1);
  if (share_before > fillfactor_percent_ / 100.0) left_share = fillfactor_percent_ / 100.0;
  return true;
}

void SplitChooser::sort_by_balance() {
  left_share_.reset();
  for (SplitCandidate& candidate : candidates_) {
    const int delta = candidate.left_free_bytes - candidate.right_free_bytes;
    candidate.delta = static_cast<std::int16_t>(std::abs(delta));
  }
  sort_as_postgresql(std::span(candidates_), [](const SplitCandidate& candidate) { return candidate.delta; });
}

// In doubles, and cut off toward zero afterwards: integers would choose differently.
void SplitChooser::sort_by_share(double left_share) {
  left_share_ = left_share;
  for (SplitCandidate& candidate : candidates_) {
    const double weighed_left = left_share * candidate.left_free_bytes;
    const double weighed_right = (1.0 - left_share) * candidate.right_free_bytes;
    const auto delta = static_cast<std::int16_t>(weighed_left - weighed_right);
    candidate.delta = static_cast<std::int16_t>(std::abs(delta));
  }
  sort_as_postgresql(std::span(candidates_), [](const SplitCandidate& candidate) { return candidate.delta; });
}

std::size_t SplitChooser::candidates_near_best() const {
  const auto tolerance = static_cast<int>(static_cast<double>(old_items_bytes_) *
                                          (is_leaf_ ? leaf_tolerance : internal_tolerance));
  const SplitCandidate& best = candidates_.front();
  for (std::size_t i = 1; i < candidates_.size(); ++i) {
    if (std::abs(candidates_[i].left_free_bytes - best.left_free_bytes) > tolerance ||
        std::abs(candidates_[i].right_free_bytes - best.right_free_bytes) > tolerance) {
      return i;
    }
  }
  return candidates_.size();
}

namespace {

/// In page order: the same boundary item, with the new item before it on the right, comes before the new item
/// on the left.
bool lies_left_of(const SplitCandidate& candidate, const SplitCandidate& other) {
  if (candidate.first_right != other.first_right) return candidate.first_right < other.first_right;
  return !candidate.new_item_on_left && other.new_item_on_left;
}

}  // namespace

// Looks at the outermost candidates of the interval, then of the page: if some attribute differs between
// them, a split at which it changes can be found; if none does, the page is full of duplicates.
SplitChooser::Plan SplitChooser::plan(std::size_t interval, const SplitCandidate& first_on_page,
                                      const SplitCandidate& last_on_page) const {
  if (!is_leaf_) return {SplitStrategy::balanced, smallest_first_right_bytes_};

  const SplitCandidate& best = candidates_.front();
  const SplitCandidate* left_edge = &best;
  const SplitCandidate* right_edge = &best;
  for (std::size_t i = interval; i-- > 0;) {
    if (left_edge == &best && lies_left_of(candidates_[i], best)) left_edge = &candidates_[i];
    if (right_edge == &best && lies_left_of(best, candidates_[i])) right_edge = &candidates_[i];
  }
  const std::size_t within_interval = attributes_between(*left_edge, *right_edge);
  if (within_interval <= key_->key_attributes()) return {SplitStrategy::balanced, within_interval};

  const std::size_t within_page = attributes_between(first_on_page, last_on_page);
  if (within_page <= key_->key_attributes()) return {SplitStrategy::many_duplicates, key_->key_attributes()};
  if (is_rightmost_) return {SplitStrategy::single_value, within_page};
  const std::size_t to_next_page = key_->attributes_to_tell_apart(page_->item(high_key_offset), new_item_);
  // The last page of a value's duplicates fills up before the next one does; others are split in half.
  if (to_next_page <= key_->key_attributes()) return {SplitStrategy::single_value, to_next_page};
  return {SplitStrategy::balanced, to_next_page};
}

SplitLocation SplitChooser::cheapest(std::size_t interval, Plan chosen) {
  considered_ = interval;
  plan_ = chosen;
  std::size_t cheapest_index = 0;
  std::size_t lowest = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < interval; ++i) {
    const std::size_t cost = penalty(candidates_[i]);
    if (cost < lowest) {
      lowest = cost;
      cheapest_index = i;
    }
    if (cost <= chosen.good_enough) break;
  }
  const SplitCandidate* winner = &candidates_[cheapest_index];
  const bool just_behind_new_item = !winner->new_item_on_left && winner->first_right >= new_offset_ &&
                                    winner->first_right < new_offset_ + duplicates_guard_offsets;
  if (chosen.strategy == SplitStrategy::many_duplicates && !is_rightmost_ && just_behind_new_item) {
    winner = &candidates_.front();
  }
  return {winner->first_right, winner->new_item_on_left};
}

const std::byte* SplitChooser::last_left_of(const SplitCandidate& candidate) const {
  if (candidate.new_item_on_left && candidate.first_right == new_offset_) return new_item_;
  return page_->item(static_cast<OffsetNumber>(candidate.first_right - 1));
}

const std::byte* SplitChooser::first_right_of(const SplitCandidate& candidate) const {
  if (!candidate.new_item_on_left && candidate.first_right == new_offset_) return new_item_;
  return page_->item(candidate.first_right);
}

std::size_t SplitChooser::attributes_between(const SplitCandidate& left, const SplitCandidate& right) const {
  return key_->attributes_to_tell_apart(last_left_of(left), first_right_of(right));
}

/// What the split's high key will cost: attributes on a leaf, bytes above.
std::size_t SplitChooser::penalty(const SplitCandidate& candidate) const {
  if (is_leaf_) return key_->attributes_to_tell_apart(last_left_of(candidate), first_right_of(candidate));
  return with_line_pointer(index_tuple::size_bytes(first_right_of(candidate)));
}

}  // namespace keycost::postgresql
