// The one place that decides whether an expectation held. Text, JUnit, TAP, GitHub and the exit status only
// show it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/execute.hpp"
#include "src/replicates.hpp"
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
  std::optional<double> value;  ///< what is compared
  double lowest = 0;            ///< of the accepted interval; −infinity if open
  double highest = 0;           ///< +infinity if open
  double margin = 0;    ///< distance from the value to the nearer end: positive where the outcome is held
  std::string missing;  ///< why there is no value

  // Of a scenario with replicates:
  std::optional<Spread> spread;       ///< of the value over all seeds
  std::optional<std::uint64_t> seed;  ///< whose value is compared; none: the mean of all
  double sd = 0;                      ///< of a band: the standard deviation that it is made of
};

/// Held: a value inside the bound; with "contradicts", outside of it. With replicates, every seed's value has
/// to be: the one with the least margin decides. A bound with a band is held against their mean.
Verdict judge(const Expectation& expectation, const ScenarioResult& result);
std::vector<Verdict> judge_all(const ScenarioFile& scenario, const ScenarioResult& result);
bool all_held(const std::vector<Verdict>& verdicts);

}  // namespace keycost
