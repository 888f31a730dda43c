// Does the fast path give what the plain path gives, number for number and page for page, whatever the keys,
// the checkpoints, the settings and the number of ranges? Seeds are printed with every failure; set
// KEYCOST_PROPERTY_SEED to run one alone.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "sim/fast/remembered_rows.hpp"
#include "sim/postgresql/engine.hpp"
#include "sim/postgresql/fast/run.hpp"
#include "sim/scenario.hpp"
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

ColumnDefinition random_key(Dice& dice) {
  switch (dice.below(13)) {
    case 0:
    case 1:
    case 2:
      return column("id", SqlType::uuid, "uuidv4");
    case 3:
      return column("id", SqlType::uuid, "uuidv7");
    case 4:
      return column("id", SqlType::uuid, "uuidv7", option("within_ms", std::string("random")));
    case 5:
      return column("id", SqlType::bigint, "identity", option("cache", up_to(dice, 50)));
    case 6:
      return column("id", SqlType::integer, "counter", option("increment", up_to(dice, 5)));
    case 7: {
      Options options = option("increment", std::int64_t{-1});
      options.set("start", std::int64_t{1} << 30);
      return column("id", SqlType::bigint, "counter", options);
    }
    case 8:
      return column("id", SqlType::bigint, "hashed");
    case 9:
      return column("id", SqlType::bigint, "bit_reversed");
    case 10:
      return column("id", SqlType::uuid, "uuidv1");
    case 11: {
      Options options = option("writers", up_to(dice, 5));
      options.set("cache", up_to(dice, 400));
      return column("id", SqlType::bigint, "counter", options);
    }
    default:
      return column("id", SqlType::bigint, "snowflake");
  }
}

std::optional<Options> random_arrival(Dice& dice) {
  Options arrival = option("writers", up_to(dice, 6));
  arrival.set("rows_per_tick", up_to(dice, 50));
  switch (dice.below(5)) {
    case 0:
      arrival.set("late_percent", up_to(dice, 60));
      arrival.set("late_ms", up_to(dice, 2000));
      arrival.set("delay", std::string(dice.below(2) == 0 ? "uniform" : "exponential"));
      return arrival;
    case 1:
      arrival.set("shuffle_rows", up_to(dice, 3000));
      return arrival;
    default:
      return std::nullopt;
  }
}

Step random_insert(Dice& dice, std::uint64_t rows_max) {
  Step step = insert(dice.one_in(12) ? dice.below(3) : 1 + dice.below(rows_max));
  auto& action = std::get<InsertStep>(step.action);
  if (dice.one_in(3)) action.commit_every = 1 + dice.below(action.rows + 2);
  action.new_session = dice.one_in(5);
  return step;
}

struct RandomCase {
  TableDefinition table;
  std::vector<Step> steps;
  Options settings;
};

RandomCase random_case(Dice& dice) {
  std::vector<ColumnDefinition> columns{random_key(dice)};
  for (std::uint64_t more = dice.below(5); more > 0; --more) {
    const std::string name = "c" + std::to_string(more);
    columns.push_back(dice.one_in(2) ? column(name, SqlType::integer, "counter")
                                     : column(name, SqlType::uuid, "uuidv4"));
  }
  RandomCase random{table(columns), {}, option("shared_buffers", std::int64_t{1} << 34)};
  random.table.arrival = random_arrival(dice);
  IndexDefinition& key = random.table.indexes[0];
  if (dice.one_in(4)) key.options.set("fillfactor", static_cast<std::int64_t>(10 + dice.below(91)));
  if (dice.one_in(6)) key.columns[0].descending = true;
  if (dice.one_in(3)) random.table.options.set("fillfactor", static_cast<std::int64_t>(10 + dice.below(91)));
  if (columns.size() > 1 && dice.one_in(2)) {
    IndexDefinition second;
    second.name = "second";
    second.columns = {{columns.size() - 1}};
    second.unique = dice.one_in(2);
    random.table.indexes.push_back(second);
  }
  if (columns.size() > 2 && dice.one_in(2)) {
    IndexDefinition wide;
    wide.name = "wide";
    wide.columns = {{0}, {columns.size() - 1}};
    if (dice.one_in(3)) wide.columns[1].descending = true;
    if (dice.one_in(2)) wide.included = {1};
    random.table.indexes.push_back(wide);
  }
  if (dice.one_in(8)) random.settings.set("full_page_writes", false);
  if (dice.one_in(4)) random.settings.set("data_checksums", false);
  if (dice.one_in(6)) random.settings.set("wal_log_hints", true);
  const std::uint64_t rows_max = dice.one_in(4) ? 60'000 : 4000;
  for (std::uint64_t count = 1 + dice.below(4); count > 0; --count) {
    if (dice.one_in(2)) random.steps.push_back(checkpoint());
    if (dice.one_in(3)) {
      std::vector<Step> inner{random_insert(dice, rows_max / 4)};
      if (!dice.one_in(3)) inner.push_back(checkpoint());
      if (dice.one_in(3)) inner.push_back(random_insert(dice, rows_max / 4));
      random.steps.push_back(repeat(1 + dice.below(5), inner));
    } else {
      random.steps.push_back(random_insert(dice, rows_max));
    }
  }
  return random;
}

