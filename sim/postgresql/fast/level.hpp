// One level of the tree, or the part of it that lies in a range of keys: entries come in the order of time,
// fill pages, and split them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/error.hpp"
#include "sim/fast/directory.hpp"
#include "sim/postgresql/fast/index_costs.hpp"
#include "sim/postgresql/fast/page_rule.hpp"
#include "sim/postgresql/fast/page_store.hpp"
#include "sim/postgresql/nbtree/record_data.hpp"

namespace keycost::postgresql::fast {

/// Two rows have the same key: the argument that a page's order does not matter fails.
struct KeysEqual {};

/// When something happens.
struct Moment {
  std::uint64_t row = 0;  ///< whose insertion it is, from 0
  std::uint32_t interval = 0;
  IndexCosts* costs = nullptr;  ///< of its segment
};

/// A page has split: what the level above has to take in.
template <class Key>
struct PageMade {
  std::uint64_t row = 0;
  Key low;  ///< the new page's first key, its entry above
};

template <class Key>
class Level {
 public:
  using Place = typename Directory<Key>::Place;

  /// Begins with one page, the first and the last of the level. `ascends`: every key lies above all before.
  Level(const PageRule& rule, bool is_leaf, bool writes_images, const PageState& first, bool ascends = false)
      : rule_(&rule),
        is_leaf_(is_leaf),
        writes_images_(writes_images),
        pages_(std::max(rule.entries_max(true), rule.entries_max(false)), ascends),
        directory_(Key{0}, pages_.add(first)) {}

  const Directory<Key>& directory() const { return directory_; }
  const PageStore<Key>& pages() const { return pages_; }
  PageNumber rightmost() const { return rightmost_; }

  /// Whether the page has room for one more entry.
  bool has_room(PageNumber page) const {
    return pages_.state(page).entries < rule_->entries_max(page == rightmost_);
  }

  /// Puts an entry onto a page that has room. Returns whether its record takes an image of the page.
  bool add(PageNumber page, Key key, const Moment& moment) {
    PageState& state = pages_.state(page);
    pages_.keys(page)[state.entries++] = key;
    return state.changed_in != moment.interval && change(page, moment, is_counted(page));
  }

  /// Splits a full page for an entry. `child_has_split`: the entry is for a page below that has just split.
  void split(Place place, Key key, const Moment& moment, bool child_has_split,
             std::vector<PageMade<Key>>& made);

  PageImages::Size image_of(PageNumber page) const {
    return PageImages::plain(rule_->free_bytes(pages_.state(page).entries, page == rightmost_));
  }

 protected:
  /// Of the pages beyond a range's ends only the fate is followed; their own range counts what they cost.
  bool is_counted(PageNumber page) const { return page != beyond_left_ && page != beyond_right_; }

  /// The page is changed: it becomes dirty if this is its first change since a checkpoint. Returns whether it
  /// has to be logged whole then.
  bool change(PageNumber page, const Moment& moment, bool counted) {
    PageState& state = pages_.state(page);
    if (state.changed_in == moment.interval) return false;
    state.changed_in = moment.interval;
    if (counted) ++moment.costs->buffers.dirtied;
    return writes_images_;
  }

  const PageRule* rule_;
  bool is_leaf_;
  bool writes_images_;
  PageStore<Key> pages_;
  Directory<Key> directory_;
  PageNumber rightmost_ = 0;  ///< the last page of the whole level; no_page if this is a part before it
  // A range's neighbours, and the keys that are followed.
  PageNumber beyond_left_ = no_page;
  PageNumber beyond_right_ = no_page;
  Key low_limit_ = 0;
  Key high_limit_ = ~Key{0};  ///< the last

