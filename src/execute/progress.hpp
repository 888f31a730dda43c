// The one line on the terminal that says how far a run is. Shown on standard error, only on a terminal, only
// when the run lasts; erased at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace keycost {

/// "123,456 of 3,000,000 rows, 1,200,000 rows/s, 3 s left"; without a total there is no time left to tell.
std::string progress_text(std::uint64_t rows, std::optional<std::uint64_t> rows_total, double seconds);

class ProgressLine {
 public:
  ProgressLine(std::string label, std::optional<std::uint64_t> rows_total);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::uint64_t rows);

 private:
  std::string label_;
  std::optional<std::uint64_t> rows_total_;
  bool is_terminal_;
  std::chrono::steady_clock::time_point start_;
  std::size_t shown_width_ = 0;
};

}  // namespace keycost
