// The leaves of a range of keys, and the rows that come to them.
//
// A range borders on others that are simulated apart from it, perhaps at the same time. What passes between
// two of them is little: when the last leaf of the left one splits, the first leaf of the right one gets a
// new left sibling, which changes it. So a range also follows the leaf in front of it and the leaf behind it,
// as far as they border on it, and counts nothing of what happens there but what its own splits do to the
// leaf behind.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/postgresql/fast/level.hpp"
#include "sim/postgresql/fast/rightmost_leaf.hpp"
#include "sim/postgresql/fast/timeline.hpp"

namespace keycost::postgresql::fast {

template <class Key>
class LeafRange : public Level<Key> {
 public:
  using typename Level<Key>::Place;

  /// The whole level, with the first root as its only leaf. `rule_above`: of the pages above the leaves.
  /// `ascends`: rows come by insert_ascending alone.
  LeafRange(const PageRule& rule, const PageRule& rule_above, bool writes_images,
            const std::vector<Segment>& segments, std::uint32_t first_interval, bool ascends)
      : Level<Key>(rule, true, writes_images, {.entries = 0, .changed_in = first_interval, .made_by = 0},
                   ascends),
        segments_(&segments),
        costs_(segments.size()),
        rightmost_leaf_(rule, segments),
        root_entries_max_(rule_above.entries_max(true)),
        ascends_(ascends) {}

  /// The leaves `first` to before `end`, in key order, of a whole level that has more than one.
  LeafRange(const LeafRange& whole, std::size_t first, std::size_t end);

  /// Keys in the order in which they come, behind all before, and which rows they are, counted from
  /// `first_row`. Keys of other ranges are passed over.
  void insert(std::span<const Key> keys, std::span<const std::uint32_t> rows, std::uint64_t first_row);

  /// The lowest and the highest key that make a difference to this range.
  Key lowest() const { return low_limit_; }
  Key highest() const { return high_limit_; }
  /// The first key of the range's own.
  Key begin() const { return begin_; }

  /// The same for rows each of which has a key above all before: the rows' numbers serve as keys.
  void insert_ascending(std::uint64_t rows, std::uint64_t first_row, std::size_t segment);

  /// All rows have come. Throws KeysEqual if two had the same key.
  void finish(std::uint64_t rows);

  /// For each segment.
  const std::vector<IndexCosts>& costs() const { return costs_; }
  std::vector<PageMade<Key>>& made() { return made_; }
  const RightmostLeaf& rightmost_leaf() const { return rightmost_leaf_; }

  /// Calls visit(state, is_rightmost) for the leaves of the range in key order.
  template <class Visitor>
  void each_leaf(Visitor visit) const {
    directory_.each([&](Key, PageNumber page) {
      if (this->is_counted(page)) visit(pages_.state(page), page == rightmost_);
    });
  }

  /// Whether the tree has three levels: only then does the session remember the rightmost leaf.
  bool has_three_levels() const { return three_levels_; }

 private:
  static constexpr std::size_t rows_at_a_time = 64;
  static constexpr std::uint64_t scatter = 0x9E3779B97F4A7C15;  // the golden ratio: multiplicative hashing

  using Level<Key>::rule_;
  using Level<Key>::pages_;
  using Level<Key>::directory_;
  using Level<Key>::rightmost_;
  using Level<Key>::beyond_left_;
  using Level<Key>::beyond_right_;
  using Level<Key>::low_limit_;
  using Level<Key>::high_limit_;

  struct Batch {
    std::size_t size = 0;
    Key keys[rows_at_a_time];
    std::uint64_t rows[rows_at_a_time];
    Place places[rows_at_a_time];
    PageNumber pages[rows_at_a_time];
  };
  void insert_batch(Batch& batch, Moment moment);
  void insert_row(Place place, PageNumber page, Key key, const Moment& moment);
  void come_to_rightmost(PageNumber page, Key key, const Moment& moment);
  void log_image(PageNumber page, IndexCosts& costs) const;
  void split_leaf(Place place, Key key, const Moment& moment);
  struct DistinctCheck {
    static constexpr int cell_bits = 18;
    std::vector<std::uint64_t> seen = std::vector<std::uint64_t>((std::size_t{1} << cell_bits) / 64);
    std::vector<std::uint32_t> cells = {};
    std::vector<Key> sorted = {};
  };
  void check_distinct(DistinctCheck& check, PageNumber page) const;

  Moment moment_in(std::size_t segment) { return {0, (*segments_)[segment].interval, &costs_[segment]}; }

