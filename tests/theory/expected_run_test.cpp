// Does a run's result carry what theory expects, where it has something to say and nowhere else; and does the
// twin meet it?
#include "sim/expected_run.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

struct Expected {
  Scenario scenario;
  TableResult result;
};

/// Runs the scenario's only table.
Expected run_scenario(TableDefinition table, std::vector<Step> steps) {
  Expected run;
  run.scenario.engine = "postgresql-18";
  run.scenario.tables.push_back(std::move(table));
  run.scenario.steps = std::move(steps);
  const auto rows = make_stream_rows(run.scenario, 0, 1);
  run.result = find_engine(run.scenario.engine)->run(run.scenario, run.scenario.tables[0], *rows, {}).result;
  if (const auto expected = expected_leaves(run.scenario, 0)) set_expected_leaves(*expected, run.result);
  return run;
}

const IndexState& index_of(const Expected& run, std::size_t step, std::size_t index = 0) {
  return run.result.steps.at(step).indexes.at(index).second;
}

void check_within_four_deviations(const IndexState& index) {
  REQUIRE(index.expected.has_value());
  const double leaves = static_cast<double>(index.leaf_pages);
  CHECK(std::abs(leaves - index.expected->leaf_pages) <= 4 * index.expected->leaf_pages_sd + 0.5);
  CHECK(std::abs(index.avg_leaf_density - index.expected->fill) <= 4 * index.expected->fill_sd + 0.5);
}

IndexDefinition index_on(std::string name, std::vector<IndexColumn> columns) {
  IndexDefinition index;
  index.name = std::move(name);
  index.columns = std::move(columns);
  return index;
}

}  // namespace

TEST_CASE("an index of random keys is met by its expectation at every step and round") {
  const Expected run =
      run_scenario(table({column("id", SqlType::uuid, "uuidv4")}),
                   {insert(60000, "first"), repeat(3, {checkpoint(), insert(20000)}, "second")});
  check_within_four_deviations(index_of(run, 0));
  CHECK(index_of(run, 0).expected->leaf_pages == Approx(300).margin(40));
  for (const StepResult& round : run.result.steps[1].each)
    check_within_four_deviations(round.indexes[0].second);
  CHECK(index_of(run, 1).expected->leaf_pages ==
        run.result.steps[1].each[2].indexes[0].second.expected->leaf_pages);
}

TEST_CASE("an index that is built of the rows and grows has the expectation of a loaded one") {
  const Expected run = run_scenario(table({column("id", SqlType::uuid, "uuidv4")}),
                                    {insert(100000, "before"), Step{"rebuilt", RebuildStep{}},
                                     insert(11000, "wave"), insert(6000, "trough")});
  CHECK(index_of(run, 1).expected->leaf_pages == static_cast<double>(index_of(run, 1).leaf_pages));
  CHECK(index_of(run, 1).expected->leaf_pages_sd == 0);
  check_within_four_deviations(index_of(run, 2));
  check_within_four_deviations(index_of(run, 3));
  CHECK(index_of(run, 3).expected->leaf_pages > 1.9 * index_of(run, 1).expected->leaf_pages);
}

TEST_CASE("keys of several columns and included ones: the first decides, the high key keeps it alone") {
  TableDefinition definition =
      table({column("id", SqlType::uuid, "uuidv4"), column("n", SqlType::bigint, "counter"),
             column("s", SqlType::smallint, "counter"), column("code", SqlType::text, "nanoid")});
  definition.columns[2].values->options.set("increment", std::int64_t{0});
  definition.indexes.push_back(index_on("wide", {{3}, {1}, {0}}));
  definition.indexes.push_back(index_on("covering", {{0}}));
  definition.indexes.back().included = {1, 2};
  const Expected run = run_scenario(definition, {insert(50000)});
  for (std::size_t index = 0; index < 3; ++index) {
    CAPTURE(index);
    check_within_four_deviations(index_of(run, 0, index));
  }
}

TEST_CASE("no expectation where the order is not random, rows may be missing, or widths differ") {
  const auto has_one = [](const TableDefinition& definition, std::vector<Step> steps) {
    Scenario scenario;
    scenario.engine = "postgresql-18";
    scenario.tables.push_back(definition);
    scenario.steps = std::move(steps);
    return expected_leaves(scenario, 0).has_value();
  };
  const TableDefinition random = table({column("id", SqlType::uuid, "uuidv4")});
  CHECK(has_one(random, {insert(1000)}));
  CHECK_FALSE(has_one(table({column("id", SqlType::uuid, "uuidv7")}), {insert(1000)}));
  CHECK_FALSE(has_one(table({column("id", SqlType::bigint, "counter")}), {insert(1000)}));
  // NanoIDs of two characters are soon there twice.
  const auto short_ids = [](std::int64_t size) {
    TableDefinition definition = table({column("id", SqlType::text, "nanoid", option("size", size))});
    definition.indexes[0].unique = false;
    return definition;
  };
  CHECK(has_one(short_ids(12), {insert(1000)}));
  CHECK_FALSE(has_one(short_ids(2), {insert(1000)}));
  Step rolls_back = insert(1000);
  std::get<InsertStep>(rolls_back.action).commit_every = 10;
  std::get<InsertStep>(rolls_back.action).rollback_every = 3;
  CHECK_FALSE(has_one(random, {insert(10), repeat(2, {rolls_back})}));
  TableDefinition nullable =
      table({column("n", SqlType::bigint, "counter"), column("id", SqlType::uuid, "uuidv4")});
  nullable.columns[1].nullable = true;
  nullable.indexes.push_back(index_on("by_id", {{1}}));
  CHECK_FALSE(has_one(nullable, {insert(1000)}));
  // The second column's texts grow with the counter.
  TableDefinition growing =
      table({column("n", SqlType::bigint, "counter"), column("id", SqlType::uuid, "uuidv4"),
             column("t", SqlType::text, "template", option("text", std::string("row {i}")))});
  growing.indexes.push_back(index_on("by_id", {{1}, {2}}));
  CHECK_FALSE(has_one(growing, {insert(1000)}));
}

TEST_CASE("from the step on that switches the stream there is no expectation") {
  Step switching = insert(1000, "after");
  std::get<InsertStep>(switching.action).values = {{{0, {"uuidv7", {}}}}};
  const Expected run =
      run_scenario(table({column("id", SqlType::uuid, "uuidv4")}), {insert(1000, "before"), switching});
  CHECK(index_of(run, 0).expected.has_value());
  CHECK_FALSE(index_of(run, 1).expected.has_value());
}
