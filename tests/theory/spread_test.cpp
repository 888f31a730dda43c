// Is the derived standard deviation that of simulated trees? And are different leaves hit as formulas say?
#include <cmath>

#include "sim/theory/distinct_pages.hpp"
#include "sim/theory/fragmentation.hpp"
#include "sim/theory/leaf_count_spread.hpp"
#include "sim/theory/random_tree.hpp"
#include "sim/theory/steady_state.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;

namespace {

theory::TreeRules rules_of(std::size_t key_bytes) {
  const std::size_t entry = theory::postgresql_entry_bytes(key_bytes);
  return theory::postgresql_leaf(entry, entry)->rules;
}

struct Sample {
  double mean;
  double deviation;
};

Sample simulated(const theory::TreeRules& rules, const std::vector<std::uint32_t>& start, std::uint64_t keys,
                 std::size_t trees) {
  double sum = 0;
  double squares = 0;
  for (std::size_t tree = 0; tree < trees; ++tree) {
    // Other seeds than those that small trees' deviations come from.
    theory::RandomTree drawn(rules, start, RandomKey{1000000 + tree, 0});
    drawn.grow_to(keys);
    const auto leaves = static_cast<double>(drawn.leaves());
    sum += leaves;
    squares += leaves * leaves;
  }
  const auto count = static_cast<double>(trees);
  return {sum / count, std::sqrt((squares - sum * sum / count) / (count - 1))};
}

}  // namespace

TEST_CASE("mean and deviation of simulated trees are the derived ones") {
  struct Case {
    std::size_t key_bytes;
    std::uint64_t keys;
    std::size_t trees;
    double truncation;  ///< what is left out at this size may take from the deviation
  };
  for (const Case& at : {Case{16, 30000, 500, 0.02}, Case{8, 30000, 500, 0.02}, Case{16, 100000, 200, 0.01},
                         Case{8, 150000, 150, 0.01}}) {
    CAPTURE(at.key_bytes, at.keys);
    const theory::TreeRules rules = rules_of(at.key_bytes);
    theory::LeafCountSpread derived(rules);
    derived.advance_to(static_cast<double>(at.keys));
    const Sample sample = simulated(rules, {1}, at.keys, at.trees);
    const auto trees = static_cast<double>(at.trees);
    const double expected = derived.standard_deviation();
    CHECK(sample.mean == Approx(derived.leaves()).margin(4 * expected / std::sqrt(trees)));
    // A deviation of n values is known to 1/√(2n) of itself.
    CHECK(sample.deviation == Approx(expected).epsilon(4 / std::sqrt(2 * trees) + at.truncation));
  }
}

TEST_CASE("a loaded tree's deviation starts from nothing and is that of simulated ones") {
  const theory::TreeRules rules = rules_of(16);
  const std::vector<std::uint32_t> start(100, 261);
  theory::LeafCountSpread derived(rules, theory::loaded(rules, 100, 261));
  CHECK(derived.standard_deviation() == 0);
  // In the middle of the first wave, at its end, on the way into the second, in it, and where modes take
  // over.
  for (const std::uint64_t keys : {29000u, 31000u, 54000u, 58000u, 65500u, 105000u, 230000u}) {
    CAPTURE(keys);
    constexpr double trees = 200;
    derived.advance_to(static_cast<double>(keys));
    const Sample sample = simulated(rules, start, keys, static_cast<std::size_t>(trees));
    CHECK(sample.mean ==
          Approx(derived.leaves()).margin(4 * derived.standard_deviation() / std::sqrt(trees)));
    CHECK(sample.deviation == Approx(derived.standard_deviation()).epsilon(4 / std::sqrt(2 * trees) + 0.05));
  }
}

TEST_CASE("for leaves of a few keys the variance grows as the keys do, for real ones faster") {
  const auto growth = [](const theory::TreeRules& rules) {
    theory::LeafCountSpread tree(rules);
    tree.advance_to(1e6);
    const double before = tree.standard_deviation();
    tree.advance_to(64e6);
    return tree.standard_deviation() / before;
  };
  // √64 = 8, and 64^Re λ₂ = 27 up to where in its turn the ripple stands.
  CHECK(growth({theory::split_into(20, 10), {}}) == Approx(8).epsilon(0.05));
  CHECK(growth(rules_of(16)) > 20);
}

