#include "src/selftest/selftest.hpp"

#include <array>
#include <cmath>

namespace keycost {

namespace {

constexpr std::array checks{
    SelfCheck{"ascending",
              "Does a million keys in order make the very number of leaves that page arithmetic says?",
              check_ascending},
    SelfCheck{"descending", "And a million in reverse?", check_descending},
    SelfCheck{"writers", "Four writers, each in order in a range of its own?", check_writers},
    SelfCheck{"late-run", "A run of ascending keys that lands inside an index of random ones?",
              check_late_run},
    SelfCheck{"k-sorted", "Keys out of order by no more than a leaf can take: does only the last leaf split?",
              check_k_sorted},
    SelfCheck{"conservation", "Is every key on a leaf, and every page but the first the child of a split?",
              check_conservation},
    SelfCheck{"random", "Do random keys make as many leaves as expected, to four standard deviations?",
              check_random_sizes},
    SelfCheck{"random-mean", "Does the mean of 30 such trees, to four of its own?", check_random_mean},
    SelfCheck{"fragmentation", "Do as many leaves of random keys lie out of order as expected, to four standard deviations?", check_fragmentation},
    SelfCheck{"images", "After a checkpoint, are as many leaves logged whole as are hit?", check_images},
    SelfCheck{"fill-law", "Does a tree that is loaded by the stationary law keep to it?", check_fill_law},
    SelfCheck{"steady-state", "Do closed form, linear solve, eigenvector and recurrence agree?",
              check_steady_state},
};

}  // namespace

bool CheckLine::held() const {
  return std::abs(measured - expected) <= allowed;
}

std::span<const SelfCheck> self_checks() {
  return checks;
}

}  // namespace keycost
