// The pages of one level in key order: which page does a key belong to?
//
// A sorted list of the pages' lower bounds, in buckets of some dozens, so that a split moves little and a
// search stays within a few cache lines. A search is two searches that do not branch on what they find, among
// the bounds' upper 64 bits, which hardly ever leave a doubt.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/fast/key.hpp"

namespace keycost::fast {

using PageNumber = std::uint32_t;  ///< of the model's own, in the order of their creation within a range
inline constexpr PageNumber no_page = ~PageNumber{0};

/// The last of `size` ascending bounds that is not above `key`; the first is taken to be none. `tops` are the
/// bounds' upper bits.
template <class Key>
std::uint32_t last_not_above(const std::uint64_t* tops, const Key* bounds, std::size_t size, Key key) {
  const std::uint64_t wanted = top(key);
  const std::uint64_t* base = tops;
  while (size > 1) {
    const std::size_t half = size / 2;
    base = base[half] <= wanted ? base + half : base;
    size -= half;
  }
  auto found = static_cast<std::size_t>(base - tops);
  while (*base == wanted && found > 0 && bounds[found] > key) base = tops + --found;
  return static_cast<std::uint32_t>(found);
}

template <class Key>
class Directory {
 public:
  struct Place {
    std::uint32_t bucket = 0;
    std::uint32_t slot = 0;
  };

  /// Begins with one page, which takes every key from `low` on.
  Directory(Key low, PageNumber page) {
    bucket_lows_.push_back(low);
    bucket_tops_.push_back(top(low));
    buckets_.push_back(std::make_unique<Bucket>());
    buckets_[0]->size = 1;
    buckets_[0]->tops[0] = top(low);
    buckets_[0]->lows[0] = low;
    buckets_[0]->pages[0] = page;
  }

  std::uint32_t bucket_of(Key key) const {
    return last_not_above(bucket_tops_.data(), bucket_lows_.data(), bucket_lows_.size(), key);
  }
  void prefetch(std::uint32_t bucket) const {
    const Bucket& found = *buckets_[bucket];
    constexpr std::size_t cache_line_bytes = 64;
    const auto* const begin = reinterpret_cast<const char*>(&found);
    const std::size_t used = offsetof(Bucket, tops) + sizeof(found.tops);
    for (std::size_t at = 0; at < used; at += cache_line_bytes) __builtin_prefetch(begin + at);
  }
  Place place_in(std::uint32_t bucket, Key key) const {
    const Bucket& found = *buckets_[bucket];
    return {bucket, last_not_above(found.tops.data(), found.lows.data(), found.size, key)};
  }
  Place find(Key key) const { return place_in(bucket_of(key), key); }

  PageNumber page(Place place) const { return buckets_[place.bucket]->pages[place.slot]; }
  Key low(Place place) const { return buckets_[place.bucket]->lows[place.slot]; }

  /// The page behind `place` in key order, or no_page.
  PageNumber page_behind(Place place) const {
    const Bucket& bucket = *buckets_[place.bucket];
    if (place.slot + 1 < bucket.size) return bucket.pages[place.slot + 1];
    return place.bucket + 1 < buckets_.size() ? buckets_[place.bucket + 1]->pages[0] : no_page;
  }

  Place place_behind(Place place) const {
    if (place.slot + 1 < buckets_[place.bucket]->size) return {place.bucket, place.slot + 1};
    return {place.bucket + 1, 0};
  }

  /// `page` takes over the keys from `low` on of the page at `place`.
  void insert_behind(Place place, Key low, PageNumber page) {
    Bucket& bucket = *buckets_[place.bucket];
    const std::uint32_t slot = place.slot + 1;
    const auto make_room = [&](auto& list) {
      std::copy_backward(list.begin() + slot, list.begin() + bucket.size, list.begin() + bucket.size + 1);
    };
    make_room(bucket.tops);
    make_room(bucket.lows);
    make_room(bucket.pages);
    bucket.tops[slot] = top(low);
    bucket.lows[slot] = low;
    bucket.pages[slot] = page;
    if (++bucket.size == bucket_size_max) divide(place.bucket);
  }

  /// What was `place`'s page belongs to another from now on.
  void set_page(Place place, PageNumber page) { buckets_[place.bucket]->pages[place.slot] = page; }
  void set_low(Place place, Key low) {
    buckets_[place.bucket]->tops[place.slot] = top(low);
    buckets_[place.bucket]->lows[place.slot] = low;
    if (place.slot > 0) return;
    bucket_tops_[place.bucket] = top(low);
    bucket_lows_[place.bucket] = low;
  }

  /// Calls visit(low, page) for every page in key order.
  template <class Visitor>
  void each(Visitor visit) const {
    for (const auto& bucket : buckets_) {
      for (std::uint32_t slot = 0; slot < bucket->size; ++slot)
        visit(bucket->lows[slot], bucket->pages[slot]);
    }
  }

 private:
  static constexpr std::uint32_t bucket_size_max = 32;

  struct Bucket {
    // What a search needs comes first, and together.
    std::uint32_t size = 0;
    std::array<PageNumber, bucket_size_max> pages;
    std::array<std::uint64_t, bucket_size_max> tops;
    std::array<Key, bucket_size_max> lows;
  };

  // Where keys ascend the last bucket always fills up: it keeps most of what it has.
  void divide(std::uint32_t position) {
    Bucket& left = *buckets_[position];
    const bool is_last = position + 1 == buckets_.size();
    const std::uint32_t kept = is_last ? bucket_size_max * 7 / 8 : bucket_size_max / 2;
    auto right = std::make_unique<Bucket>();
    right->size = left.size - kept;
    std::copy(left.tops.begin() + kept, left.tops.begin() + left.size, right->tops.begin());
    std::copy(left.lows.begin() + kept, left.lows.begin() + left.size, right->lows.begin());
    std::copy(left.pages.begin() + kept, left.pages.begin() + left.size, right->pages.begin());
    left.size = kept;
    bucket_tops_.insert(bucket_tops_.begin() + position + 1, right->tops[0]);
    bucket_lows_.insert(bucket_lows_.begin() + position + 1, right->lows[0]);
    buckets_.insert(buckets_.begin() + position + 1, std::move(right));
  }

  std::vector<std::uint64_t> bucket_tops_;
  std::vector<Key> bucket_lows_;
  std::vector<std::unique_ptr<Bucket>> buckets_;
};

}  // namespace keycost::fast
