// How many of what: for summaries, and for suites that must state it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "src/report/report.hpp"

namespace keycost {

struct OutcomeCounts {
  std::size_t scenarios = 0;
  std::size_t held = 0;
  std::size_t failed = 0;
  std::size_t missing = 0;
  std::size_t skipped = 0;
  std::size_t not_run = 0;  ///< scenarios that could not be decoded or run

  std::size_t judged() const { return held + failed + missing; }
};

OutcomeCounts count_outcomes(std::span<const ScenarioReport> reports);

/// "12 expectations: 11 held, 1 failed". What is zero and would be bad news is left out.
std::string counts_text(const OutcomeCounts& counts);

/// "1 table", "2 tables", "1,000 tables".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace keycost