  const std::vector<Segment>* segments_;
  std::vector<IndexCosts> costs_;
  std::vector<PageMade<Key>> made_;
  RightmostLeaf rightmost_leaf_;
  Key rightmost_lowest_ = ~Key{0};  ///< the lowest key on the rightmost leaf
  std::uint32_t root_entries_max_;
  std::size_t segment_ = 0;  ///< of the last row
  Key begin_ = 0;
  bool ascends_ = false;
  bool three_levels_ = false;
  bool has_split_ = false;  ///< since a batch's rows were looked up
};

template <class Key>
LeafRange<Key>::LeafRange(const LeafRange& whole, std::size_t first, std::size_t end)
    : Level<Key>(*whole.rule_, true, whole.writes_images_, {}),
      segments_(whole.segments_),
      costs_(whole.costs_.size()),
      rightmost_leaf_(whole.rightmost_leaf_),
      rightmost_lowest_(whole.rightmost_lowest_),
      root_entries_max_(whole.root_entries_max_),
      segment_(whole.segment_),
      three_levels_(whole.three_levels_) {
  pages_ = PageStore<Key>(std::max(rule_->entries_max(true), rule_->entries_max(false)));
  rightmost_ = no_page;
  std::optional<Directory<Key>> directory;
  std::size_t position = 0;
  whole.directory_.each([&](Key low, PageNumber old) {
    const std::size_t at = position++;
    if (at == end + 1) high_limit_ = low - 1;
    if (at + 1 < first || at > end) return;
    const PageNumber page = pages_.add(whole.pages_.state(old));
    std::copy_n(whole.pages_.keys(old), whole.pages_.state(old).entries, pages_.keys(page));
    if (directory) {
      directory->insert_behind(directory->find(low), low, page);
    } else {
      directory.emplace(low, page);
      low_limit_ = low;
    }
    if (at + 1 == first) beyond_left_ = page;
    if (at == first) begin_ = low;
    if (at == end) beyond_right_ = page;
    if (old == whole.rightmost_) rightmost_ = page;
  });
  directory_ = std::move(*directory);
}

template <class Key>
void LeafRange<Key>::insert(std::span<const Key> keys, std::span<const std::uint32_t> rows,
                            std::uint64_t first_row) {
  Batch batch;
  std::size_t next = 0;
  while (next < keys.size()) {
    while (first_row + rows[next] >= (*segments_)[segment_].end_row) ++segment_;
    const std::uint64_t segment_end = (*segments_)[segment_].end_row - first_row;
    batch.size = 0;
    while (next < keys.size() && rows[next] < segment_end && batch.size < rows_at_a_time) {
      batch.keys[batch.size] = keys[next];
      batch.rows[batch.size] = first_row + rows[next];
      batch.size += keys[next] >= low_limit_ && keys[next] <= high_limit_ ? std::size_t{1} : std::size_t{0};
      ++next;
    }
    insert_batch(batch, moment_in(segment_));
  }
}

// The memory that the rows will touch is asked for some dozens of rows ahead, so that the waiting overlaps.
template <class Key>
void LeafRange<Key>::insert_batch(Batch& batch, Moment moment) {
  for (std::size_t i = 0; i < batch.size; ++i) {
    batch.places[i].bucket = directory_.bucket_of(batch.keys[i]);
    directory_.prefetch(batch.places[i].bucket);
  }
  for (std::size_t i = 0; i < batch.size; ++i) {
    batch.places[i] = directory_.place_in(batch.places[i].bucket, batch.keys[i]);
    batch.pages[i] = directory_.page(batch.places[i]);
    __builtin_prefetch(&pages_.state(batch.pages[i]), 1);
  }
  for (std::size_t i = 0; i < batch.size; ++i)
    __builtin_prefetch(pages_.keys(batch.pages[i]) + pages_.state(batch.pages[i]).entries, 1);
  has_split_ = false;
  for (std::size_t i = 0; i < batch.size; ++i) {
    moment.row = batch.rows[i];
    if (has_split_) {  // the pages may have changed since they were looked up
      if (batch.keys[i] < low_limit_ || batch.keys[i] > high_limit_) continue;
      batch.places[i] = directory_.find(batch.keys[i]);
      batch.pages[i] = directory_.page(batch.places[i]);
    }
    insert_row(batch.places[i], batch.pages[i], batch.keys[i], moment);
  }
}

template <class Key>
void LeafRange<Key>::insert_row(Place place, PageNumber page, Key key, const Moment& moment) {
  const bool is_rightmost = page == rightmost_;
  if (is_rightmost) come_to_rightmost(page, key, moment);
  if (!this->has_room(page)) return split_leaf(place, key, moment);
  if (this->add(page, key, moment) && this->is_counted(page)) log_image(page, *moment.costs);
  if (is_rightmost && three_levels_) rightmost_leaf_.remember(moment.row);
}

template <class Key>
void LeafRange<Key>::come_to_rightmost(PageNumber page, Key key, const Moment& moment) {
  rightmost_leaf_.row_comes(moment.row, pages_.state(page).entries, key > rightmost_lowest_);
  rightmost_lowest_ = std::min(rightmost_lowest_, key);
}

// Records without an image are alike and counted at the end.
template <class Key>
void LeafRange<Key>::log_image(PageNumber page, IndexCosts& costs) const {
  costs.insert_leaf.add(
      RecordSize(insert_record_size_bytes).add_block_with_image(true, this->image_of(page)));
}

template <class Key>
void LeafRange<Key>::split_leaf(Place place, Key key, const Moment& moment) {
  has_split_ = true;
  const PageNumber rightmost_before = rightmost_;
  this->split(place, key, moment, false, made_);
  if (rightmost_ != rightmost_before && rightmost_ != no_page) {
    const Key* keys = pages_.keys(rightmost_);
    rightmost_lowest_ = *std::min_element(keys, keys + pages_.state(rightmost_).entries);
  }
  if (!three_levels_) three_levels_ = pages_.size() > root_entries_max_;
}

template <class Key>
void LeafRange<Key>::insert_ascending(std::uint64_t rows, std::uint64_t first_row, std::size_t segment) {
  Moment moment = moment_in(segment);
  std::uint64_t row = first_row;
  const std::uint64_t end = first_row + rows;
  while (row < end) {
    moment.row = row;
    const PageNumber page = rightmost_;
    PageState& state = pages_.state(page);
    const std::uint64_t room = rule_->entries_max(true) - state.entries;
    if (room == 0) {
      rightmost_leaf_.row_comes(row, state.entries, true);
      split_leaf(directory_.find(~Key{0}), static_cast<Key>(row), moment);
      ++row;
      continue;
    }
    const std::uint64_t count = std::min(room, end - row);
    if (three_levels_) rightmost_leaf_.ascending_rows_come(row, count, state.entries);
    if (this->add(page, static_cast<Key>(row), moment)) log_image(page, *moment.costs);
    Key* const behind = pages_.keys(page) + state.entries;
    for (std::uint64_t i = 1; i < count; ++i) behind[i - 1] = static_cast<Key>(row + i);
    state.entries += static_cast<std::uint32_t>(count - 1);
    row += count;
  }
}

template <class Key>
void LeafRange<Key>::finish(std::uint64_t rows) {
  rightmost_leaf_.finish(rows);
  if (ascends_) return;
  DistinctCheck check;
  directory_.each([&](Key, PageNumber page) {
    if (this->is_counted(page)) check_distinct(check, page);
  });
}

// Most pages show by a few bits of their keys that all differ; only the rest are sorted.
template <class Key>
void LeafRange<Key>::check_distinct(DistinctCheck& check, PageNumber page) const {
  const Key* keys = pages_.keys(page);
  const std::uint32_t entries = pages_.state(page).entries;
  check.cells.clear();
  bool all_differ = true;
  for (std::uint32_t i = 0; i < entries; ++i) {
    std::uint64_t folded = static_cast<std::uint64_t>(keys[i]);
    if constexpr (sizeof(Key) > 8) folded ^= static_cast<std::uint64_t>(keys[i] >> 64) * scatter;
    const auto cell = static_cast<std::uint32_t>(folded * scatter >> (64 - DistinctCheck::cell_bits));
    const std::uint64_t bit = std::uint64_t{1} << cell % 64;
    all_differ = all_differ && (check.seen[cell / 64] & bit) == 0;
    check.seen[cell / 64] |= bit;
    check.cells.push_back(cell);
  }
  for (const std::uint32_t cell : check.cells) check.seen[cell / 64] = 0;
  if (all_differ) return;
  check.sorted.assign(keys, keys + entries);
  std::sort(check.sorted.begin(), check.sorted.end());
  if (std::adjacent_find(check.sorted.begin(), check.sorted.end()) != check.sorted.end()) throw KeysEqual{};
}

}  // namespace keycost::postgresql::fast
