// The lines that documents state, of all scenarios together, each with its verdict.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/report/report.hpp"

namespace keycost {

enum class StatementOutcome {
  held,
  contradicted,  ///< the simulation says something else, and the scenario says why
  failed,        ///< a value that is wrong, or none
  not_run,       ///< its scenario could not be run
};

struct StatementRow {
  std::string document;  ///< "Eight Kilobytes": the source up to its first comma
  std::string place;     ///< "chapter 13, table 13-1": what follows it
  std::string scenario;
  const Expectation* expectation = nullptr;
  const Verdict* verdict = nullptr;  ///< nullptr: not run
  StatementOutcome outcome = StatementOutcome::not_run;
};

/// Every expectation with a stated value, grouped by document, otherwise in the order of the reports and of
/// their expectations. Points into `reports`.
std::vector<StatementRow> statement_rows(std::span<const ScenarioReport> reports);

/// The value as the verdict sees it, shortened to six digits where that does not move it across a bound.
std::string simulated_text(const Verdict& verdict);

}  // namespace keycost
