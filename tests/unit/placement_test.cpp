// Do rows go where each database says, and are ranges cut where and when it says?
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "sim/engine.hpp"
#include "sim/placement/key_ranges.hpp"
#include "sim/placement/ordered_key.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::string key_of(std::uint64_t number) {
  std::string key;
  for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<char>(number >> shift & 0xFF));
  return key;
}

struct Placed {
  std::string engine;
  Options settings = {};
  Options table_options = {};
  double rows_per_second = 0;
};

TableDefinition keyed_by(SqlType type, const std::string& stream, Options options = {}) {
  TableDefinition definition = table({column("id", type, stream, std::move(options))});
  definition.indexes[0].name = "PRIMARY";
  return definition;
}

std::vector<StepResult> place(const Placed& placed, TableDefinition table, std::vector<Step> steps) {
  table.options = placed.table_options;
  Scenario scenario;
  scenario.engine = placed.engine;
  scenario.settings = placed.settings;
  scenario.rows_per_second = placed.rows_per_second;
  scenario.tables.push_back(std::move(table));
  scenario.steps = std::move(steps);
  const EngineDescription* engine = find_engine(placed.engine);
  REQUIRE(engine != nullptr);
  REQUIRE_FALSE(engine->refusal(scenario, scenario.tables[0]).has_value());
  const auto rows = make_stream_rows(scenario, 0, scenario.seed);
  return engine->run(scenario, scenario.tables[0], *rows, {}).result.steps;
}

double value(const StepResult& step, const std::string& engine, std::string_view metric) {
  const auto& metrics = metrics_of(engine).step;
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const StepMetric& known) { return known.path == metric; });
  REQUIRE(found != metrics.end());
  const MetricValue read = found->read(step);
  if (const auto* count = std::get_if<std::uint64_t>(&read)) return static_cast<double>(*count);
  REQUIRE(std::holds_alternative<double>(read));
  return std::get<double>(read);
}

Options set(std::initializer_list<std::pair<const char*, std::int64_t>> values) {
  Options options;
  for (const auto& [name, number] : values) options.set(name, number);
  return options;
}

}  // namespace

TEST_CASE("keys sort as bytes as their values do") {
  ColumnBatch numbers = integers(SqlType::bigint, {std::numeric_limits<std::int64_t>::min(), -5, -1, 0, 1,
                                                   255, 256, std::numeric_limits<std::int64_t>::max()});
  std::string before;
  for (std::size_t row = 0; row < numbers.rows(); ++row) {
    std::string key;
    placement::append_ordered(numbers, row, true, key);
    CHECK(key.size() == 8);
    if (row > 0) CHECK(before < key);
    before = key;
  }
}

TEST_CASE("the end of a text sorts before whatever may follow it") {
  ColumnBatch texts(SqlType::text);
  for (const std::string_view text :
       {std::string_view("a"), std::string_view("a\0", 2), std::string_view("a\0b", 3),
        std::string_view("ab"), std::string_view("b")})
    texts.append(text);
  std::vector<std::string> keys(texts.rows());
  for (std::size_t row = 0; row < texts.rows(); ++row) {
    placement::append_ordered(texts, row, false, keys[row]);
    keys[row] += "\x7f";  // the next column
  }
  CHECK(std::is_sorted(keys.begin(), keys.end()));
}

TEST_CASE("TiKV's regions: one that grows beyond its greatest size is cut at the wanted one, from the left") {
  placement::KeyRanges ranges({placement::SizeSplit::at_split_size, 15, 10, 0, 0, 1});
  std::size_t last = 0;
  for (std::uint64_t i = 1; i <= 15; ++i) last = ranges.put(key_of(i), 1);
  CHECK(ranges.ranges() == 1);
  CHECK(ranges.put(key_of(16), 1) == last);
  CHECK(ranges.ranges() == 2);
  // Keys in order go on in the right part, which is the region that was.
  CHECK(ranges.put(key_of(17), 1) == last);
  CHECK(ranges.put(key_of(10), 1) != last);
  CHECK(ranges.put(key_of(11), 1) == last);
  CHECK(ranges.splits() == 1);
}

