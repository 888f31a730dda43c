#include "sim/placement/key_ranges.hpp"

#include <algorithm>
#include <utility>

#include "sim/random/uniform.hpp"

namespace keycost::placement {

namespace {

// How many keys are tried as the place of a split by load. Source: CockroachDB, pkg/kv/kvserver/split
// (splitKeySampleSize); TiKV's split.sample-num has the same default.
constexpr std::size_t candidates_max = 20;

// A candidate parts the load well enough if what lies between its sides' shares is at most so much of the
// whole. Source: TiKV configuration, split.split-balance-score; CockroachDB, pkg/kv/kvserver/split
// (splitKeyThreshold).
constexpr double balance_score_max = 0.25;

}  // namespace

KeyRanges::KeyRanges(const KeyRangeSettings& settings) : settings_(settings), ranges_(1) {}

std::size_t KeyRanges::position_of(const std::string& key) const {
  const auto behind =
      std::upper_bound(ranges_.begin(), ranges_.end(), key,
                       [](const std::string& wanted, const Range& range) { return wanted < range.start; });
  return static_cast<std::size_t>(behind - ranges_.begin()) - 1;
}

void KeyRanges::split_at(const std::string& key) {
  const std::size_t position = position_of(key);
  if (ranges_[position].start != key) cut(position, key);
}

std::size_t KeyRanges::put(const std::string& key, std::uint64_t bytes) {
  const std::size_t position = position_of(key);
  Range& range = ranges_[position];
  const std::size_t number = range.number;
  range.rows.emplace_back(key, bytes);
  range.bytes += bytes;
  if (settings_.load_split_rows > 0) observe_load(range, key);
  if (range.bytes > settings_.max_bytes) split_by_size(position);
  if (settings_.load_split_rows > 0 && ++rows_of_window_ == settings_.load_window_rows) end_load_window();
  return number;
}

/// TiKV cuts off pieces of the wanted size from the left; CockroachDB cuts once, where half of the bytes lie.
void KeyRanges::split_by_size(std::size_t position) {
  Range& range = ranges_[position];
  std::sort(range.rows.begin(), range.rows.end());
  const std::uint64_t piece =
      settings_.size_split == SizeSplit::at_split_size ? settings_.split_bytes : range.bytes / 2;
  std::vector<std::string> cuts;
  std::uint64_t bytes = 0;
  const std::string* before = &range.rows.front().first;
  for (const auto& [key, row_bytes] : range.rows) {
    if (bytes >= piece && key != *before) {
      cuts.push_back(key);
      bytes = 0;
      if (settings_.size_split == SizeSplit::in_the_middle) break;
    }
    bytes += row_bytes;
    before = &key;
  }
  for (const std::string& key : cuts) {
    cut(position_of(key), key);
    ++splits_;
  }
}

/// TiKV lets the right half keep the region (right-derive-when-split), CockroachDB the left one.
void KeyRanges::cut(std::size_t position, const std::string& key) {
  Range right;
  Range& left = ranges_[position];
  right.start = key;
  right.number = numbers_given_++;
  if (settings_.size_split == SizeSplit::at_split_size) std::swap(left.number, right.number);
  const auto belongs_left = [&](const auto& row) { return row.first < key; };
  const auto behind = std::stable_partition(left.rows.begin(), left.rows.end(), belongs_left);
  right.rows.assign(std::make_move_iterator(behind), std::make_move_iterator(left.rows.end()));
  left.rows.erase(behind, left.rows.end());
  for (const auto& row : right.rows) right.bytes += row.second;
  left.bytes -= right.bytes;
  left.rows_in_window = 0;
  left.candidates.clear();
  ranges_.insert(ranges_.begin() + static_cast<std::ptrdiff_t>(position) + 1, std::move(right));
}

/// The first half of a window draws candidates, each key with the same chance (reservoir sampling); the
/// second counts what they would part. So keys in order find no candidate with anything on its left.
void KeyRanges::observe_load(Range& range, const std::string& key) {
  const std::uint64_t seen = range.rows_in_window++;
  if (2 * rows_of_window_ < settings_.load_window_rows) {
    if (range.candidates.size() < candidates_max) {
      range.candidates.push_back({key});
      return;
    }
    const RandomKey random{settings_.seed, 0x6C6F6164};  // apart from every column's draws
    const std::uint64_t place = scaled_below(half_of(random.block(draws_++)), seen + 1);
    if (place < candidates_max) range.candidates[static_cast<std::size_t>(place)] = {key};
    return;
  }
  for (Candidate& candidate : range.candidates)
    ++(key < candidate.key ? candidate.before : candidate.from_there);
}

void KeyRanges::end_load_window() {
  rows_of_window_ = 0;
  std::vector<std::string> cuts;
  for (Range& range : ranges_) {
    if (range.rows_in_window >= settings_.load_split_rows) {
      if (auto key = balanced_key(range)) cuts.push_back(std::move(*key));
    }
    range.rows_in_window = 0;
    range.candidates.clear();
  }
  for (const std::string& key : cuts) {
    split_at(key);
    ++splits_;
  }
}

std::optional<std::string> KeyRanges::balanced_key(const Range& range) const {
  const Candidate* best = nullptr;
  double least = balance_score_max;
  for (const Candidate& candidate : range.candidates) {
    const auto whole = static_cast<double>(candidate.before + candidate.from_there);
    if (whole == 0 || candidate.key == range.start) continue;
    const double difference =
        static_cast<double>(candidate.before) - static_cast<double>(candidate.from_there);
    const double score = (difference < 0 ? -difference : difference) / whole;
    if (score > least) continue;
    least = score;
    best = &candidate;
  }
  return best == nullptr ? std::nullopt : std::optional(best->key);
}

}  // namespace keycost::placement
