// The levels above the leaves: each takes in what the one below has made, in the order of time.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/postgresql/fast/level.hpp"
#include "sim/postgresql/fast/timeline.hpp"

namespace keycost::postgresql::fast {

/// A page as the file has it in the end, without its number.
struct PageOutline {
  std::uint64_t made_by = 0;
  std::uint32_t entries = 0;
  bool is_rightmost = false;
};

template <class Key>
class UpperLevels {
 public:
  /// `rule`: of pages above the leaves. `metapage_changed_in`: the interval of the first row.
  UpperLevels(const PageRule& rule, bool writes_images, const std::vector<Segment>& segments,
              std::uint32_t metapage_changed_in, std::vector<IndexCosts>& costs)
      : rule_(rule),
        writes_images_(writes_images),
        segments_(segments),
        metapage_changed_in_(metapage_changed_in),
        costs_(costs) {}

  /// Builds all levels. `made`: what the leaves' splits have made, in the order of rows.
  void build(std::vector<PageMade<Key>> made) {
    while (!made.empty()) {
      std::vector<PageMade<Key>> made_here;
      build_level(made, made_here);
      splits_.push_back(std::move(made));
      made = std::move(made_here);
    }
  }

  /// The rows at which the tree grew a level, ascending.
  const std::vector<std::uint64_t>& growths() const { return growths_; }
  /// For each level above the leaves, its pages in key order.
  const std::vector<std::vector<PageOutline>>& pages() const { return pages_; }

  /// How many pages, the leaves included, the rows up to `row` have made.
  std::uint64_t pages_made_until(std::uint64_t row) const {
    std::uint64_t pages = 1;  // the first root
    for (const auto& level : splits_) {
      const auto end =
          std::upper_bound(level.begin(), level.end(), row,
                           [](std::uint64_t number, const PageMade<Key>& page) { return number < page.row; });
      pages += static_cast<std::uint64_t>(end - level.begin());
    }
    for (const std::uint64_t growth : growths_) pages += growth <= row ? 1 : 0;
    return pages;
  }

 private:
  Moment moment_at(std::uint64_t row) {
    while (row >= segments_[segment_].end_row) ++segment_;
    return {row, segments_[segment_].interval, &costs_[segment_]};
  }

  void build_level(const std::vector<PageMade<Key>>& made, std::vector<PageMade<Key>>& made_here) {
    segment_ = 0;
    const Moment first = moment_at(made[0].row);
    log_growth(first);
    Level<Key> level(rule_, false, writes_images_, {0, first.interval, first.row + 1});
    level.add(0, Key{0}, first);
    level.add(0, made[0].low, first);
    for (std::size_t i = 1; i < made.size(); ++i) insert(level, made[i], made_here);
    std::vector<PageOutline>& outlines = pages_.emplace_back();
    level.directory().each([&](Key, PageNumber page) {
      const PageState& state = level.pages().state(page);
      outlines.push_back({state.made_by, state.entries, page == level.rightmost()});
    });
  }

  // _bt_insert_parent: the parent has been read already when the page below split.
  void insert(Level<Key>& level, const PageMade<Key>& made, std::vector<PageMade<Key>>& made_here) {
    const Moment moment = moment_at(made.row);
    const auto place = level.directory().find(made.low);
    const PageNumber page = level.directory().page(place);
    if (!level.has_room(page)) return level.split(place, made.low, moment, true, made_here);
    RecordSize record(insert_record_size_bytes);
    if (level.add(page, made.low, moment)) {
      record.add_block_with_image(true, level.image_of(page));
    } else {
      record.add_block(true, rule_.tuple_bytes());
    }
    moment.costs->insert_upper.add(record.add_block(false, 0));
  }

  // _bt_newlevel: the metapage has been read already, the old root has just been logged.
  void log_growth(const Moment& moment) {
    growths_.push_back(moment.row);
    IndexCosts& costs = *moment.costs;
    costs.newroot.add(RecordSize(newroot_record_size_bytes)
                          .add_block(true, index_tuple_header_size_bytes + rule_.pivot_bytes())
                          .add_block(false, 0)
                          .add_block(false, metadata_record_size_bytes));
    ++costs.levels;
    ++costs.internal_pages;
    ++costs.buffers.written;
    ++costs.buffers.dirtied;
    if (metapage_changed_in_ != moment.interval) ++costs.buffers.dirtied;
    metapage_changed_in_ = moment.interval;
  }

  const PageRule& rule_;
  bool writes_images_;
  const std::vector<Segment>& segments_;
  std::uint32_t metapage_changed_in_;
  std::vector<IndexCosts>& costs_;
  std::size_t segment_ = 0;
  std::vector<std::uint64_t> growths_;
  std::vector<std::vector<PageMade<Key>>> splits_;  ///< of each level, the leaves' first
  std::vector<std::vector<PageOutline>> pages_;
};

}  // namespace keycost::postgresql::fast
