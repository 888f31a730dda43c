// Whether writers that are at work together meet: of the latest N entries of an index, how many went onto the
// page that most of them went onto. Each insert latches its leaf; those that want the same one wait for each
// other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/result.hpp"

namespace keycost::reading {

class HotPage {
 public:
  /// `writers`: N, at least 1.
  explicit HotPage(std::uint64_t writers);

  /// An entry has gone onto the leaf `page`. O(1).
  void entry(std::uint32_t page, bool is_rightmost);

  /// What has been counted since the last call. The latest entries stay: a group reaches over steps.
  HotPageUsage take();

 private:
  void enter(std::uint32_t page);
  void leave(std::uint32_t page);

  std::vector<std::uint32_t> latest_;  ///< pages, in a circle
  std::size_t next_ = 0;
  bool is_full_ = false;
  std::unordered_map<std::uint32_t, std::size_t> entries_on_;  ///< looked up only, never walked
  std::vector<std::size_t> pages_with_;  ///< [n]: pages that got n of the latest entries
  std::size_t most_ = 0;
  HotPageUsage usage_;
};

}  // namespace keycost::reading
