// Do InnoDB's leaves of random keys become as many as their chain of states says, and vary as much?
#include <cmath>

#include "sim/expected_run.hpp"
#include "sim/innodb/random_key_leaf.hpp"
#include "sim/theory/leaf_count_spread.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

Scenario scenario_of(TableDefinition table, std::vector<Step> steps) {
  Scenario scenario;
  scenario.engine = "mariadb-10.11";
  scenario.tables.push_back(std::move(table));
  scenario.steps = std::move(steps);
  return scenario;
}

TableResult run_of(const Scenario& scenario, std::uint64_t seed) {
  const auto rows = make_stream_rows(scenario, 0, seed);
  return find_engine(scenario.engine)->run(scenario, scenario.tables[0], *rows, {}).result;
}

/// A random key, and a constant that makes the row as wide as asked for.
TableDefinition random_table(std::int64_t filler_bytes) {
  TableDefinition definition =
      table({column("id", SqlType::uuid, "uuidv4"),
             column("filler", SqlType::text, "constant",
                    option("value", std::string(static_cast<std::size_t>(filler_bytes), 'x')))});
  definition.indexes[0].name = "PRIMARY";
  return definition;
}

struct Sample {
  double mean = 0;
  double deviation = 0;
};

/// Leaves of the table's index at `index`, after a step, over many seeds.
Sample leaves_of(const Scenario& scenario, std::size_t step, std::size_t index, std::uint64_t seeds) {
  double sum = 0;
  double squares = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto leaves =
        static_cast<double>(run_of(scenario, seed).steps[step].indexes[index].second.leaf_pages);
    sum += leaves;
    squares += leaves * leaves;
  }
  const auto count = static_cast<double>(seeds);
  return {sum / count, std::sqrt((squares - sum * sum / count) / (count - 1))};
}

const ExpectedLeaves& expected_of(const TableResult& expected, std::size_t step, std::size_t index) {
  REQUIRE(expected.steps[step].indexes[index].second.expected.has_value());
  return *expected.steps[step].indexes[index].second.expected;
}

/// Mean and deviation of many trees are the expected ones, as far as so many trees tell. What the chain
/// leaves out (a record that goes to the right neighbour) may move the mean by one part in the square of a
/// page's rows.
void check_trees(const Scenario& scenario, std::size_t step, std::size_t index, std::uint64_t seeds) {
  const std::optional<TableResult> expected = expected_leaves(scenario, 0);
  REQUIRE(expected.has_value());
  const ExpectedLeaves& leaves = expected_of(*expected, step, index);
  const Sample sample = leaves_of(scenario, step, index, seeds);
  const auto count = static_cast<double>(seeds);
  const double left_out = leaves.leaf_pages / (leaves.fill * leaves.fill);
  CHECK(sample.mean ==
        Approx(leaves.leaf_pages).margin(4 * leaves.leaf_pages_sd / std::sqrt(count) + left_out));
  CHECK(sample.deviation == Approx(leaves.leaf_pages_sd).epsilon(4 / std::sqrt(2 * count)));
}

}  // namespace

TEST_CASE("mean and deviation of InnoDB trees are the expected ones, for rows of several widths") {
  for (const std::int64_t filler : {10, 60, 190, 700, 1400}) {
    CAPTURE(filler);
    const std::uint64_t rows = filler > 500 ? 1500 : 6000;
    const Scenario scenario =
        scenario_of(random_table(filler), {insert(rows / 10), insert(rows / 4), insert(rows)});
    for (std::size_t step = 0; step < 3; ++step) {
      CAPTURE(step);
      check_trees(scenario, step, 0, 150);
    }
  }
}

TEST_CASE("an index that is not clustered keeps no reserve, and has the expectation of that") {
  TableDefinition definition =
      table({column("n", SqlType::bigint, "counter"), column("id", SqlType::uuid, "uuidv4")});
  definition.indexes[0].name = "PRIMARY";
  IndexDefinition by_id;
  by_id.name = "by_id";
  by_id.columns = {{1}};
  definition.indexes.push_back(by_id);
  const Scenario scenario = scenario_of(definition, {insert(18000), insert(9000)});
  check_trees(scenario, 0, 1, 150);
  check_trees(scenario, 1, 1, 150);
}

TEST_CASE(
    "a rebuilt InnoDB index starts with the leaves of a sorted build, to the page, and swings from there") {
  for (const std::int64_t fill_factor : {100, 70}) {
    CAPTURE(fill_factor);
    Scenario scenario = scenario_of(
        random_table(60), {insert(9000), Step{"rebuilt", RebuildStep{}}, insert(900), insert(4500)});
    scenario.settings = option("innodb_fill_factor", fill_factor);
    const std::optional<TableResult> expected = expected_leaves(scenario, 0);
    REQUIRE(expected.has_value());
    const TableResult result = run_of(scenario, 5);
    CHECK(expected_of(*expected, 1, 0).leaf_pages ==
          static_cast<double>(result.steps[1].indexes[0].second.leaf_pages));
    CHECK(expected_of(*expected, 1, 0).leaf_pages_sd == 0);
    check_trees(scenario, 2, 0, 100);
    check_trees(scenario, 3, 0, 100);
  }
}

TEST_CASE("no expectation for InnoDB rows whose widths differ") {
  TableDefinition definition = random_table(10);
  definition.columns[1] = column("filler", SqlType::text, "template", option("text", std::string("row {i}")));
  CHECK_FALSE(expected_leaves(scenario_of(definition, {insert(100)}), 0).has_value());
}

TEST_CASE("a page that was split before is full 512 bytes earlier, a new one with its last record") {
  // 16,252 bytes without the directory's slots; 100 records of 162 bytes leave 2 bytes, less than one more.
  const innodb::RandomKeyLeaf leaf = innodb::random_key_leaf(162, true);
  CHECK(leaf.capacity == 100);
  CHECK(innodb::random_key_leaf(161, true).capacity == 100);
  CHECK(leaf.reused_capacity == 97);
  // Where a record is wider than the limit, both are full with the same one.
  const innodb::RandomKeyLeaf wide = innodb::random_key_leaf(600, true);
  CHECK(wide.reused_capacity == wide.capacity);
}

TEST_CASE(
    "the chain of PostgreSQL's rules has the leaves of their recurrence and the deviation of its modes") {
  for (const std::size_t key_bytes : {8u, 16u, 100u}) {
    CAPTURE(key_bytes);
    const std::size_t entry = theory::postgresql_entry_bytes(key_bytes);
    const theory::TreeRules rules = theory::postgresql_leaf(entry, entry)->rules;
    theory::LeafCountSpread modes(rules);
    theory::ChainGrowth chain(theory::chain_of(rules), theory::leaves_by_state(theory::one_key(rules)));
    for (const double leaves : {3.0, 20.0, 100.0, 1000.0}) {
      const double keys = std::floor(leaves * static_cast<double>(rules.inner.capacity));
      CAPTURE(keys);
      modes.advance_to(keys);
      chain.advance_to(keys);
      CHECK(chain.leaves() == Approx(modes.leaves()).epsilon(1e-9));
      if (leaves >= 1000)
        CHECK(chain.standard_deviation() == Approx(modes.standard_deviation()).epsilon(0.02));
    }
  }
}
