// The order in which PostgreSQL's own sort leaves equal elements.
//
// Split candidates are sorted by their distance from the ideal, and the first one wins. With keys of varying
// width several often lie equally far, and then it is this unstable sort that decides which page gets which
// tuple. So it must be the same algorithm, comparison by comparison: the quicksort of Bentley and McIlroy
// ("Engineering a sort function", 1993) with insertion sort below 7 elements, a check for input that is in
// order already, and their choice of pivot. Source: src/include/lib/sort_template.h, src/port/qsort.c.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace keycost::postgresql {

namespace split_sort {

inline constexpr std::size_t insertion_sort_below = 7;
inline constexpr std::size_t median_of_nine_above = 40;

template <class T, class Key>
std::size_t median_of_three(std::span<T> items, std::size_t a, std::size_t b, std::size_t c, Key key) {
  const auto ka = key(items[a]);
  const auto kb = key(items[b]);
  const auto kc = key(items[c]);
  if (ka < kb) return kb < kc ? b : (ka < kc ? c : a);
  return kb > kc ? b : (ka < kc ? a : c);
}

template <class T, class Key>
std::size_t choose_pivot(std::span<T> items, Key key) {
  const std::size_t n = items.size();
  std::size_t middle = n / 2;
  if (n <= insertion_sort_below) return middle;
  std::size_t low = 0;
  std::size_t high = n - 1;
  if (n > median_of_nine_above) {
    const std::size_t d = n / 8;
    low = median_of_three(items, low, low + d, low + 2 * d, key);
    middle = median_of_three(items, middle - d, middle, middle + d, key);
    high = median_of_three(items, high - 2 * d, high - d, high, key);
  }
  return median_of_three(items, low, middle, high, key);
}

template <class T, class Key>
void insertion_sort(std::span<T> items, Key key) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    for (std::size_t j = i; j > 0 && key(items[j - 1]) > key(items[j]); --j)
      std::swap(items[j], items[j - 1]);
  }
}

template <class T>
void swap_blocks(std::span<T> items, std::size_t a, std::size_t b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::swap(items[a + i], items[b + i]);
}

}  // namespace split_sort

/// Sorts `items` by `key(item)`, ascending, leaving equal items exactly where PostgreSQL's sort would.
template <class T, class Key>
void sort_as_postgresql(std::span<T> items, Key key) {
  using namespace split_sort;
  const std::size_t n = items.size();
  if (n < insertion_sort_below) return insertion_sort(items, key);
  const auto descends = [key](const T& a, const T& b) { return key(a) > key(b); };
  if (std::adjacent_find(items.begin(), items.end(), descends) == items.end()) return;

  std::swap(items[0], items[choose_pivot(items, key)]);
  // Equal elements gather at both ends while the rest is partitioned: [0,a) equal, [a,b) less, (c,d] greater,
  // (d,n) equal. c and d may step below the first element, so they are kept one higher than the index they
  // stand for.
  std::size_t a = 1;
  std::size_t b = 1;
  std::size_t c_above = n;
  std::size_t d_above = n;
  for (;;) {
    for (; b < c_above && !(key(items[b]) > key(items[0])); ++b) {
      if (!(key(items[b]) < key(items[0]))) std::swap(items[a++], items[b]);
    }
    for (; b < c_above && !(key(items[c_above - 1]) < key(items[0])); --c_above) {
      if (!(key(items[c_above - 1]) > key(items[0]))) std::swap(items[c_above - 1], items[--d_above]);
    }
    if (b >= c_above) break;
    std::swap(items[b++], items[--c_above]);
  }
  const std::size_t less = b - a;
  const std::size_t greater = d_above - c_above;
  const std::size_t equal_left = std::min(a, less);
  swap_blocks(items, 0, b - equal_left, equal_left);
  const std::size_t equal_right = std::min(greater, n - d_above);
  swap_blocks(items, b, n - equal_right, equal_right);
  sort_as_postgresql(items.first(less), key);
  sort_as_postgresql(items.last(greater), key);
}

}  // namespace keycost::postgresql
