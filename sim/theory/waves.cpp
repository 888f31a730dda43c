#include "sim/theory/waves.hpp"

#include <cmath>

namespace keycost::theory {

// At the peak the density of the overflow time is 1/(σ √2π) in ln N; there are N₀/keys_each leaves, and an
// insert at N = N₀ e^mean is a step of 1/N in ln N.
FirstWave first_wave(const SplitRule& rule, std::size_t keys_each) {
  double mean = 0.0;
  double variance = 0.0;
  for (std::size_t l = rule.capacity; l >= keys_each; --l) {
    const auto keys = static_cast<double>(l);
    mean += 1.0 / keys;
    variance += 1.0 / (keys * keys);
  }
  const double width = std::sqrt(variance);
  constexpr double root_of_turn = 2.5066282746310002;  // √(2π)
  return {std::exp(mean), width, std::exp(-mean) / (static_cast<double>(keys_each) * width * root_of_turn)};
}

}  // namespace keycost::theory
