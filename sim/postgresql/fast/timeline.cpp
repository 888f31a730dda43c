#include "sim/postgresql/fast/timeline.hpp"

namespace keycost::postgresql::fast {

namespace {

struct Walk {
  std::uint64_t rows;  ///< that there are
  std::vector<Segment> segments = {};
  std::uint64_t row = 0;
  std::uint32_t interval = 0;

  void visit(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
        for (std::uint64_t round = 0; round < repeat->times; ++round) visit(repeat->steps);
      } else if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
        const std::uint64_t end = insert->rows == all_remaining_rows ? rows : row + insert->rows;
        segments.push_back({row, end, interval, insert->new_session});
        row = end;
      } else if (std::holds_alternative<CheckpointStep>(step.action)) {
        ++interval;
      }
    }
  }
};

}  // namespace

std::vector<Segment> timeline_of(const std::vector<Step>& steps, std::uint64_t rows) {
  Walk walk{rows};
  walk.visit(steps);
  return walk.segments;
}

}  // namespace keycost::postgresql::fast
