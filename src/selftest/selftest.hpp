// Does the twin do what theory says it must? Each check runs it, or compares two ways of computing the same,
// and prints expected, measured and how far apart they may be. Bounds follow from theory (whole numbers, or
// four standard deviations); none is chosen.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keycost {

struct CheckLine {
  std::string what;
  double expected = 0;
  double measured = 0;
  double allowed = 0;  ///< of the difference
  int decimals = 0;    ///< to print

  bool held() const;
};

struct SelfCheck {
  std::string_view name;
  std::string_view question;
  std::vector<CheckLine> (*run)();
};

/// In the order in which they are run.
std::span<const SelfCheck> self_checks();

// One function for each check, in files by subject.

// loads.cpp: keys in an order that leaves nothing to chance
std::vector<CheckLine> check_ascending();
std::vector<CheckLine> check_descending();
std::vector<CheckLine> check_writers();
std::vector<CheckLine> check_late_run();
std::vector<CheckLine> check_k_sorted();

// random_keys.cpp
std::vector<CheckLine> check_conservation();
std::vector<CheckLine> check_random_sizes();
std::vector<CheckLine> check_random_mean();
std::vector<CheckLine> check_fragmentation();
std::vector<CheckLine> check_images();

// formulas.cpp
std::vector<CheckLine> check_fill_law();
std::vector<CheckLine> check_steady_state();

}  // namespace keycost
