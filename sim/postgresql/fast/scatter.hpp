// A piece of the stream, handed out to the ranges of keys: each range gets its rows together and in the order
// of time, so that its leaves are in the caches while it works through them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/fast/directory.hpp"

namespace keycost::postgresql::fast {

/// Where ranges begin, and which keys each follows: its own, and those on the leaves that it borders on.
template <class Key>
struct RangeLimits {
  std::vector<std::uint64_t> tops;  ///< of `begins`, see Directory
  std::vector<Key> begins;          ///< of each range's own keys, ascending
  std::vector<Key> lowest;          ///< that each follows
  std::vector<Key> highest;
};

template <class Key>
class Scatter {
 public:
  /// Replaces what is there by `keys`, whose first is that of row `first_row` of the piece. Keys that no
  /// range follows are left out.
  void fill(std::span<const Key> keys, std::uint32_t first_row, const RangeLimits<Key>& limits) {
    ends_.assign(limits.begins.size(), 0);
    ranges_.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ranges_[i] = last_not_above(limits.tops.data(), limits.begins.data(), limits.begins.size(), keys[i]);
      each_range(limits, ranges_[i], keys[i], [&](std::size_t range) { ++ends_[range]; });
    }
    std::uint32_t begin = 0;
    for (std::uint32_t& end : ends_) {
      const std::uint32_t count = end;
      end = begin;
      begin += count;
    }
    keys_.resize(begin);
    rows_.resize(begin);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      each_range(limits, ranges_[i], keys[i], [&](std::size_t range) {
        const std::uint32_t place = ends_[range]++;
        keys_[place] = keys[i];
        rows_[place] = first_row + static_cast<std::uint32_t>(i);
      });
    }
  }

  std::span<const Key> keys(std::size_t range) const {
    return std::span(keys_).subspan(begin(range), size(range));
  }
  /// Of the same keys, counted from the piece's beginning.
  std::span<const std::uint32_t> rows(std::size_t range) const {
    return std::span(rows_).subspan(begin(range), size(range));
  }

 private:
  std::size_t begin(std::size_t range) const { return range == 0 ? 0 : ends_[range - 1]; }
  std::size_t size(std::size_t range) const { return ends_[range] - begin(range); }

  template <class Visitor>
  static void each_range(const RangeLimits<Key>& limits, std::size_t own, Key key, Visitor visit) {
    if (key >= limits.lowest[own] && key <= limits.highest[own]) visit(own);
    if (own > 0 && key <= limits.highest[own - 1]) visit(own - 1);
    if (own + 1 < limits.begins.size() && key >= limits.lowest[own + 1]) visit(own + 1);
  }

  std::vector<std::uint32_t> ranges_;  ///< of each key, before it is placed
  std::vector<std::uint32_t> ends_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace keycost::postgresql::fast
