// The session's memory of the rightmost leaf (nbtree/search.cpp, try_rightmost_leaf): which rows went
// straight to it, and which looked there in vain.
//
// A row that is put onto the rightmost leaf of a tree of three levels makes the session remember that leaf.
// The next row looks there first. So nothing but the rows that come to this leaf, and their numbers, decide.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/postgresql/fast/page_rule.hpp"
#include "sim/postgresql/fast/timeline.hpp"

namespace keycost::postgresql::fast {

/// Rows that follow each other.
struct RowRun {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

class RightmostLeaf {
 public:
  RightmostLeaf(const PageRule& leaf_rule, const std::vector<Segment>& segments);

  /// A row comes to the rightmost leaf, which has `entries`; `is_above_first`: its key lies above the leaf's
  /// first.
  void row_comes(std::uint64_t row, std::uint32_t entries, bool is_above_first);
  /// It was put there, and the session remembers.
  void remember(std::uint64_t row) { remembered_since_ = row; }
  /// Like the two above for `count` rows in a row, each with a key above all.
  void ascending_rows_come(std::uint64_t row, std::uint64_t count, std::uint32_t entries);

  /// All `rows` rows have come.
  void finish(std::uint64_t rows);

  /// Rows that went straight to the leaf, ascending.
  const std::vector<RowRun>& went_straight() const { return went_straight_; }
  /// For each segment, how many looked there in vain.
  const std::vector<std::uint64_t>& missed() const { return missed_; }

  bool begins_session(std::uint64_t row) const;

 private:
  void straight(std::uint64_t row, std::uint64_t count);
  void miss(std::uint64_t row);
  std::size_t segment_of(std::uint64_t row) const;

  const std::vector<Segment>* segments_;
  std::uint32_t entries_with_room_ = 0;  ///< up to so many the next row finds the room that it asks for
  std::vector<std::uint64_t> session_starts_;
  std::optional<std::uint64_t> remembered_since_;
  std::vector<RowRun> went_straight_;
  std::vector<std::uint64_t> missed_;
};

}  // namespace keycost::postgresql::fast
