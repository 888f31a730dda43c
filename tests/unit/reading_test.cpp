// Do read steps count the pages that hold the rows, and does hot_page find where writers meet? And does
// neither change what is simulated?
#include "sim/reading/hot_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim/random/uniform.hpp"
#include "sim/reading/rows_read.hpp"
#include "sim/theory/distinct_pages.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

Step read_step(RowsRead which, std::uint64_t rows, std::string name, std::uint64_t from_row = 1) {
  return {std::move(name), ReadStep{which, rows, from_row}};
}

std::vector<StepResult> run_on(const std::string& engine, TableDefinition table, std::vector<Step> steps,
                               std::uint64_t concurrent_writers = 0) {
  Scenario scenario;
  scenario.engine = engine;
  scenario.concurrent_writers = concurrent_writers;
  scenario.tables.push_back(std::move(table));
  scenario.steps = std::move(steps);
  const auto rows = make_stream_rows(scenario, 0, scenario.seed);
  return find_engine(engine)->run(scenario, scenario.tables[0], *rows, {}).result.steps;
}

TableDefinition ids(SqlType type, const char* stream) {
  TableDefinition definition = table({column("id", type, stream), column("n", SqlType::integer, "counter")});
  if (type == SqlType::binary) {
    definition.columns[0].modifiers.length = 16;
    definition.indexes[0].name = "PRIMARY";
  }
  return definition;
}

/// The most of any page among the latest `writers` entries, counted anew.
std::uint64_t most_of_latest(const std::vector<std::uint32_t>& pages, std::size_t end, std::size_t writers) {
  std::map<std::uint32_t, std::uint64_t> counts;
  std::uint64_t most = 0;
  for (std::size_t i = end - writers; i < end; ++i) most = std::max(most, ++counts[pages[i]]);
  return most;
}

}  // namespace

TEST_CASE("the most writers on a page are those of a count from scratch, for every group") {
  for (const std::size_t writers : {2u, 3u, 16u, 50u}) {
    CAPTURE(writers);
    reading::HotPage hot(writers);
    std::vector<std::uint32_t> pages;
    std::uint64_t sum = 0;
    std::uint64_t greatest = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      // Sometimes a run on one page, sometimes scattered.
      const RandomKey random{7, 0};
      const auto page =
          static_cast<std::uint32_t>(i / 100 % 2 == 0 ? i / 30 : scaled_below(half_of(random.block(i)), 40));
      hot.entry(page, page == 1);
      pages.push_back(page);
      if (pages.size() < writers) continue;
      const std::uint64_t most = most_of_latest(pages, pages.size(), writers);
      sum += most;
      greatest = std::max(greatest, most);
    }
    const HotPageUsage usage = hot.take();
    CHECK(usage.entries == 2000);
    CHECK(usage.on_rightmost_leaf == static_cast<std::uint64_t>(std::count(pages.begin(), pages.end(), 1u)));
    CHECK(usage.groups == 2000 - writers + 1);
    CHECK(usage.most_on_a_page == sum);
    CHECK(usage.most_of_a_group == greatest);
    CHECK(hot.take().entries == 0);
  }
}

TEST_CASE("rows that are read: the latest, a period, any") {
  CHECK(reading::rows_read({RowsRead::latest, 3, 1}, 10, 1) == std::vector<std::uint64_t>{7, 8, 9});
  CHECK(reading::rows_read({RowsRead::latest, 30, 1}, 2, 1) == std::vector<std::uint64_t>{0, 1});
  CHECK(reading::rows_read({RowsRead::period, 3, 5}, 10, 1) == std::vector<std::uint64_t>{4, 5, 6});
  CHECK(reading::rows_read({RowsRead::period, 3, 10}, 10, 1) == std::vector<std::uint64_t>{9});
  CHECK(reading::rows_read({RowsRead::period, 3, 99}, 10, 1).empty());
  const auto any = reading::rows_read({RowsRead::random, 400, 1}, 1000, 1);
  CHECK(std::set<std::uint64_t>(any.begin(), any.end()).size() == 400);
  CHECK(std::is_sorted(any.begin(), any.end()));
  CHECK(any.back() < 1000);
  CHECK(any != reading::rows_read({RowsRead::random, 400, 1}, 1000, 2));
  CHECK(reading::rows_read({RowsRead::random, 10, 1}, 10, 1).size() == 10);
}

TEST_CASE("the latest rows lie on a page or two in time order, and on nearly as many as they are at random") {
  struct Store {
    const char* engine;
    SqlType type;
  };
  for (const Store& store : {Store{"postgresql-18", SqlType::uuid}, Store{"mysql-8.0", SqlType::binary}}) {
    CAPTURE(store.engine);
    const auto reading = [&](const char* stream) {
      return run_on(store.engine, ids(store.type, stream),
                    {insert(60000), read_step(RowsRead::latest, 100, "latest")})[1]
          .reading;
    };
    const ReadingUsage ordered = reading("uuidv7");
    CHECK(ordered.rows == 100);
    CHECK(ordered.leaf_pages <= 2);
    const ReadingUsage random = reading("uuidv4");
    CHECK(random.leaf_pages > 60);
    CHECK(random.leaf_pages <= 100);
    CHECK(random.heap_pages <= 2);  // in PostgreSQL the rows themselves lie in the order in which they came
    CHECK(random.pages() == random.leaf_pages + random.internal_pages + random.heap_pages);
  }
}