Scenario scenario_of(const RandomCase& random, std::uint64_t seed) {
  Scenario scenario;
  scenario.engine = "postgresql-18";
  scenario.seed = seed;
  scenario.settings = random.settings;
  scenario.tables = {random.table};
  scenario.steps = random.steps;
  return scenario;
}

void compare(const Scenario& scenario, RunOptions options, const postgresql::fast::Cut& cut = {}) {
  options.keep_pages = true;
  const auto quick = postgresql::fast::try_run(scenario, scenario.tables[0], options, cut);
  INFO(postgresql::fast::obstacle(scenario, scenario.tables[0], options).value_or("no obstacle"));
  REQUIRE(quick);
  options.may_be_fast = false;
  const auto rows = make_stream_rows(scenario, 0, scenario.seed);
  const TableRun plain = postgresql::postgresql_18.run(scenario, scenario.tables[0], *rows, options);
  CHECK(result_text(quick->result) == result_text(plain.result));
  CHECK(pages_text(quick->pages) == pages_text(plain.pages));
}

}  // namespace

TEST_CASE("the fast path gives the plain path's result, pages and all, for random tables and histories") {
  const char* const alone = std::getenv("KEYCOST_PROPERTY_SEED");
  const std::uint64_t first = alone != nullptr ? std::strtoull(alone, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + (alone != nullptr ? 1 : 120); ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    const RandomCase random = random_case(dice);
    compare(scenario_of(random, seed), {});
  }
}

TEST_CASE("however many ranges the keys are cut into, the fast path gives the same") {
  for (const std::size_t threads : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
    INFO("threads " << threads);
    RunOptions options;
    options.threads = threads;
    const RandomCase random{
        table({column("id", SqlType::uuid, "uuidv4"), column("n", SqlType::integer, "counter")}),
        {insert(300'000), repeat(3, {checkpoint(), insert(150'000)})},
        option("shared_buffers", std::int64_t{1} << 34)};
    compare(scenario_of(random, 7), options);
  }
}

