// One question of a quiz: what is asked, and what a simulation says the answer is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace keycost {

struct Question {
  std::string text;
  std::vector<std::string> choices;  ///< a, b, c, …; empty: a number is asked for
  std::string unit;                  ///< of the number
  double answer = 0;                 ///< the number, or the position of the right choice
  double tolerance_percent = 0;      ///< of the answer; 0: exactly
  std::string explanation;           ///< how one gets there
  std::string scenario;              ///< that was simulated, to be run again

  bool is_choice() const { return !choices.empty(); }
};

}  // namespace keycost
