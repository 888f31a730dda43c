#include "sim/theory/distinct_pages.hpp"

#include <cmath>

namespace keycost::theory {

namespace {

/// By repeated squaring: the same bits everywhere, which std::pow does not promise.
double whole_power(double base, std::uint64_t exponent) {
  double result = 1.0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

void add_hits(ExpectedHits& hits, double& variance, const std::vector<double>& leaves, double keys,
              std::uint64_t inserts) {
  for (std::size_t i = 1; i < leaves.size(); ++i) {
    const double missed = whole_power(1.0 - static_cast<double>(i) / keys, inserts);
    hits.leaves += leaves[i] * (1.0 - missed);
    variance += leaves[i] * missed * (1.0 - missed);
  }
}

}  // namespace

double distinct_pages_cardenas(double pages, std::uint64_t accesses) {
  return pages * (1.0 - whole_power(1.0 - 1.0 / pages, accesses));
}

// C(N − i, k) / C(N, k) = Π_{l=0}^{i−1} (N − k − l) / (N − l).
double distinct_pages_yao(std::uint64_t pages, std::uint64_t rows_per_page, std::uint64_t rows) {
  const std::uint64_t all = pages * rows_per_page;
  if (rows >= all) return static_cast<double>(pages);
  double missed = 1.0;
  for (std::uint64_t l = 0; l < rows_per_page && missed > 0; ++l) {
    const double left = static_cast<double>(all - rows) - static_cast<double>(l);
    missed *= left <= 0 ? 0.0 : left / static_cast<double>(all - l);
  }
  return static_cast<double>(pages) * (1.0 - missed);
}

ExpectedHits leaves_hit(const LeafDistribution& leaves, std::uint64_t inserts) {
  const double keys = leaves.keys();
  ExpectedHits hits;
  double variance = 0.0;
  add_hits(hits, variance, leaves.inner, keys, inserts);
  add_hits(hits, variance, leaves.rightmost, keys, inserts);
  hits.standard_deviation = std::sqrt(variance);
  return hits;
}

double share_hit_in_steady_state(double x) {
  return 1.0 - 2.0 * exponential_integral_2(x / 2.0) + exponential_integral_2(x);
}

// E₂(x) = e^−x − x E₁(x). E₁ by its power series where x is small, by its continued fraction beyond.
double exponential_integral_2(double x) {
  if (x == 0) return 1.0;
  if (x <= 1.0) {
    constexpr double euler_gamma = 0.5772156649015329;
    double sum = -euler_gamma - std::log(x);
    double term = 1.0;
    for (int k = 1; k <= 40; ++k) {
      term *= -x / k;
      sum -= term / k;
    }
    return std::exp(-x) - x * sum;
  }
  // E₂ = e^−x / (x + 2/(1 + 1/(x + 3/(1 + 2/(x + …))))), evaluated from far inside.
  double fraction = x;
  for (int k = 400; k > 0; --k) fraction = x + (k + 1) / (1.0 + k / fraction);
  return std::exp(-x) / fraction;
}

}  // namespace keycost::theory
