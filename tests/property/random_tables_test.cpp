// Do the invariants hold for tables and histories that nobody thought of? Seeds are printed with every
// failure; set KEYCOST_PROPERTY_SEED to run one alone.
#include <cstdlib>
#include <numeric>
#include <set>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/property/dice.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

ColumnDefinition random_key(Dice& dice) {
  switch (dice.below(12)) {
    case 0:
      return column("id", SqlType::uuid, "uuidv4");
    case 1:
      return column("id", SqlType::uuid, "uuidv7");
    case 2:
      return column("id", SqlType::bigint, "identity");
    case 3:
      return column("id", SqlType::integer, "counter", option("increment", std::int64_t{3}));
    case 4: {
      Options options = option("increment", std::int64_t{-1});
      options.set("start", std::int64_t{1} << 40);
      return column("id", SqlType::bigint, "counter", options);
    }
    case 5:
      return column("id", SqlType::text, "ulid");
    case 6:
      return column("id", SqlType::bytea, "ksuid");
    case 7:
      return column("id", SqlType::text, "nanoid", option("size", std::int64_t{12}));
    case 8:
      return column("id", SqlType::text, "typeid", option("prefix", std::string("prj")));
    case 9:
      return column("id", SqlType::uuid, "uuidv7", option("within_ms", std::string("random")));
    case 10:
      return column("id", SqlType::uuid, "uuidv1");
    default:
      return column("id", SqlType::bigint, "snowflake", option("first_node", std::int64_t{3}));
  }
}

/// Rows that are late, shuffled or minted by several writers keep every invariant too.
std::optional<Options> random_arrival(Dice& dice) {
  Options arrival = option("writers", static_cast<std::int64_t>(1 + dice.below(9)));
  arrival.set("rows_per_tick", static_cast<std::int64_t>(1 + dice.below(50)));
  switch (dice.below(6)) {
    case 0:
      arrival.set("late_percent", static_cast<std::int64_t>(1 + dice.below(60)));
      arrival.set("late_ms", static_cast<std::int64_t>(1 + dice.below(2000)));
      arrival.set("delay", std::string(dice.below(2) == 0 ? "uniform" : "exponential"));
      return arrival;
    case 1:
      arrival.set("shuffle_rows", static_cast<std::int64_t>(1 + dice.below(3000)));
      return arrival;
    case 2:
      arrival.set("turns", std::string("random"));
      arrival.set("rate", std::string(dice.below(2) == 0 ? "poisson" : "varying"));
      return arrival;
    default:
      return std::nullopt;
  }
}

TableDefinition random_table(Dice& dice) {
  std::vector<ColumnDefinition> columns{random_key(dice)};
  const std::uint64_t more = dice.below(12);
  for (std::uint64_t i = 0; i < more; ++i) {
    const std::string name = "c" + std::to_string(i);
    switch (dice.below(4)) {
      case 0:
        columns.push_back(column(name, SqlType::uuid, "uuidv4"));
        break;
      case 1:
        columns.push_back(column(name, SqlType::boolean, "constant"));
        break;
      case 2:
        columns.push_back(column(name, SqlType::text, "template"));
        break;
      default:
        columns.push_back(column(name, SqlType::bigint, "counter"));
        break;
    }
  }
  TableDefinition definition = table(std::move(columns));
  definition.arrival = random_arrival(dice);
  definition.options = option("fillfactor", std::int64_t{10 + static_cast<std::int64_t>(dice.below(91))});
  definition.indexes[0].options =
      option("fillfactor", std::int64_t{10 + static_cast<std::int64_t>(dice.below(91))});
  return definition;
}

std::vector<Step> random_steps(Dice& dice) {
  std::vector<Step> steps;
  const std::uint64_t count = 1 + dice.below(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (dice.below(2) == 0) steps.push_back(checkpoint());
    InsertStep step{1 + dice.below(20000), dice.below(3) == 0 ? 1 + dice.below(50) : 0, dice.below(4) == 0};
    steps.push_back({"", step});
    if (dice.below(3) == 0)
      steps.push_back(repeat(1 + dice.below(5), {checkpoint(), insert(1 + dice.below(500))}));
  }
  return steps;
}

