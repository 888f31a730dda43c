#include "sim/postgresql/fast/timeline.hpp"

namespace keycost::postgresql::fast {

namespace {

struct Walk {
  std::vector<Segment> segments;
  std::uint64_t row = 0;
  std::uint32_t interval = 0;

  void visit(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) {
        for (std::uint64_t round = 0; round < repeat->times; ++round) visit(repeat->steps);
      } else if (const auto* insert = std::get_if<InsertStep>(&step.action)) {
        segments.push_back({row, row + insert->rows, interval, insert->new_session});
        row += insert->rows;
      } else if (std::holds_alternative<CheckpointStep>(step.action)) {
        ++interval;
      }
    }
  }
};

}  // namespace

std::vector<Segment> timeline_of(const std::vector<Step>& steps) {
  Walk walk;
  walk.visit(steps);
  return walk.segments;
}

}  // namespace keycost::postgresql::fast