TEST_CASE(
    "CockroachDB's ranges are cut where half of the bytes lie, and the left half is the range that was") {
  placement::KeyRanges ranges({placement::SizeSplit::in_the_middle, 10, 0, 0, 0, 1});
  const std::size_t first = ranges.put(key_of(100), 5);
  for (std::uint64_t i = 1; i <= 6; ++i) CHECK(ranges.put(key_of(i), 1) == first);
  CHECK(ranges.ranges() == 2);
  CHECK(ranges.put(key_of(5), 1) == first);
  CHECK(ranges.put(key_of(6), 1) != first);
  CHECK(ranges.put(key_of(7), 1) != first);
}

TEST_CASE("a range of one key that is written again and again is never cut") {
  placement::KeyRanges ranges({placement::SizeSplit::in_the_middle, 10, 0, 0, 0, 1});
  for (int i = 0; i < 100; ++i) ranges.put(key_of(7), 1);
  CHECK(ranges.ranges() == 1);
}

TEST_CASE("load cuts a busy range where its rows part, and finds no such place among keys in order") {
  const placement::KeyRangeSettings settings{placement::SizeSplit::in_the_middle, 1'000'000, 0, 500, 1000, 1};
  placement::KeyRanges in_order(settings);
  placement::KeyRanges scattered(settings);
  placement::KeyRanges quiet({placement::SizeSplit::in_the_middle, 1'000'000, 0, 1001, 1000, 1});
  for (std::uint64_t i = 0; i < 4000; ++i) {
    in_order.put(key_of(i), 1);
    scattered.put(key_of(i * 0x9E3779B97F4A7C15), 1);
    quiet.put(key_of(i * 0x9E3779B97F4A7C15), 1);
  }
  CHECK(in_order.ranges() == 1);
  CHECK(scattered.ranges() >= 2);
  CHECK(quiet.ranges() == 1);
  placement::KeyRanges just_busy({placement::SizeSplit::in_the_middle, 1'000'000, 0, 1000, 1000, 1});
  for (std::uint64_t i = 0; i < 1000; ++i) just_busy.put(key_of(i * 0x9E3779B97F4A7C15), 1);
  CHECK(just_busy.ranges() == 2);
}

TEST_CASE("each key of a load window's first half is tried as a place to cut with the same chance") {
  // One key of 21 parts the second half, and 20 of them are tried; it comes first, or last.
  for (const std::uint64_t place : {std::uint64_t{0}, std::uint64_t{20}}) {
    CAPTURE(place);
    std::uint64_t cut = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      placement::KeyRanges ranges({placement::SizeSplit::in_the_middle, 1'000'000, 0, 42, 42, seed});
      for (std::uint64_t i = 0; i < 21; ++i) ranges.put(key_of(i == place ? 1000 : 1 + i), 1);
      for (std::uint64_t i = 0; i < 21; ++i) ranges.put(key_of(i < 10 ? 500 : 2000), 1);
      cut += ranges.splits();
    }
    CHECK(static_cast<double>(cut) == Approx(400 * 20.0 / 21).margin(4 * std::sqrt(400 * 20.0 / 21 / 21)));
  }
}

