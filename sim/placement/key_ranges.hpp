// A key space cut into ranges: each row goes to the range whose keys surround its own, and a range that grows
// too large, or too busy, is split in two.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/placement/placement_rules.hpp"
#include "sim/random/philox.hpp"

namespace keycost::placement {

struct KeyRangeSettings {
  SizeSplit size_split = SizeSplit::in_the_middle;
  std::uint64_t max_bytes = 0;    ///< a range that is larger is split
  std::uint64_t split_bytes = 0;  ///< into pieces of this size, for SizeSplit::at_split_size
  std::uint64_t load_split_rows =
      0;  ///< rows of a load window that make a range busy; 0: load splits nothing
  std::uint64_t load_window_rows = 0;  ///< rows of the whole table that a load window lasts
  std::uint64_t seed = 0;
};

class KeyRanges {
 public:
  /// One range from the lowest key to the highest.
  explicit KeyRanges(const KeyRangeSettings& settings);

  /// Cuts at `key`, as pre-splitting does.
  void split_at(const std::string& key);

  /// Puts a row of `bytes`, and splits what must be. Returns the range's number, which it had when the row
  /// came.
  std::size_t put(const std::string& key, std::uint64_t bytes);

  std::size_t ranges() const { return ranges_.size(); }
  std::uint64_t splits() const { return splits_; }  ///< by size and load

 private:
  /// Where load might be parted: a key that was asked for, and what came on either side of it later.
  struct Candidate {
    std::string key;
    std::uint64_t before = 0;
    std::uint64_t from_there = 0;
  };
  struct Range {
    std::string start;
    std::size_t number = 0;
    std::uint64_t bytes = 0;
    std::vector<std::pair<std::string, std::uint64_t>> rows;  ///< key and bytes, in order of arrival
    std::uint64_t rows_in_window = 0;
    std::vector<Candidate> candidates;
  };

  std::size_t position_of(const std::string& key) const;
  void split_by_size(std::size_t position);
  void observe_load(Range& range, const std::string& key);
  void end_load_window();
  std::optional<std::string> balanced_key(const Range& range) const;
  void cut(std::size_t position, const std::string& key);

  KeyRangeSettings settings_;
  std::vector<Range> ranges_;  ///< by start
  std::size_t numbers_given_ = 1;
  std::uint64_t splits_ = 0;
  std::uint64_t rows_of_window_ = 0;
  std::uint64_t draws_ = 0;
};

}  // namespace keycost::placement
