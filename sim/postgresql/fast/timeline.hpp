// The run as a row of statements over the rows' numbers: what a row's number says about when it came.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario.hpp"

namespace keycost::postgresql::fast {

/// Rows that one execution of an insert step brings. No checkpoint lies within it.
struct Segment {
  std::uint64_t first_row = 0;  ///< counted from 0
  std::uint64_t end_row = 0;
  std::uint32_t interval = 0;  ///< how many checkpoints came before
  bool new_session = false;
};

/// Every execution of an insert step, in order. The steps are inserts, checkpoints and repeats of them.
/// `rows`: how many there are, for a step that takes all that are left.
std::vector<Segment> timeline_of(const std::vector<Step>& steps, std::uint64_t rows);

}  // namespace keycost::postgresql::fast
