// Do the ways to the expected tree agree: steps one by one, many at once, modes, the steady state?
#include <cmath>
#include <vector>

#include "sim/random/uniform.hpp"
#include "sim/theory/expected_leaves.hpp"
#include "sim/theory/spectrum.hpp"
#include "sim/theory/steady_state.hpp"
#include "sim/theory/waves.hpp"
#include "tests/catch.hpp"

using namespace keycost;

namespace {

theory::PostgresqlLeaf leaf_of(std::size_t key_bytes) {
  const std::size_t entry = theory::postgresql_entry_bytes(key_bytes);
  return *theory::postgresql_leaf(entry, entry);
}

/// The recurrence as it stands in the book, a step a key.
double leaves_step_by_step(const theory::TreeRules& rules, std::size_t keys) {
  theory::LeafDistribution leaves = theory::one_key(rules);
  theory::LeafDistribution change;
  for (std::size_t n = 1; n < keys; ++n) {
    theory::apply_transitions(rules, leaves, change);
    for (std::size_t i = 0; i < leaves.inner.size(); ++i)
      leaves.inner[i] += change.inner[i] / static_cast<double>(n);
    for (std::size_t i = 0; i < leaves.rightmost.size(); ++i)
      leaves.rightmost[i] += change.rightmost[i] / static_cast<double>(n);
  }
  return leaves.leaves();
}

}  // namespace

TEST_CASE("the expected leaves are the published ones") {
  struct Published {
    double keys;
    double uuid;
    double bigint;
  };
  theory::ExpectedLeaves uuid(leaf_of(16).rules);
  theory::ExpectedLeaves bigint(leaf_of(8).rules);
  for (const Published& at :
       {Published{10000, 48.61, 36.57}, Published{50000, 268.23, 159.41}, Published{100000, 530.47, 322.15},
        Published{200000, 1051.46, 650.50}, Published{250000, 1195.66, 945.90},
        Published{500000, 2402.04, 1880.58}, Published{700000, 3580.65, 2368.54},
        Published{1000000, 4822.53, 3740.04}, Published{2000000, 9679.35, 7443.16},
        Published{5000000, 24602.54, 17997.55}, Published{10000000, 49288.06, 35933.65}}) {
    CAPTURE(at.keys);
    uuid.advance_to(at.keys);
    bigint.advance_to(at.keys);
    CHECK(uuid.leaves() == Approx(at.uuid).margin(0.00501));
    CHECK(bigint.leaves() == Approx(at.bigint).margin(0.00501));
  }
}

TEST_CASE("with the same cut at the first split too, a million uuids have 82 leaves fewer") {
  theory::ExpectedLeaves plain(theory::TreeRules{leaf_of(16).rules.inner, {}});
  plain.advance_to(1000000);
  CHECK(plain.leaves() == Approx(4740.79).margin(0.006));
}

TEST_CASE("many steps at once are the steps one by one") {
  for (const std::size_t capacity : {4u, 9u, 50u}) {
    CAPTURE(capacity);
    const theory::TreeRules rules{theory::split_into(capacity, (capacity + 1) / 2), {}};
    theory::ExpectedLeaves leaves(rules);
    for (const std::size_t keys : {10u, 77u, 1000u, 1001u, 30000u}) {
      CAPTURE(keys);
      leaves.advance_to(static_cast<double>(keys));
      CHECK(leaves.leaves() == Approx(leaves_step_by_step(rules, keys)).epsilon(1e-10));
    }
  }
  theory::ExpectedLeaves leaves(leaf_of(16).rules);
  leaves.advance_to(20000);
  CHECK(leaves.leaves() == Approx(leaves_step_by_step(leaf_of(16).rules, 20000)).epsilon(1e-10));
}

TEST_CASE("no key is lost on the way to a billion") {
  theory::ExpectedLeaves leaves(leaf_of(16).rules);
  leaves.advance_to(1e9);
  CHECK(leaves.distribution().keys() == Approx(1e9).epsilon(1e-10));
}

TEST_CASE("the steady state has its published figures, by three ways") {
  struct Published {
    std::size_t capacity;
    double keys_per_leaf;
  };
  for (const Published& at :
       {Published{4, 2.9166667}, Published{5, 3.7}, Published{9, 6.4563492}, Published{49, 34.1623580},
        Published{290, 201.2049704}, Published{406, 281.6102882}}) {
    CAPTURE(at.capacity);
    const theory::SplitRule rule = theory::split_into(at.capacity, (at.capacity + 1) / 2);
    const theory::SteadyState closed = theory::steady_state(rule);
    CHECK(closed.keys_per_leaf == Approx(at.keys_per_leaf).margin(6e-8));
    const theory::SteadyState solved = theory::steady_state_by_linear_solve(rule);
    const theory::SteadyState decomposed = theory::steady_state_by_eigenvector(rule);
    CHECK(solved.keys_per_leaf == Approx(closed.keys_per_leaf).epsilon(1e-9));
    CHECK(decomposed.keys_per_leaf == Approx(closed.keys_per_leaf).epsilon(1e-9));
    for (std::size_t i = rule.fewest_keys(); i <= rule.capacity; ++i) {
      CHECK(solved.leaves_per_key[i] == Approx(closed.leaves_per_key[i]).epsilon(1e-9));
      CHECK(decomposed.leaves_per_key[i] == Approx(closed.leaves_per_key[i]).epsilon(1e-9));
    }
  }
}

