// Conflicts, rollbacks and returning keys in any order: do as many rows go in as a set of keys would take,
// and is every index whole afterwards? (The engine checks its indexes at the end of each run.) Seeds are
// printed with every failure; set KEYCOST_PROPERTY_SEED to run one alone.
#include <cstdlib>
#include <set>

#include "sim/random/philox.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : key_{seed, 1} {}
  std::uint64_t below(std::uint64_t bound) { return key_.block(throws_++)[0] % bound; }

 private:
  RandomKey key_;
  std::uint64_t throws_ = 0;
};

InsertStep random_step(Dice& dice) {
  const std::uint64_t rows = 1 + dice.below(800);
  InsertStep step{rows, 0, dice.below(8) == 0, 0, OnConflictDoNothing{}};
  if (dice.below(3) != 0) step.commit_every = 1 + dice.below(60);
  if (dice.below(3) != 0) step.rollback_every = 1 + dice.below(4);
  return step;
}

struct Counts {
  std::uint64_t rows = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t rolled_back = 0;
};

/// What a set of keys would make of the step. `next`: the first of `values` that no step has taken.
Counts count_in_a_set(const InsertStep& step, const std::vector<std::int64_t>& values, std::size_t& next,
                      std::set<std::int64_t>& committed) {
  Counts counts;
  const std::uint64_t batch = step.commit_every == 0 ? step.rows : step.commit_every;
  std::uint64_t transaction = 0;
  for (std::uint64_t done = 0; done < step.rows; done += batch) {
    std::set<std::int64_t> keys = committed;
    for (std::uint64_t row = done; row < std::min(step.rows, done + batch); ++row) {
      if (!keys.insert(values[next++]).second) ++counts.conflicts;
    }
    const std::uint64_t inserted = keys.size() - committed.size();
    if (step.rollback_every != 0 && ++transaction % step.rollback_every == 0) {
      counts.rolled_back += inserted;
    } else {
      counts.rows += inserted;
      committed = std::move(keys);
    }
  }
  return counts;
}

void check_seed(std::uint64_t seed) {
  INFO("KEYCOST_PROPERTY_SEED=" << seed);
  Dice dice(seed);
  const std::uint64_t distinct = 1 + dice.below(2000);
  std::vector<Step> steps;
  std::uint64_t rows = 0;
  for (std::uint64_t i = 0; i < 1 + dice.below(6); ++i) {
    if (dice.below(3) == 0) steps.push_back(checkpoint());
    const InsertStep step = random_step(dice);
    rows += step.rows;
    steps.push_back({"step " + std::to_string(i), step});
  }
  std::vector<std::int64_t> values;
  for (std::uint64_t row = 0; row < rows; ++row)
    values.push_back(static_cast<std::int64_t>(dice.below(distinct)));

  TableDefinition definition = table({column("id", SqlType::bigint), column("again", SqlType::bigint)});
  definition.indexes.push_back({"by_again", {{1}}, false, false, {}});
  const TableRun result =
      run(definition, steps, {integers(SqlType::bigint, values), integers(SqlType::bigint, values)});

  std::set<std::int64_t> committed;
  std::size_t next = 0;
  std::size_t reported = 0;
  for (const Step& step : steps) {
    const auto* insert = std::get_if<InsertStep>(&step.action);
    if (insert == nullptr) continue;
    const Counts expected = count_in_a_set(*insert, values, next, committed);
    const StepResult& told = result.result.steps[reported++];
    CHECK(told.rows == expected.rows);
    CHECK(told.conflicts == expected.conflicts);
    CHECK(told.rolled_back == expected.rolled_back);
  }
}

TEST_CASE("as many rows go in, conflict and roll back as with a set of keys") {
  if (const char* seed = std::getenv("KEYCOST_PROPERTY_SEED")) {
    check_seed(std::strtoull(seed, nullptr, 10));
    return;
  }
  for (std::uint64_t seed = 1; seed <= 60; ++seed) check_seed(seed);
}

}  // namespace
