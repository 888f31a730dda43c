// What `keycost theory` computes: all that the theory says about one tree, as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/theory/distinct_pages.hpp"
#include "sim/theory/spectrum.hpp"
#include "sim/theory/steady_state.hpp"
#include "sim/theory/tree_rules.hpp"
#include "sim/theory/waves.hpp"

namespace keycost {

enum class LoadFill { fixed, uniform, stationary };

struct TheoryQuestion {
  theory::TreeRules rules;
  std::optional<theory::PostgresqlLeaf> leaf;  ///< where the rules come from a page's bytes
  std::uint64_t keys = 1'000'000;
  std::optional<std::uint64_t> loaded_keys;  ///< that a bulk load put there; absent: the tree grew from empty
  LoadFill fill = LoadFill::fixed;
  std::optional<std::uint64_t> inserts;  ///< behind a checkpoint
};

/// The expected tree at one size. The band is four standard deviations either way.
struct TheoryPoint {
  std::uint64_t keys = 0;
  double leaves = 0;
  double standard_deviation = 0;
  double occupancy = 0;                   ///< keys / (leaves · capacity)
  std::optional<double> density_percent;  ///< as pgstatindex counts
  double split_probability = 0;           ///< of the next insert

  static constexpr double band_deviations = 4;
  double lowest() const { return leaves - band_deviations * standard_deviation; }
  double highest() const { return leaves + band_deviations * standard_deviation; }
};

struct TheoryAnswer {
  TheoryQuestion question;
  theory::SteadyState steady;
  std::vector<theory::Eigenmode> modes;
  std::optional<theory::FirstWave> wave;  ///< after a load of equally full leaves
  std::vector<TheoryPoint> curve;         ///< 1, 2, 5, 10, … up to the keys asked for, which are the last
  std::optional<theory::ExpectedHits> hits;
  double share_hit_in_steady_state = 0;
};

TheoryAnswer answer(const TheoryQuestion& question);

std::string theory_text(const TheoryAnswer& answer);
std::string theory_json(const TheoryAnswer& answer);
/// The curve.
std::string theory_csv(const TheoryAnswer& answer);

}  // namespace keycost
