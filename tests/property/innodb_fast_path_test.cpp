// Does InnoDB's fast path give what the plain path gives, number for number and page for page, whatever the
// keys, the widths of rows, the steps and the settings? Seeds are printed with every failure; set
// KEYCOST_PROPERTY_SEED to run one alone.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "sim/error.hpp"
#include "sim/innodb/engine.hpp"
#include "sim/innodb/fast/run.hpp"
#include "sim/innodb/run.hpp"
#include "tests/catch.hpp"
#include "tests/property/dice.hpp"
#include "tests/support/result_text.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::int64_t up_to(Dice& dice, std::uint64_t bound) {
  return static_cast<std::int64_t>(1 + dice.below(bound));
}

ColumnDefinition binary(const std::string& name, std::int64_t length, const std::string& stream,
                        const Options& options = {}) {
  ColumnDefinition made = column(name, SqlType::binary, stream, options);
  made.modifiers.length = static_cast<int>(length);
  return made;
}

ColumnDefinition random_key(Dice& dice) {
  switch (dice.below(11)) {
    case 0:
    case 1:
    case 2:
      return binary("id", 16, "uuidv4");
    case 3:
      return binary("id", 16, "uuidv7");
    case 4:
      return binary("id", 16, "uuidv7", option("writers", up_to(dice, 6)));
    case 5:
      return column("id", SqlType::bigint, "identity");
    case 6:
      return column("id", SqlType::integer, "counter", option("increment", up_to(dice, 5000)));
    case 7: {
      Options options = option("increment", std::int64_t{-1});
      options.set("start", std::int64_t{1} << 20);
      return column("id", SqlType::integer, "counter", options);
    }
    case 8:
      return column("id", SqlType::bigint, "hashed");
    case 9: {
      Options options = option("writers", up_to(dice, 5));
      options.set("cache", up_to(dice, 400));
      return column("id", SqlType::bigint, "counter", options);
    }
    default:
      return binary("id", 16, "ulid");
  }
}

Scenario random_scenario(Dice& dice, std::uint64_t seed) {
  std::vector<ColumnDefinition> columns{random_key(dice)};
  for (std::uint64_t more = dice.below(5); more > 0; --more) {
    const std::string name = "c" + std::to_string(more);
    columns.push_back(dice.one_in(2) ? column(name, SqlType::integer, "counter")
                                     : binary(name, 16, "uuidv4"));
    if (dice.one_in(4)) columns.back() = binary(name, up_to(dice, 239) + 15, "uuidv4");
  }
  Scenario scenario;
  scenario.engine = "mariadb-10.11";
  scenario.seed = seed;
  scenario.settings.set("innodb_buffer_pool_size", std::int64_t{1} << 31);
  if (dice.one_in(3)) scenario.settings.set("innodb_log_file_size", (std::int64_t{4} + up_to(dice, 8)) << 20);
  scenario.tables = {table(columns)};
  if (dice.one_in(4)) {
    Options arrival = option("late_percent", up_to(dice, 60));
    arrival.set("late_ms", up_to(dice, 2000));
    scenario.tables[0].arrival = arrival;
  }
  const std::uint64_t rows_max = dice.one_in(6) ? 60'000 : 5000;
  for (std::uint64_t count = 1 + dice.below(4); count > 0; --count) {
    if (dice.one_in(2)) scenario.steps.push_back(checkpoint());
    Step step = insert(dice.one_in(12) ? dice.below(3) : 1 + dice.below(rows_max));
    if (dice.one_in(3))
      std::get<InsertStep>(step.action).commit_every = 1 + dice.below(dice.one_in(2) ? 9 : 5000);
    if (dice.one_in(4)) step = repeat(1 + dice.below(5), {step, checkpoint()});
    scenario.steps.push_back(step);
  }
  return scenario;
}

void compare(const Scenario& scenario) {
  RunOptions options;
  options.keep_pages = true;
  INFO(innodb::fast::obstacle(innodb::mariadb_10_11_rules, scenario, scenario.tables[0], options)
           .value_or("no obstacle"));
  const auto quick =
      innodb::try_condensed(innodb::mariadb_10_11_rules, scenario, scenario.tables[0], options);
  REQUIRE(quick);
  options.may_be_fast = false;
  const auto rows = make_stream_rows(scenario, 0, scenario.seed);
  const TableRun plain = innodb::mariadb_10_11.run(scenario, scenario.tables[0], *rows, options);
  const MetricSet& metrics = metrics_of(scenario.engine);
  CHECK(metrics_text(metrics, quick->result) == metrics_text(metrics, plain.result));
  CHECK(pages_text(quick->pages) == pages_text(plain.pages));
}

}  // namespace