TEST_CASE("with as many deletions as insertions leaves are half as full as with insertions alone") {
  const auto occupancy = [](std::size_t half) {
    return theory::occupancy_with_deletions(theory::split_into(2 * half - 1, half));
  };
  // m² / ((1 + 2 m (H_{2m−1} − H_m)) (2m − 1)), by hand.
  CHECK(occupancy(10) == Approx(0.3935).margin(5e-5));
  CHECK(occupancy(7) == Approx(0.4087).margin(5e-5));
  CHECK(occupancy(100000) == Approx(1 / (4 * std::log(2.0))).margin(1e-5));
}

TEST_CASE("a walk of insertions and deletions spends its time where the occupancy says") {
  // Leaves of 9 keys at most: each event is an insertion or a deletion at a random key, a leaf with no key is
  // gone.
  const theory::SplitRule rule = theory::split_into(9, 5);
  std::vector<std::uint32_t> keys(40000, 5);
  std::uint64_t total = 5 * keys.size();
  constexpr RandomKey random{77, 0};
  // A leaf is found by drawing leaves and accepting one with its share of the most keys there can be.
  for (std::uint64_t event = 0, draw = 0; event < 12'000'000;) {
    const std::uint64_t leaf = scaled_below(half_of(random.block(draw++)), keys.size());
    if (scaled_below(half_of(random.block(draw++)), 9) >= keys[leaf]) continue;
    ++event;
    if (scaled_below(half_of(random.block(draw++)), 2) == 0) {
      --total;
      if (--keys[leaf] == 0) {
        keys[leaf] = keys.back();
        keys.pop_back();
      }
    } else {
      ++total;
      if (++keys[leaf] > 9) {
        keys[leaf] = 5;
        keys.push_back(5);
      }
    }
  }
  const double measured = static_cast<double>(total) / (9.0 * static_cast<double>(keys.size()));
  CHECK(measured == Approx(theory::occupancy_with_deletions(rule)).epsilon(0.01));
}

TEST_CASE("any split rule has its steady state: 90 to 10 would be a disaster for random keys") {
  const theory::SplitRule skewed = theory::split_into(290, 261);
  CHECK(theory::steady_state(skewed).occupancy() == Approx(0.3313).margin(5e-5));
  CHECK(theory::steady_state_by_linear_solve(skewed).occupancy() ==
        Approx(theory::steady_state(skewed).occupancy()).epsilon(1e-9));
  // A rule that draws: half of its splits 100 | 191, half 145 | 146.
  const theory::SplitRule drawn{290, {{100, 0.5}, {191, 0.5}, {145, 0.5}, {146, 0.5}}};
  CHECK(theory::steady_state_by_linear_solve(drawn).keys_per_leaf ==
        Approx(theory::steady_state(drawn).keys_per_leaf).epsilon(1e-9));
  CHECK(theory::limiting_occupancy(0.5) == Approx(0.693147).margin(5e-7));
  CHECK(theory::limiting_occupancy(0.9) == Approx(0.3251).margin(5e-5));
}

TEST_CASE("eigenvalues are the published ones, and those of the matrix") {
  struct Published {
    std::size_t capacity;
    double real;
    double imaginary;
    double period;
    double ripple;
  };
  for (const Published& at : {Published{290, 0.7951764501, 9.0844499571, 1.99699, 0.86764},
                              Published{406, 0.8537816193, 9.0793889854, 1.99776, 0.90362}}) {
    CAPTURE(at.capacity);
    const theory::SplitRule rule = theory::split_into(at.capacity, (at.capacity + 1) / 2);
    const theory::Eigenmode slowest = theory::leading_modes(rule, 1).at(0);
    CHECK(slowest.value.real == Approx(at.real).margin(6e-11));
    CHECK(slowest.value.imaginary == Approx(at.imaginary).margin(6e-11));
    CHECK(slowest.period() == Approx(at.period).margin(6e-6));
    CHECK(slowest.ripple_per_doubling() == Approx(at.ripple).margin(6e-6));
  }
}

TEST_CASE("the slowest mode passes one half between 117 and 119 keys a leaf") {
  const auto real_part = [](std::size_t capacity) {
    return theory::leading_modes(theory::split_into(capacity, (capacity + 1) / 2), 1).at(0).value.real;
  };
  CHECK(real_part(117) == Approx(0.4953467113).margin(6e-11));
  CHECK(real_part(119) == Approx(0.5037881965).margin(6e-11));
}