TEST_CASE("all rows are on all pages") {
  for (const char* engine : {"postgresql-18", "mysql-8.0"}) {
    CAPTURE(engine);
    const bool is_postgresql = std::string(engine) == "postgresql-18";
    const auto steps = run_on(engine, ids(is_postgresql ? SqlType::uuid : SqlType::binary, "uuidv4"),
                              {insert(20000), read_step(RowsRead::random, 20000, "all")});
    const IndexState& index = steps[1].indexes[0].second;
    CHECK(steps[1].reading.rows == 20000);
    CHECK(steps[1].reading.leaf_pages == index.leaf_pages);
    CHECK(steps[1].reading.internal_pages == index.internal_pages);
    CHECK(steps[1].reading.heap_pages == steps[1].heap.pages);
  }
}

TEST_CASE("random rows of random keys touch as many leaves as Cardenas says, or a few less") {
  const auto steps = run_on("postgresql-18", ids(SqlType::uuid, "uuidv4"),
                            {insert(50000), read_step(RowsRead::random, 200, "any")});
  const auto leaves = static_cast<double>(steps[1].indexes[0].second.leaf_pages);
  const double expected = theory::distinct_pages_cardenas(leaves, 200);
  // Binomial at most: each leaf hit or not.
  CHECK(static_cast<double>(steps[1].reading.leaf_pages) ==
        Approx(expected).margin(4 * std::sqrt(leaves / 4)));
}

TEST_CASE("reading changes nothing") {
  const auto with =
      run_on("postgresql-18", ids(SqlType::uuid, "uuidv4"),
             {insert(5000), read_step(RowsRead::random, 500, "r"), checkpoint(), insert(5000, "after")}, 8);
  const auto without = run_on("postgresql-18", ids(SqlType::uuid, "uuidv4"),
                              {insert(5000), checkpoint(), insert(5000, "after")});
  CHECK(with[2].wal.bytes == without[1].wal.bytes);
  CHECK(with[2].buffers.hit == without[1].buffers.hit);
  CHECK(with[2].buffers.read == without[1].buffers.read);
  CHECK(with[2].wal.fpi == without[1].wal.fpi);
}

TEST_CASE("a read step inside a repeat reports each round, and after a rebuild the new pages") {
  const auto steps = run_on("mysql-8.0", ids(SqlType::binary, "uuidv4"),
                            {repeat(3, {insert(3000), read_step(RowsRead::latest, 50, "latest")}, "rounds"),
                             Step{"rebuilt", RebuildStep{}}, read_step(RowsRead::random, 9000, "all")});
  const StepResult& latest =
      *std::find_if(steps.begin(), steps.end(), [](const StepResult& s) { return s.name == "latest"; });
  REQUIRE(latest.each.size() == 3);
  CHECK(latest.each[0].reading.leaf_pages < latest.each[2].reading.leaf_pages);
  CHECK(latest.reading.leaf_pages == latest.each[2].reading.leaf_pages);
  CHECK(steps.back().reading.leaf_pages == steps.back().indexes[0].second.leaf_pages);
}

TEST_CASE("what writers meet in a repeated step is what they meet in its rounds") {
  const auto steps = run_on("postgresql-18", ids(SqlType::uuid, "uuidv7"),
                            {repeat(3, {insert(700, "some"), checkpoint()}, "rounds")}, 8);
  const StepResult& some =
      *std::find_if(steps.begin(), steps.end(), [](const StepResult& step) { return step.name == "some"; });
  REQUIRE(some.each.size() == 3);
  HotPageUsage sum;
  for (const StepResult& round : some.each) {
    const HotPageUsage& part = round.indexes[0].second.hot_page;
    CHECK(part.on_rightmost_leaf > 0);
    sum.entries += part.entries;
    sum.on_rightmost_leaf += part.on_rightmost_leaf;
    sum.groups += part.groups;
    sum.most_on_a_page += part.most_on_a_page;
  }
  const HotPageUsage& whole = some.indexes[0].second.hot_page;
  CHECK(whole.entries == sum.entries);
  CHECK(whole.on_rightmost_leaf == sum.on_rightmost_leaf);
  CHECK(whole.groups == sum.groups);
  CHECK(whole.most_on_a_page == sum.most_on_a_page);
}

TEST_CASE("keys in order meet on the rightmost leaf, random ones hardly ever, in either engine") {
  for (const char* engine : {"postgresql-18", "mysql-8.0"}) {
    CAPTURE(engine);
    const SqlType type = std::string(engine) == "postgresql-18" ? SqlType::uuid : SqlType::binary;
    constexpr std::uint64_t writers = 16;
    const auto hot_page = [&](const char* stream) {
      return run_on(engine, ids(type, stream), {insert(60000), insert(20000)}, writers)[1]
          .indexes[0]
          .second.hot_page;
    };
    const HotPageUsage ordered = hot_page("uuidv7");
    CHECK(ordered.entries == 20000);
    CHECK(ordered.groups == 20000);
    CHECK(ordered.on_rightmost_leaf >= 19800);
    CHECK(static_cast<double>(ordered.most_on_a_page) / 20000 > 15);
    CHECK(ordered.most_of_a_group == writers);
    const HotPageUsage random = hot_page("uuidv4");
    CHECK(random.on_rightmost_leaf < 400);
    CHECK(static_cast<double>(random.most_on_a_page) / 20000 < 2);
  }
}