TEST_CASE(
    "InnoDB's fast path gives the plain path's result, pages and all, for random tables and histories") {
  const char* const alone = std::getenv("KEYCOST_PROPERTY_SEED");
  const std::uint64_t first = alone != nullptr ? std::strtoull(alone, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + (alone != nullptr ? 1 : 100); ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    compare(random_scenario(dice, seed));
  }
}

TEST_CASE("many rows, with levels above that split and a redo log that fills up, give the same") {
  Scenario scenario;
  scenario.engine = "mariadb-10.11";
  scenario.settings.set("innodb_buffer_pool_size", std::int64_t{1} << 31);
  scenario.settings.set("innodb_log_file_size", std::int64_t{24} << 20);
  scenario.tables = {table({binary("id", 16, "uuidv4"), binary("filler", 150, "uuidv4")})};
  Step bulk = insert(300'000);
  std::get<InsertStep>(bulk.action).commit_every = 50'000;
  scenario.steps = {bulk, checkpoint(), insert(10)};
  compare(scenario);
}

TEST_CASE("a key that is there already, or a pool that is too small, sends the run back to the plain path") {
  Scenario scenario;
  scenario.engine = "mariadb-10.11";
  scenario.steps = {insert(5000)};
  SECTION("the same key, long after the leaves have become keys alone") {
    ColumnDefinition key = column("id", SqlType::integer, "counter");
    scenario.tables = {table({key, column("n", SqlType::integer, "counter")})};
    ColumnSwitch again{0, {"counter", option("start", std::int64_t{3000})}};
    Step step = insert(10);
    std::get<InsertStep>(step.action).values = {{again}};
    scenario.steps.push_back(step);
    CHECK_FALSE(innodb::fast::obstacle(innodb::mariadb_10_11_rules, scenario, scenario.tables[0], {}));
    CHECK_FALSE(innodb::try_condensed(innodb::mariadb_10_11_rules, scenario, scenario.tables[0], {}));
    const auto rows = make_stream_rows(scenario, 0, scenario.seed);
    CHECK_THROWS_AS(innodb::mariadb_10_11.run(scenario, scenario.tables[0], *rows, {}), RowRefused);
  }
  SECTION("the pool") {
    scenario.settings.set("innodb_buffer_pool_size", std::int64_t{5} << 20);
    scenario.tables = {table({binary("id", 16, "uuidv4"), binary("filler", 250, "uuidv4")})};
    CHECK_FALSE(innodb::try_condensed(innodb::mariadb_10_11_rules, scenario, scenario.tables[0], {}));
    const auto rows = make_stream_rows(scenario, 0, scenario.seed);
    CHECK(innodb::mariadb_10_11.run(scenario, scenario.tables[0], *rows, {}).result.steps[0].rows == 5000);
  }
}

TEST_CASE(
    "InnoDB's rows that are given take the fast path too; keys alike in their first half cost another run") {
  for (const bool shares_first_half : {false, true}) {
    INFO("shares_first_half " << shares_first_half);
    Dice dice(5);
    ColumnBatch ids(SqlType::binary);
    ColumnBatch amounts(SqlType::numeric);
    for (int i = 0; i < 30'000; ++i) {
      std::array<std::byte, 16> id;
      for (std::byte& byte : id) byte = static_cast<std::byte>(dice.below(256));
      // Far behind the rows that are looked at first.
      if (i == 20'000 && shares_first_half) {
        std::copy_n(ids.value(100).begin(), 16, id.begin());
        id[15] ^= std::byte{1};
      }
      ids.append(id);
      amounts.append(std::string_view(i % 2 == 0 ? "1.25" : "-17"));
    }
    ColumnDefinition id = column("id", SqlType::binary);
    id.modifiers.length = 16;
    ColumnDefinition amount = column("amount", SqlType::numeric);
    amount.modifiers.precision = 10;
    amount.modifiers.scale = 2;
    Scenario scenario;
    scenario.engine = "mariadb-10.11";
    scenario.tables = {table({id, amount})};
    scenario.steps = {insert(10'000), checkpoint(), insert(all_remaining_rows)};
    const auto run = [&](bool may_be_fast) {
      RunOptions options;
      options.keep_pages = true;
      options.may_be_fast = may_be_fast;
      GivenRows rows({ids, amounts});
      return innodb::mariadb_10_11.run(scenario, scenario.tables[0], rows, options);
    };
    GivenRows rows({ids, amounts});
    const keycost::fast::RememberedRows remembered(scenario.tables[0], rows, all_remaining_rows, {});
    CHECK(innodb::try_condensed(innodb::mariadb_10_11_rules, scenario, scenario.tables[0], remembered, {}));
    const TableRun quick = run(true);
    const TableRun plain = run(false);
    const MetricSet& metrics = metrics_of(scenario.engine);
    CHECK(metrics_text(metrics, quick.result) == metrics_text(metrics, plain.result));
    CHECK(pages_text(quick.pages) == pages_text(plain.pages));
  }
}