TEST_CASE("fragmentation of random trees has the expected mean and deviation") {
  const auto percent = [](std::uint64_t seed, std::uint64_t rows) {
    return test::run(test::table({test::column("id", SqlType::uuid, "uuidv4")}), {test::insert(rows)}, seed)
        .result.steps[0]
        .indexes[0]
        .second.leaf_fragmentation;
  };
  for (const std::uint64_t rows : {8000u, 20000u}) {
    CAPTURE(rows);
    const theory::ExpectedFragmentation expected =
        theory::expected_fragmentation(rules_of(16), static_cast<double>(rows));
    constexpr std::uint64_t trees = 200;
    double sum = 0;
    double squares = 0;
    for (std::uint64_t seed = 1; seed <= trees; ++seed) {
      const double value = percent(seed, rows);
      sum += value;
      squares += value * value;
    }
    const double deviation = std::sqrt((squares - sum * sum / trees) / (trees - 1));
    CHECK(sum / trees == Approx(expected.percent).margin(4 * expected.percent_sd / std::sqrt(trees)));
    CHECK(deviation == Approx(expected.percent_sd).epsilon(4 / std::sqrt(2.0 * trees)));
  }
}

TEST_CASE("a tree of fewer keys than a leaf holds has one leaf and no deviation") {
  theory::LeafCountSpread tree(rules_of(16));
  tree.advance_to(291);
  CHECK(tree.leaves() == Approx(1).epsilon(1e-12));
  CHECK(tree.standard_deviation() == 0);
  tree.advance_to(292);
  CHECK(tree.leaves() == Approx(2).epsilon(1e-12));
}

TEST_CASE("different pages: the latest hundred rows of D3's random table are on 98 of 2,277") {
  CHECK(theory::distinct_pages_cardenas(2277, 100) == Approx(97.9).margin(0.05));
  CHECK(theory::distinct_pages_cardenas(1, 5) == 1);
  CHECK(theory::distinct_pages_cardenas(10, 0) == 0);
}

TEST_CASE("different pages, drawn without replacement: counted over every choice") {
  // 3 pages of 2 rows, 2 rows of 6: 15 pairs, 3 of them on one page.
  CHECK(theory::distinct_pages_yao(3, 2, 2) == Approx((3 * 1 + 12 * 2) / 15.0));
  CHECK(theory::distinct_pages_yao(3, 2, 6) == 3);
  CHECK(theory::distinct_pages_yao(3, 2, 0) == 0);
}

TEST_CASE("leaves hit in the steady state are those of the exponential integral") {
  const theory::TreeRules rules{theory::split_into(4000, 2000), {}};
  const double leaves_at = 1e9 / theory::steady_state(rules.inner).keys_per_leaf;
  const theory::LeafDistribution steady = theory::loaded_stationary(rules, leaves_at);
  for (const std::uint64_t inserts : {10000u, 250000u, 2000000u}) {
    CAPTURE(inserts);
    const double x = static_cast<double>(inserts) * 4000 / 1e9;
    CHECK(theory::leaves_hit(steady, inserts).leaves / steady.leaves() ==
          Approx(theory::share_hit_in_steady_state(x)).epsilon(2e-3));
    CHECK(theory::leaves_hit(steady, inserts).leaves <
          theory::distinct_pages_cardenas(steady.leaves(), inserts));
  }
}

TEST_CASE("the exponential integral E2 has its tabulated values") {
  // Abramowitz and Stegun, table 5.4.
  CHECK(theory::exponential_integral_2(0) == 1);
  CHECK(theory::exponential_integral_2(0.5) == Approx(0.3266439).margin(6e-8));
  CHECK(theory::exponential_integral_2(1.0) == Approx(0.1484955).margin(6e-8));
  CHECK(theory::exponential_integral_2(2.0) == Approx(0.0375343).margin(6e-8));
}