TEST_CASE("ranges, pieces and passes of any size give the same, whatever the keys") {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed + 1000);
    RandomCase random = random_case(dice);
    random.steps.push_back(insert(150'000 + dice.below(50'000)));
    random.steps.push_back(checkpoint());
    random.steps.push_back(insert(1 + dice.below(20'000)));
    postgresql::fast::Cut cut;
    cut.leaves_before = 1 + dice.below(400);
    cut.ranges_a_pass = 1 + dice.below(12);
    cut.rows_a_first_piece = 100 + dice.below(30'000);
    cut.rows_a_piece = 100 + dice.below(30'000);
    if (dice.one_in(2)) cut.memory_bytes = 1'000'000;
    RunOptions options;
    options.threads = 1 + dice.below(3);
    compare(scenario_of(random, seed), options, cut);
  }
}

TEST_CASE("two rows with the same key send the run back to the plain path") {
  const RandomCase random{
      table({column("id", SqlType::integer, "counter", option("increment", std::int64_t{0}))}),
      {insert(1000)},
      {}};
  const Scenario scenario = scenario_of(random, 1);
  CHECK_FALSE(postgresql::fast::obstacle(scenario, scenario.tables[0], {}));
  CHECK_FALSE(postgresql::fast::try_run(scenario, scenario.tables[0], {}));
}

TEST_CASE("a run that has an obstacle is not run fast") {
  const Scenario scenario =
      scenario_of({table({column("id", SqlType::uuid, "uuidv4")}), {insert(1000)}, {}}, 1);
  RunOptions options;
  CHECK(postgresql::fast::try_run(scenario, scenario.tables[0], options));
  options.may_be_fast = false;
  CHECK_FALSE(postgresql::fast::try_run(scenario, scenario.tables[0], options));
}

TEST_CASE("rows that are remembered come again as they came, in parts of any size, from any row") {
  const TableDefinition given = table({column("id", SqlType::bigint), column("n", SqlType::integer)});
  std::vector<std::int64_t> ids;
  for (std::int64_t i = 0; i < 20'000; ++i) ids.push_back(i * i);
  GivenRows rows({integers(SqlType::bigint, ids), integers(SqlType::integer, ids)});
  const keycost::fast::RememberedRows remembered(given, rows, 19'000, {});
  REQUIRE(remembered.rows() == 19'000);

  const auto payload = [&ids](std::int64_t row) {
    return integers(SqlType::bigint, {ids[static_cast<std::size_t>(row)]});
  };
  const auto same = [](std::span<const std::byte> left, std::span<const std::byte> right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  };
  ColumnBatch values(SqlType::bigint);
  const auto column = remembered.column(0);
  column->next(8192, values);
  column->next(3, values);
  REQUIRE(values.rows() == 3);
  CHECK(same(values.value(0), payload(8192).value(0)));
  column->go_to(7);
  column->next(1, values);
  CHECK(same(values.value(0), payload(7).value(0)));

  std::vector<ColumnBatch> batches{ColumnBatch(SqlType::bigint), ColumnBatch(SqlType::integer)};
  const auto again = remembered.again();
  CHECK(again->next(18'999, batches) == 18'999);
  CHECK(again->next(5, batches) == 1);
  CHECK(same(batches[0].value(0), payload(18'999).value(0)));
  CHECK(same(batches[1].value(0), integers(SqlType::integer, {0}).value(0)));
  CHECK(again->next(5, batches) == 0);
}

TEST_CASE(
    "rows that are given take the fast path too, and go back to the plain one with the same key twice") {
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}}) {
    INFO("seed " << seed);
    Dice dice(seed);
    std::vector<std::int64_t> keys;
    for (std::int64_t i = 0; i < 20'000; ++i) keys.push_back(i * 7 - 50'000);
    for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[dice.below(i)]);
    if (seed == 3) keys[15'000] = keys[700];
    TableDefinition given = table({column("id", SqlType::bigint)});
    given.indexes[0].unique = seed != 3;
    Scenario scenario =
        scenario_of({given, {insert(5000), checkpoint(), insert(all_remaining_rows)}, {}}, seed);
    RunOptions options;
    GivenRows rows({integers(SqlType::bigint, keys)});
    const TableRun quick = postgresql::postgresql_18.run(scenario, given, rows, options);
    options.may_be_fast = false;
    GivenRows again({integers(SqlType::bigint, keys)});
    CHECK(result_text(quick.result) ==
          result_text(postgresql::postgresql_18.run(scenario, given, again, options).result));
  }
}

TEST_CASE(
    "uuids that a shorter form cannot tell apart, or not put in order, cost another run and nothing else") {
  Dice dice(5);
  for (const bool shares_first_half : {true, false}) {
    INFO("shares_first_half " << shares_first_half);
    ColumnBatch ids(SqlType::uuid);
    for (int i = 0; i < 30'000; ++i) {
      std::array<std::byte, 16> id;
      for (std::byte& byte : id) byte = static_cast<std::byte>(dice.below(256));
      id[6] = std::byte{0x40};
      id[8] = std::byte{0x80};
      // Far behind the rows that are looked at first: the same but for the last byte, or another version.
      if (i == 20'000 && shares_first_half) {
        std::ranges::copy(ids.value(100), id.begin());
        id[15] ^= std::byte{1};
      }
      if (i == 20'000 && !shares_first_half) id[6] = std::byte{0x70};
      ids.append(id);
    }
    TableDefinition given = table({column("id", SqlType::uuid)});
    const Scenario scenario =
        scenario_of({given, {insert(10'000), checkpoint(), insert(all_remaining_rows)}, {}}, 1);
    RunOptions options;
    options.keep_pages = true;
    GivenRows rows({ids});
    const TableRun quick = postgresql::postgresql_18.run(scenario, given, rows, options);
    options.may_be_fast = false;
    GivenRows again({ids});
    const TableRun plain = postgresql::postgresql_18.run(scenario, given, again, options);
    CHECK(result_text(quick.result) == result_text(plain.result));
    CHECK(pages_text(quick.pages) == pages_text(plain.pages));
  }
}

TEST_CASE("two equal keys are found even where a split puts them onto two leaves") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    std::vector<std::int64_t> keys;
    for (std::int64_t i = 0; i < 407; ++i) keys.push_back(i);
    for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[dice.below(i)]);
    // The leaf is full with these; the next splits it, and is the twin of one near where a rightmost leaf is
    // cut.
    keys.push_back(static_cast<std::int64_t>(355 + dice.below(25)));
    TableDefinition given = table({column("id", SqlType::bigint)});
    given.indexes[0].unique = false;
    given.indexes[0].primary = false;
    const Scenario scenario = scenario_of({given, {insert(all_remaining_rows)}, {}}, 1);
    GivenRows rows({integers(SqlType::bigint, keys)});
    RunOptions options;
    const TableRun quick = postgresql::postgresql_18.run(scenario, given, rows, options);
    options.may_be_fast = false;
    GivenRows again({integers(SqlType::bigint, keys)});
    const TableRun plain = postgresql::postgresql_18.run(scenario, given, again, options);
    CHECK(result_text(quick.result) == result_text(plain.result));
  }
}
