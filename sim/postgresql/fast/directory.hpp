// The pages of one level in key order: which page does a key belong to?
//
// A sorted list of the pages' lower bounds, in buckets of some hundreds, so that a split moves little and a
// search stays within a few cache lines. A search is two searches that do not branch on what they find.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace keycost::postgresql::fast {

using PageNumber = std::uint32_t;  ///< of the model's own, in the order of their creation within a range
inline constexpr PageNumber no_page = ~PageNumber{0};

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
    buckets_.push_back(std::make_unique<Bucket>());
    buckets_[0]->size = 1;
    buckets_[0]->lows[0] = low;
    buckets_[0]->pages[0] = page;
  }

  std::uint32_t bucket_of(Key key) const {
    return static_cast<std::uint32_t>(last_not_above(bucket_lows_.data(), bucket_lows_.size(), key));
  }
  void prefetch(std::uint32_t bucket) const {
    const Bucket& found = *buckets_[bucket];
    __builtin_prefetch(&found.lows[found.size / 2]);
    __builtin_prefetch(&found.lows[found.size / 4]);
    __builtin_prefetch(&found.lows[found.size / 4 * 3]);
  }
  Place place_in(std::uint32_t bucket, Key key) const {
    const Bucket& found = *buckets_[bucket];
    return {bucket, static_cast<std::uint32_t>(last_not_above(found.lows.data(), found.size, key))};
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

  /// `page` takes over the keys from `low` on of the page at `place`.
  void insert_behind(Place place, Key low, PageNumber page) {
    Bucket& bucket = *buckets_[place.bucket];
    const std::uint32_t slot = place.slot + 1;
    std::copy_backward(bucket.lows.begin() + slot, bucket.lows.begin() + bucket.size,
                       bucket.lows.begin() + bucket.size + 1);
    std::copy_backward(bucket.pages.begin() + slot, bucket.pages.begin() + bucket.size,
                       bucket.pages.begin() + bucket.size + 1);
    bucket.lows[slot] = low;
    bucket.pages[slot] = page;
    if (++bucket.size == bucket_size_max) divide(place.bucket);
  }

  void set_low(Place place, Key low) {
    buckets_[place.bucket]->lows[place.slot] = low;
    if (place.slot == 0) bucket_lows_[place.bucket] = low;
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
  static constexpr std::uint32_t bucket_size_max = 256;

  struct Bucket {
    std::uint32_t size = 0;
    std::array<Key, bucket_size_max> lows;
    std::array<PageNumber, bucket_size_max> pages;
  };

  /// The last of `size` ascending bounds that is not above `key`; the first is taken to be none.
  static std::size_t last_not_above(const Key* bounds, std::size_t size, Key key) {
    const Key* base = bounds;
    while (size > 1) {
      const std::size_t half = size / 2;
      base = base[half] <= key ? base + half : base;
      size -= half;
    }
    return static_cast<std::size_t>(base - bounds);
  }

  // Where keys ascend the last bucket always fills up: it keeps most of what it has.
  void divide(std::uint32_t position) {
    Bucket& left = *buckets_[position];
    const bool is_last = position + 1 == buckets_.size();
    const std::uint32_t kept = is_last ? bucket_size_max * 7 / 8 : bucket_size_max / 2;
    auto right = std::make_unique<Bucket>();
    right->size = left.size - kept;
    std::copy(left.lows.begin() + kept, left.lows.begin() + left.size, right->lows.begin());
    std::copy(left.pages.begin() + kept, left.pages.begin() + left.size, right->pages.begin());
    left.size = kept;
    bucket_lows_.insert(bucket_lows_.begin() + position + 1, right->lows[0]);
    buckets_.insert(buckets_.begin() + position + 1, std::move(right));
  }

  std::vector<Key> bucket_lows_;
  std::vector<std::unique_ptr<Bucket>> buckets_;
};

}  // namespace keycost::postgresql::fast
