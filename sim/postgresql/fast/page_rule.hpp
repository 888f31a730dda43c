// What a page of one level holds when all its entries are equally wide: how many, what is left, and where it
// splits. Everything is found by asking the model of the pages themselves (split_location), once for each
// place where the new entry can fall.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/nbtree/key.hpp"
#include "sim/postgresql/page.hpp"

namespace keycost::postgresql::fast {

/// The columns of an index, none of them ever NULL, all of fixed width. The first tells any two rows apart.
struct IndexAttributes {
  Attribute first;
  std::vector<Attribute> further;   ///< of the key
  std::vector<Attribute> included;  ///< on leaves only
};

/// How a full page is divided: so many of its entries and the new one, in order, stay on the left.
struct Division {
  std::uint32_t left_entries = 0;  ///< the new one included, if it is among them
  bool new_on_left = false;
};

class PageRule {
 public:
  /// `is_leaf`: of the leaf level, or of any level above.
  PageRule(const IndexAttributes& attributes, int fillfactor_percent, bool is_leaf);

  /// The most entries a page can have. The rightmost page of a level has no high key.
  std::uint32_t entries_max(bool is_rightmost) const { return entries_max_[is_rightmost]; }

  /// The hole in the middle of a page with `entries`: PageGetExactFreeSpace.
  std::size_t free_bytes(std::uint32_t entries, bool is_rightmost) const;

  /// What the tuples of a page take, high key included, each rounded up to 8: what a split's record has of
  /// its right page.
  std::size_t tuples_bytes(std::uint32_t entries, bool is_rightmost) const;

  /// An entry's tuple; a high key's, which is a pivot's.
  std::size_t tuple_bytes() const { return tuple_bytes_; }
  std::size_t pivot_bytes() const { return pivot_bytes_; }

  /// Where a full page is divided that gets a new entry behind `entries_below` of its own.
  Division divide(bool is_rightmost, std::uint32_t entries_below) const {
    const std::uint32_t known = divisions_[is_rightmost][entries_below].load(std::memory_order_relaxed);
    return known != unknown ? unpacked(known) : find_division(is_rightmost, entries_below);
  }

 private:
  // Answers are kept in one number each, so that threads may share them: whoever asks first, it is the same.
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::uint32_t packed(Division division) {
    return division.left_entries << 1 | (division.new_on_left ? 1 : 0);
  }
  static constexpr Division unpacked(std::uint32_t number) { return {number >> 1, (number & 1) != 0}; }
  Division find_division(bool is_rightmost, std::uint32_t entries_below) const;
  Page full_page(bool is_rightmost) const;

  KeyDescriptor key_;
  IndexAttributes attributes_;
  int fillfactor_percent_;
  bool is_leaf_;
  std::size_t tuple_bytes_ = 0;
  std::size_t pivot_bytes_ = 0;
  std::uint32_t entries_max_[2] = {0, 0};
  Page full_pages_[2];
  mutable std::vector<std::atomic<std::uint32_t>> divisions_[2];
};

}  // namespace keycost::postgresql::fast
