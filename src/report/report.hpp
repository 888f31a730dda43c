// What a report is made from, and what a kind of report is. Reports only show: verdicts come from
// src/verdict.hpp, quantities from the engine's metrics.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/execute.hpp"
#include "src/problem.hpp"
#include "src/scenario_file.hpp"
#include "src/verdict.hpp"

namespace keycost {

/// An expectation that was not judged, and why.
struct SkippedExpectation {
  const Expectation* expectation = nullptr;
  std::string reason;
};

/// One scenario, run or refused.
struct ScenarioReport {
  std::string path;                              ///< as given by the user
  std::shared_ptr<const ScenarioFile> scenario;  ///< nullptr if it could not be decoded
  ScenarioResult result;                         ///< without tables if it could not be run
  std::vector<Verdict> verdicts;
  std::vector<SkippedExpectation> skipped;
  std::vector<Problem> problems;  ///< why it could not be decoded or run; empty otherwise

  /// The scenario's name, or the file's if there is no scenario.
  std::string name() const;

  /// "seed 1", "seed 1 and 29 that follow from it".
  std::string seeds_text() const;
};

/// How a report for people may look. The other kinds ignore it.
struct ReportStyle {
  bool colour = false;
  bool ascii = false;
  std::size_t width = 0;  ///< columns of the terminal; 0: no limit
};

struct ReportKind {
  std::string_view name;
  std::string_view summary;
  /// The whole report, newline at the end.
  std::string (*write)(std::span<const ScenarioReport> reports, const ReportStyle& style);
};

}  // namespace keycost
