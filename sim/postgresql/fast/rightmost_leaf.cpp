#include "sim/postgresql/fast/rightmost_leaf.hpp"

#include <algorithm>

namespace keycost::postgresql::fast {

RightmostLeaf::RightmostLeaf(const PageRule& leaf_rule, const std::vector<Segment>& segments)
    : segments_(&segments), missed_(segments.size()) {
  // The server asks for more room than the entry takes (_bt_search_insert), so the last place is never taken
  // this way.
  while (entries_with_room_ < leaf_rule.entries_max(true) &&
         leaf_rule.free_bytes(entries_with_room_ + 1, true) >
             leaf_rule.tuple_bytes() + line_pointer_size_bytes)
    ++entries_with_room_;
  for (const Segment& segment : segments) {
    if (segment.new_session) session_starts_.push_back(segment.first_row);
  }
}

bool RightmostLeaf::begins_session(std::uint64_t row) const {
  return std::binary_search(session_starts_.begin(), session_starts_.end(), row);
}

std::size_t RightmostLeaf::segment_of(std::uint64_t row) const {
  const auto found =
      std::upper_bound(segments_->begin(), segments_->end(), row,
                       [](std::uint64_t number, const Segment& segment) { return number < segment.end_row; });
  return static_cast<std::size_t>(found - segments_->begin());
}

void RightmostLeaf::row_comes(std::uint64_t row, std::uint32_t entries, bool is_above_first) {
  if (!remembered_since_) return;
  const std::uint64_t looks = *remembered_since_ + 1;
  remembered_since_.reset();
  if (begins_session(looks)) return;
  if (looks == row && entries <= entries_with_room_ && is_above_first) {
    straight(row, 1);
  } else {
    miss(looks);
  }
}

void RightmostLeaf::ascending_rows_come(std::uint64_t row, std::uint64_t count, std::uint32_t entries) {
  row_comes(row, entries, true);
  const std::uint64_t with_room = entries < entries_with_room_ ? entries_with_room_ - entries : 0;
  const std::uint64_t direct = std::min(count - 1, with_room);
  if (direct > 0) straight(row + 1, direct);
  for (std::uint64_t i = direct + 1; i < count; ++i) miss(row + i);
  remember(row + count - 1);
}

void RightmostLeaf::finish(std::uint64_t rows) {
  if (remembered_since_ && *remembered_since_ + 1 < rows && !begins_session(*remembered_since_ + 1))
    miss(*remembered_since_ + 1);
  remembered_since_.reset();
}

void RightmostLeaf::straight(std::uint64_t row, std::uint64_t count) {
  if (!went_straight_.empty() && went_straight_.back().first + went_straight_.back().count == row) {
    went_straight_.back().count += count;
  } else {
    went_straight_.push_back({row, count});
  }
}

void RightmostLeaf::miss(std::uint64_t row) {
  ++missed_[segment_of(row)];
}

}  // namespace keycost::postgresql::fast