TEST_CASE("by key range, keys in order all go to the last range at any time; random ones spread") {
  for (const std::string engine : {"tidb-8.1", "cockroachdb-24"}) {
    CAPTURE(engine);
    const Options settings =
        engine == "tidb-8.1"
            ? set({{"region_split_size", 100'000}, {"region_max_size", 150'000}, {"window_rows", 100}})
            : set({{"range_max_bytes", 150'000}, {"window_rows", 100}});
    const Placed placed{engine, settings, set({{"row_bytes", 100}})};
    const auto in_order = place(placed, keyed_by(SqlType::bigint, "counter"), {insert(20000), insert(5000)});
    CHECK(value(in_order[1], engine, "ranges") > 10);
    CHECK(value(in_order[1], engine, "window.hottest_percent") > (engine == "tidb-8.1" ? 99.99 : 90));
    CHECK(value(in_order[1], engine, "window.ranges_written") < 1.5);
    const auto scattered = place(placed, keyed_by(SqlType::bigint, "hashed"), {insert(20000), insert(5000)});
    CHECK(value(scattered[1], engine, "window.hottest_percent") < 20);
    CHECK(value(scattered[1], engine, "ranges_written") == value(scattered[1], engine, "ranges"));
    CHECK(value(scattered[1], engine, "max_over_mean") < 3);
  }
}

TEST_CASE("shard bits and hash buckets spread what the key itself would not") {
  const Placed sharded{"tidb-8.1", {}, set({{"shard_row_id_bits", 4}, {"pre_split_ranges", 16}})};
  Step one_by_one = insert(16000);
  std::get<InsertStep>(one_by_one.action).commit_every = 1;
  const auto rows = place(sharded, keyed_by(SqlType::bigint, "counter"), {one_by_one});
  CHECK(value(rows[0], "tidb-8.1", "ranges") == 16);
  CHECK(value(rows[0], "tidb-8.1", "ranges_written") == 16);
  CHECK(value(rows[0], "tidb-8.1", "max_over_mean") < 1.15);
  // One transaction has one shard.
  const auto at_once = place(sharded, keyed_by(SqlType::bigint, "counter"), {insert(16000)});
  CHECK(value(at_once[0], "tidb-8.1", "ranges_written") == 1);

  const Placed bucketed{"cockroachdb-24", {}, set({{"hash_sharded_buckets", 16}, {"pre_split_ranges", 16}})};
  const auto buckets = place(bucketed, keyed_by(SqlType::bigint, "counter"), {insert(16000)});
  CHECK(value(buckets[0], "cockroachdb-24", "ranges_written") == 16);
  CHECK(value(buckets[0], "cockroachdb-24", "max_over_mean") < 1.15);
}

TEST_CASE("a pre-split key space has ranges of equal width, and a count fills none but the first") {
  const Placed placed{"tidb-8.1", {}, set({{"pre_split_ranges", 8}})};
  const auto counted = place(placed, keyed_by(SqlType::bigint, "counter"), {insert(8000)});
  CHECK(value(counted[0], "tidb-8.1", "ranges") == 8);
  CHECK(value(counted[0], "tidb-8.1", "ranges_written") == 1);
  Options five_bits;
  five_bits.set("shard_bits", std::int64_t{3});
  const auto auto_random = place(placed, keyed_by(SqlType::bigint, "auto_random", five_bits), {insert(8000)});
  CHECK(value(auto_random[0], "tidb-8.1", "ranges_written") == 8);
  CHECK(value(auto_random[0], "tidb-8.1", "max_over_mean") < 1.15);
  const auto uuids = place({"cockroachdb-24", {}, set({{"pre_split_ranges", 8}})},
                           keyed_by(SqlType::uuid, "uuidv4"), {insert(8000)});
  CHECK(value(uuids[0], "cockroachdb-24", "max_over_mean") < 1.15);
}

TEST_CASE("a pre-split range of integers begins with the number at its edge") {
  // Of the numbers from 0 to 2^31, two halves.
  Options around_the_edge;
  around_the_edge.set("start", (std::int64_t{1} << 30) - 5);
  const auto placed = place({"cockroachdb-24", {}, set({{"pre_split_ranges", 2}})},
                            keyed_by(SqlType::integer, "counter", around_the_edge), {insert(11)});
  CHECK(placed[0].placement.writes_by_range == std::vector<std::uint64_t>{5, 6});
}

TEST_CASE("by hash, keys of any order spread evenly over a fixed number of slots") {
  struct Slots {
    const char* engine;
    double count;
  };
  for (const Slots& slots : {Slots{"yugabytedb-2024", 16}, Slots{"citus-13", 32}, Slots{"oceanbase-4", 16},
                             Slots{"vitess-21", 16}}) {
    CAPTURE(slots.engine);
    for (const char* stream : {"counter", "hashed"}) {
      const auto rows = place({slots.engine}, keyed_by(SqlType::bigint, stream), {insert(32000)});
      CHECK(value(rows[0], slots.engine, "ranges") == slots.count);
      CHECK(value(rows[0], slots.engine, "ranges_written") == slots.count);
      CHECK(value(rows[0], slots.engine, "ranges_split") == 0);
      CHECK(value(rows[0], slots.engine, "max_over_mean") < 1.2);
    }
  }
}

TEST_CASE("which slot a key goes to is pinned, on every compiler") {
  const auto steps = place({"vitess-21"}, keyed_by(SqlType::bigint, "counter"), {insert(100)});
  CHECK(steps[0].placement.writes_by_range ==
        std::vector<std::uint64_t>{4, 4, 7, 8, 5, 6, 8, 5, 6, 5, 13, 5, 6, 10, 3, 5});
}

TEST_CASE("what rounds count adds up, and windows reach over steps") {
  const Placed placed{"citus-13", set({{"window_rows", 1500}})};
  const auto steps =
      place(placed, keyed_by(SqlType::bigint, "counter"), {repeat(3, {insert(1000)}, "rounds")});
  CHECK(value(steps[0], "citus-13", "rows") == 3000);
  CHECK(value(steps[0], "citus-13", "window.count") == 2);
  CHECK(value(steps[0].each[0], "citus-13", "window.count") == 0);
  CHECK(value(steps[0].each[1], "citus-13", "window.count") == 1);
  const auto& writes = steps[0].placement.writes_by_range;
  CHECK(std::accumulate(writes.begin(), writes.end(), std::uint64_t{0}) == 3000);
}

TEST_CASE("a window of seconds has the rows of its rate") {
  const TableDefinition table = keyed_by(SqlType::bigint, "counter");
  const Placed by_time{"citus-13", set({{"window_seconds", 5}}), {}, 50};
  CHECK(value(place(by_time, table, {insert(999)})[0], "citus-13", "window.count") == 3);
  CHECK(value(place(by_time, table, {insert(1000)})[0], "citus-13", "window.count") == 4);
  Scenario without_rate;
  without_rate.engine = "citus-13";
  without_rate.settings = by_time.settings;
  without_rate.tables.push_back(table);
  const auto refusal = find_engine("citus-13")->refusal(without_rate, without_rate.tables[0]);
  REQUIRE(refusal.has_value());
  CHECK(refusal->find("rows_per_second") != std::string::npos);
}

TEST_CASE("what the model leaves out is refused") {
  const auto refusal = [](const char* engine, TableDefinition table, Options settings = {}) {
    Scenario scenario;
    scenario.engine = engine;
    scenario.settings = std::move(settings);
    scenario.tables.push_back(std::move(table));
    return find_engine(engine)->refusal(scenario, scenario.tables[0]);
  };
  CHECK_FALSE(refusal("tidb-8.1", keyed_by(SqlType::bigint, "counter")));
  TableDefinition without_key = keyed_by(SqlType::bigint, "counter");
  without_key.indexes.clear();
  CHECK(refusal("tidb-8.1", without_key));
  TableDefinition two = keyed_by(SqlType::bigint, "counter");
  two.indexes.push_back(two.indexes[0]);
  two.indexes[1].primary = false;
  CHECK(refusal("citus-13", two));
  CHECK(refusal("tidb-8.1", keyed_by(SqlType::bigint, "counter"), set({{"region_max_size", 2048}})));
}
