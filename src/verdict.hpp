// The one place that decides whether an expectation held. Text, JUnit, TAP, GitHub and the exit status only
// show it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/execute.hpp"
#include "src/scenario_file.hpp"

namespace keycost {

enum class Outcome {
  held,
  failed,   ///< a value outside its bound, or inside one that it is said to contradict
  missing,  ///< no value to compare: counts as failed
};

struct Verdict {
  const Expectation* expectation = nullptr;
  Outcome outcome = Outcome::missing;
  std::optional<double> value;
  double lowest = 0;    ///< of the accepted interval; −infinity if open
  double highest = 0;   ///< +infinity if open
  double margin = 0;    ///< distance from the value to the nearer end: positive where the outcome is held
  std::string missing;  ///< why there is no value
};

/// Held: a value inside the bound; with "contradicts", outside of it.
Verdict judge(const Expectation& expectation, const ScenarioResult& result);
std::vector<Verdict> judge_all(const ScenarioFile& scenario, const ScenarioResult& result);
bool all_held(const std::vector<Verdict>& verdicts);

}  // namespace keycost