void check_sums(const StepResult& step) {
  std::uint64_t records = 0;
  std::uint64_t fpi = 0;
  std::uint64_t bytes = 0;
  for (const WalTypeUsage& usage : step.wal.by_type) {
    REQUIRE(usage.count > 0);
    if (usage.type == "Transaction/COMMIT") continue;
    records += usage.count;
    fpi += usage.fpi;
    bytes += usage.combined_size();
  }
  REQUIRE(records == step.wal.records);
  REQUIRE(fpi == step.wal.fpi);
  REQUIRE(bytes == step.wal.bytes);
  REQUIRE(step.wal.lsn_bytes >= step.wal.bytes);
  const std::uint64_t rows = wal_type(step, "Heap/INSERT").count + wal_type(step, "Heap/INSERT+INIT").count;
  REQUIRE(rows == step.rows);
  // Each row makes one leaf entry: by a leaf insert, or in a leaf's split. Every split above level 0 replaces
  // an upper insert.
  const std::uint64_t splits = wal_type(step, "Btree/SPLIT_L").count + wal_type(step, "Btree/SPLIT_R").count;
  const std::uint64_t inserts =
      wal_type(step, "Btree/INSERT_LEAF").count + wal_type(step, "Btree/INSERT_UPPER").count;
  const std::uint64_t new_roots = wal_type(step, "Btree/NEWROOT").count;
  REQUIRE(inserts + splits + new_roots >= rows + splits);
  if (!step.each.empty()) {
    REQUIRE(std::accumulate(step.each.begin(), step.each.end(), std::uint64_t{0},
                            [](std::uint64_t sum, const StepResult& round) {
                              return sum + round.wal.bytes;
                            }) == step.wal.bytes);
  }
}

void check_history(std::uint64_t seed) {
  INFO("KEYCOST_PROPERTY_SEED=" << seed);
  Dice dice(seed);
  const TableDefinition definition = random_table(dice);
  const std::vector<Step> steps = random_steps(dice);
  // The run itself ends with a check of every index: order, links, high keys, downlinks, bytes, and one item
  // a row.
  const TableRun result = run(definition, steps, seed);
  std::uint64_t rows = 0;
  for (const StepResult& step : result.result.steps) {
    check_sums(step);
    for (const StepResult& round : step.each) check_sums(round);
    rows += step.rows;
  }
  REQUIRE(rows == rows_asked_for(steps));
  const StepResult& last = result.result.steps.back();
  const IndexState& index = last.indexes[0].second;
  REQUIRE(index.index_size == (1 + index.leaf_pages + index.internal_pages) * 8192);
  REQUIRE(index.avg_leaf_density > 0);
  REQUIRE(index.avg_leaf_density <= 100);
}

}  // namespace

TEST_CASE("random tables and histories keep every invariant") {
  if (const char* given = std::getenv("KEYCOST_PROPERTY_SEED"))
    return check_history(std::strtoull(given, nullptr, 10));
  for (std::uint64_t seed = 1; seed <= 150; ++seed) check_history(seed);
}

TEST_CASE("how rows are cut into statements and transactions changes no page of the index") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    const TableDefinition definition = random_table(dice);
    const std::uint64_t rows = 2000 + dice.below(20000);
    const TableRun whole = run(definition, {insert(rows)}, seed);
    const std::uint64_t first = 1 + dice.below(rows - 1);
    const TableRun parts =
        run(definition, {insert(first), checkpoint(), {"", InsertStep{rows - first, 7, false}}}, seed);
    REQUIRE(whole.pages.back().lines == parts.pages.back().lines);
  }
}

TEST_CASE("a key that is there already is refused, wherever it stands on its page") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    std::vector<std::int64_t> keys;
    std::set<std::int64_t> known;
    const std::uint64_t rows = 500 + dice.below(3000);
    while (keys.size() < rows) {
      const auto key = static_cast<std::int64_t>(dice.below(1000000));
      if (known.insert(key).second) keys.push_back(key);
    }
    keys.push_back(keys[dice.below(rows)]);
    try {
      run(table({column("id", SqlType::bigint)}), {insert(rows + 1)}, {integers(SqlType::bigint, keys)});
      FAIL("a duplicate went in");
    } catch (const RowRefused& refused) {
      REQUIRE(refused.row_number() == rows + 1);
    }
  }
}

TEST_CASE(
    "without checkpoints there are no images but the free space map's, and without full_page_writes none at "
    "all") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    const TableDefinition definition = random_table(dice);
    const StepResult plain = run(definition, {insert(5000)}, seed).result.steps[0];
    REQUIRE(plain.wal.fpi == wal_type(plain, "XLOG/FPI_FOR_HINT").fpi);
    const TableRun off =
        run(definition, {insert(5000), checkpoint(), insert(5000)}, seed, option("full_page_writes", false));
    REQUIRE(off.result.steps[1].wal.fpi == 0);
  }
}