 private:
  struct Halves {
    Division division;
    std::uint32_t right_entries;
    Key separator;  ///< the first key on the right
  };
  Halves divide(PageNumber page, Key key);
  void split_beyond(Place place, const Halves& halves, const Moment& moment);
  void log_split(PageNumber left, PageNumber right, PageNumber old_right, const Halves& halves,
                 bool child_has_split, const Moment& moment);
};

// The entries are put in order only as far as the split needs it: which of them go to the left, and which is
// the first on the right.
template <class Key>
typename Level<Key>::Halves Level<Key>::divide(PageNumber page, Key key) {
  Key* keys = pages_.keys(page);
  const std::uint32_t entries = pages_.state(page).entries;
  std::uint32_t below = 0;
  for (std::uint32_t i = 0; i < entries; ++i) below += keys[i] < key ? 1 : 0;
  const Division division = rule_->divide(page == rightmost_, below);
  keys[entries] = key;
  if (!std::is_sorted(keys, keys + entries + 1))
    std::nth_element(keys, keys + division.left_entries, keys + entries + 1);
  // Two equal keys on two leaves would not be found later.
  if (*std::max_element(keys, keys + division.left_entries) == keys[division.left_entries]) throw KeysEqual{};
  return {division, entries + 1 - division.left_entries, keys[division.left_entries]};
}

template <class Key>
void Level<Key>::split(Place place, Key key, const Moment& moment, bool child_has_split,
                       std::vector<PageMade<Key>>& made) {
  const PageNumber left = directory_.page(place);
  const Halves halves = divide(left, key);
  if (!is_counted(left)) return split_beyond(place, halves, moment);

  const PageNumber old_right = directory_.page_behind(place);
  const PageNumber right =
      pages_.add({.entries = halves.right_entries, .changed_in = moment.interval, .made_by = moment.row + 1});
  std::copy_n(pages_.keys(left) + halves.division.left_entries, halves.right_entries, pages_.keys(right));
  pages_.state(left).entries = halves.division.left_entries;
  directory_.insert_behind(place, halves.separator, right);
  log_split(left, right, old_right, halves, child_has_split, moment);
  made.push_back({moment.row, halves.separator});
}

// The page in front of the range goes on as its own right half, which borders on the range; the one behind it
// as its left half.
template <class Key>
void Level<Key>::split_beyond(Place place, const Halves& halves, const Moment& moment) {
  const PageNumber page = directory_.page(place);
  PageState& state = pages_.state(page);
  state.changed_in = moment.interval;
  if (page == beyond_right_) {
    state.entries = halves.division.left_entries;
    high_limit_ = halves.separator - 1;
    if (page == rightmost_) rightmost_ = no_page;
    return;
  }
  Key* keys = pages_.keys(page);
  std::copy_n(keys + halves.division.left_entries, halves.right_entries, keys);
  state.entries = halves.right_entries;
  state.made_by = moment.row + 1;
  directory_.set_low(place, halves.separator);
  low_limit_ = halves.separator;
  change(directory_.page_behind(place), moment, false);
}

// _bt_split: what it logs, which buffers it takes, and what the order of the pages in the file has become.
template <class Key>
void Level<Key>::log_split(PageNumber left, PageNumber right, PageNumber old_right, const Halves& halves,
                           bool child_has_split, const Moment& moment) {
  IndexCosts& costs = *moment.costs;
  const bool was_rightmost = left == rightmost_;
  if (was_rightmost) rightmost_ = right;
  RecordSize record(split_record_size_bytes);
  if (change(left, moment, true)) {
    record.add_block_with_image(true, image_of(left));
  } else {
    record.add_block(true, rule_->pivot_bytes() + (halves.division.new_on_left ? rule_->tuple_bytes() : 0));
  }
  record.add_block(false, rule_->tuples_bytes(halves.right_entries, was_rightmost));
  if (old_right != no_page) {
    ++costs.buffers.hit;
    if (change(old_right, moment, true)) {
      record.add_block_with_image(false, image_of(old_right));
    } else {
      record.add_block(false, 0);
    }
    if (is_leaf_) costs.fragments += pages_.state(old_right).made_by < pages_.state(left).made_by ? 0 : 1;
  }
  if (child_has_split) record.add_block(false, 0);
  (halves.division.new_on_left ? costs.split_left : costs.split_right).add(record);
  ++(is_leaf_ ? costs.leaf_pages : costs.internal_pages);
  if (is_leaf_) ++costs.leaf_splits;
  ++costs.buffers.written;
  ++costs.buffers.dirtied;
  ++costs.buffers.hit;  // the parent; of a root, the metapage
}

}  // namespace keycost::postgresql::fast