TEST_CASE("Newton's method finds the eigenvalues of the matrix, whatever the rule") {
  for (const theory::SplitRule& rule :
       {theory::split_into(29, 15), theory::split_into(60, 30), theory::split_into(120, 60),
        theory::split_into(290, 145), theory::split_into(100, 80), theory::split_into(290, 261)}) {
    CAPTURE(rule.capacity, rule.children.front().keys);
    const std::vector<theory::Eigenmode> modes = theory::leading_modes(rule, 5);
    std::vector<theory::Complex> above;
    for (const theory::Complex value : theory::eigenvalues(rule)) {
      if (value.imaginary > 1e-6) above.push_back(value);
    }
    REQUIRE(modes.size() == 5);
    for (std::size_t k = 0; k < modes.size(); ++k) {
      CAPTURE(k);
      CHECK(modes[k].value.real == Approx(above[k].real).margin(1e-5));
      CHECK(modes[k].value.imaginary == Approx(above[k].imaginary).margin(1e-5));
    }
  }
}

TEST_CASE("eight pairs of modes give a loaded tree's leaves to 0.002 from its double on") {
  const theory::TreeRules rules{leaf_of(16).rules.inner, {}};
  const theory::LeafDistribution start = theory::loaded(rules, 383, 261);
  theory::ExpectedLeaves leaves(rules, start);
  for (const double growth : {2.0, 2.7, 5.0, 40.0}) {
    CAPTURE(growth);
    const double keys = std::round(start.keys() * growth);
    leaves.advance_to(keys);
    CHECK(theory::leaves_by_modes(rules.inner, start.inner, keys, 8) ==
          Approx(leaves.leaves()).margin(0.002));
  }
}

TEST_CASE("after a load the first wave comes where its mean and width say") {
  const theory::FirstWave wave = theory::first_wave(leaf_of(16).rules.inner, 261);
  CHECK(wave.centre_growth == Approx(1.115).margin(5e-4));
  CHECK(wave.width == Approx(0.0199).margin(5e-5));
  CHECK(wave.peak_split_probability == Approx(0.0688).margin(5e-5));
  CHECK(theory::first_wave(leaf_of(8).rules.inner, 366).centre_growth == Approx(1.112).margin(5e-4));
  // The exact recurrence: 0.0702 at its height, 14.1 times the steady state; a trough of 0.530, a crest of
  // 0.873.
  const theory::TreeRules rules{leaf_of(16).rules.inner, {}};
  const theory::LeafDistribution start = theory::loaded(rules, 383, 261);
  theory::ExpectedLeaves leaves(rules, start);
  double most = 0;
  double least_full = 1;
  double fullest_later = 0;
  for (double keys = start.keys(); keys < 2.3 * start.keys(); keys += 50) {
    leaves.advance_to(keys);
    most = std::max(most, leaves.split_probability());
    const double occupancy = leaves.keys() / leaves.leaves() / 290;
    if (keys > 1.05 * start.keys()) least_full = std::min(least_full, occupancy);
    if (keys > 1.5 * start.keys()) fullest_later = std::max(fullest_later, occupancy);
  }
  CHECK(most == Approx(0.0702).margin(5e-5));
  CHECK(most / theory::steady_state(rules.inner).splits_per_insert == Approx(14.1).margin(0.05));
  CHECK(least_full == Approx(0.530).margin(6e-4));
  CHECK(fullest_later == Approx(0.873).margin(6e-4));
}

TEST_CASE("loaded by the stationary law, a tree has no waves at all") {
  const theory::TreeRules rules{leaf_of(16).rules.inner, {}};
  const theory::SteadyState steady = theory::steady_state(rules.inner);
  // A whole number of keys, so that the recurrence can start.
  theory::LeafDistribution start = theory::loaded_stationary(rules, 1000000 / steady.keys_per_leaf);
  theory::ExpectedLeaves leaves(rules, start);
  for (double keys = 1000000; keys <= 4000000; keys += 100000) {
    leaves.advance_to(keys);
    CHECK(leaves.keys() / leaves.leaves() == Approx(steady.keys_per_leaf).epsilon(1e-9));
    CHECK(leaves.split_probability() == Approx(steady.splits_per_insert).epsilon(1e-9));
  }
}

TEST_CASE("an even spread of fills cuts the ripple to a few points") {
  const theory::TreeRules rules{leaf_of(16).rules.inner, {}};
  const theory::LeafDistribution one = theory::loaded_evenly(rules, 1);
  theory::ExpectedLeaves leaves(rules, theory::loaded_evenly(rules, 1000000 / one.keys()));
  double least = 1;
  double most = 0;
  for (double keys = 1050000; keys <= 4000000; keys += 10000) {
    leaves.advance_to(keys);
    least = std::min(least, leaves.keys() / leaves.leaves() / 290);
    most = std::max(most, leaves.keys() / leaves.leaves() / 290);
  }
  CHECK(least > 0.65);
  CHECK(most < 0.74);
}
