// Does every key stream give the keys that it promises, the same on every platform, whoever asks for them and
// how?
#include "sim/streams/key_stream.hpp"

#include <cstring>

#include "sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;

namespace {

/// The first `count` keys of a table whose only column this stream fills.
ColumnBatch mint(const StreamDescription& stream, std::size_t count, const Options& options = {},
                 std::uint64_t seed = 1) {
  const SqlType type = stream.types[0];
  std::vector<ColumnBatch> columns{ColumnBatch(type)};
  const TableDefinition table = test::table({test::column("id", type, std::string(stream.name), options)});
  make_stream_rows(table, seed)->next(count, columns);
  return columns[0];
}

std::string printed(const ColumnBatch& batch, std::size_t row) {
  return print_value(batch.type(), batch.value(row));
}

/// FNV-1a over the printed keys, each with a newline: what `keycost keys` prints.
std::uint64_t hash_of(const ColumnBatch& batch) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t row = 0; row < batch.rows(); ++row) {
    for (const char c : printed(batch, row) + "\n")
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

struct Golden {
  const char* stream;
  const char* first;
  const char* second;
  const char* thousandth;
  std::uint64_t hash_of_10000;
};

// A changed line here changes every result that anybody has published with a seed.
const Golden goldens[] = {
#include "tests/unit/stream_goldens.inc"
};

}  // namespace

TEST_CASE("each stream's keys are pinned") {
  REQUIRE(std::size(goldens) == key_streams().size());
  for (const Golden& golden : goldens) {
    INFO(golden.stream);
    const ColumnBatch keys = mint(*find_key_stream(golden.stream), 10000);
    CHECK(printed(keys, 0) == golden.first);
    CHECK(printed(keys, 1) == golden.second);
    CHECK(printed(keys, 999) == golden.thousandth);
    CHECK(hash_of(keys) == golden.hash_of_10000);
  }
}

TEST_CASE("a stream gives the same keys however it is cut into batches") {
  for (const StreamDescription* stream : key_streams()) {
    INFO(stream->name);
    const SqlType type = stream->types[0];
    const ColumnBatch whole = mint(*stream, 5000);
    const TableDefinition table = test::table({test::column("id", type, std::string(stream->name), {})});
    const auto rows = make_stream_rows(table, 1);
    std::size_t done = 0;
    for (const std::size_t count : {1U, 2U, 997U, 1025U, 2975U}) {
      std::vector<ColumnBatch> part{ColumnBatch(type)};
      REQUIRE(rows->next(count, part) == count);
      for (std::size_t i = 0; i < count; ++i) REQUIRE(printed(part[0], i) == printed(whole, done + i));
      done += count;
    }
  }
}

TEST_CASE("random UUIDs carry version and variant, and differ by seed") {
  const StreamDescription& v4 = *find_key_stream("uuidv4");
  const ColumnBatch keys = mint(v4, 1000);
  for (std::size_t i = 0; i < keys.rows(); ++i) {
    const std::string text = printed(keys, i);
    REQUIRE(text[14] == '4');
    REQUIRE(std::string("89ab").find(text[19]) != std::string::npos);
  }
  CHECK(printed(keys, 0) != printed(mint(v4, 1, {}, 2), 0));
}

TEST_CASE("version 7 keys ascend strictly, at every rate that a server can reach and beyond") {
  const StreamDescription& v7 = *find_key_stream("uuidv7");
  for (const std::int64_t ids_per_ms : {1, 3, 999, 2000, 4081, 4082, 5000, 1000000}) {
    INFO(ids_per_ms);
    const Options options = test::option("ids_per_ms", ids_per_ms);
    const ColumnBatch keys = mint(v7, 20000, options);
    for (std::size_t i = 1; i < keys.rows(); ++i) {
      // The first eight bytes hold time and version: they alone must step forward.
      REQUIRE(std::memcmp(keys.value(i - 1).data(), keys.value(i).data(), 8) < 0);
    }
  }
}

TEST_CASE("version 7 keys tell their time as PostgreSQL 18 writes it") {
  const StreamDescription& v7 = *find_key_stream("uuidv7");
  Options options = test::option("ids_per_ms", std::int64_t{4});
  options.set("start_ms", std::int64_t{0x0123456789ab});
  const ColumnBatch keys = mint(v7, 5, options);
  // A quarter of a millisecond is 250,000 ns: 250000 × 4096 / 1000000 = 1024 = 0x400.
  CHECK(printed(keys, 0).substr(0, 18) == "01234567-89ab-7000");
  CHECK(printed(keys, 1).substr(0, 18) == "01234567-89ab-7400");
  CHECK(printed(keys, 2).substr(0, 18) == "01234567-89ab-7800");
  CHECK(printed(keys, 3).substr(0, 18) == "01234567-89ab-7c00");
  CHECK(printed(keys, 4).substr(0, 18) == "01234567-89ac-7000");
}

TEST_CASE("snowflakes hold milliseconds, node and counter where pgEdge puts them") {
  const StreamDescription& snowflake = *find_key_stream("snowflake");
  Options options = test::option("ids_per_ms", std::int64_t{4});
  options.set("nodes", std::int64_t{3});
  options.set("first_node", std::int64_t{5});
  options.set("start_ms", std::int64_t{1'672'531'200'000 + 1000});
  const ColumnBatch keys = mint(snowflake, 8, options);
  const auto field = [&](std::size_t row, int shift, std::int64_t mask) {
    std::int64_t id = 0;
    std::memcpy(&id, keys.value(row).data(), sizeof id);
    return id >> shift & mask;
  };
  const std::int64_t nodes[] = {5, 6, 7, 5, 6, 7, 5, 6};
  const std::int64_t counters[] = {0, 0, 0, 1, 0, 0, 0, 1};
  for (std::size_t row = 0; row < 8; ++row) {
    CHECK(field(row, 22, (std::int64_t{1} << 41) - 1) == 1000 + static_cast<std::int64_t>(row / 4));
    CHECK(field(row, 12, 1023) == nodes[row]);
    CHECK(field(row, 0, 4095) == counters[row]);
  }
}

TEST_CASE("options that contradict each other are named before anything is minted") {
  const StreamDescription& snowflake = *find_key_stream("snowflake");
  Options nodes = test::option("first_node", std::int64_t{1000});
  nodes.set("nodes", std::int64_t{24});
  CHECK(snowflake.problem(SqlType::bigint, nodes).empty());
  nodes.set("nodes", std::int64_t{25});
  CHECK_FALSE(snowflake.problem(SqlType::bigint, nodes).empty());
  const StreamDescription& identity = *find_key_stream("identity");
  CHECK(identity.problem(SqlType::bigint, {}).empty());
  CHECK_FALSE(identity.problem(SqlType::bigint, test::option("increment", std::int64_t{0})).empty());
  CHECK(find_key_stream("constant")->problem(SqlType::uuid, test::option("value", std::string("x"))) != "");
}

TEST_CASE("a counter knows when its type runs out") {
  const auto limit = [](SqlType type, std::int64_t start, std::int64_t increment) {
    Options options = test::option("start", start);
    options.set("increment", increment);
    return stream_limit(test::table({test::column("id", type, "identity", options)}), 1).rows_max;
  };
  CHECK(limit(SqlType::smallint, 1, 1) == 32767);
  CHECK(limit(SqlType::smallint, 32767, 1) == 1);
  CHECK(limit(SqlType::smallint, 32768, 1) == 0);
  CHECK(limit(SqlType::smallint, 1, 2) == 16384);
  CHECK(limit(SqlType::smallint, 32767, -1) == 65536);
  CHECK(limit(SqlType::smallint, -32768, -1) == 1);
  CHECK(limit(SqlType::integer, 1, 1) == 2147483647);
}

TEST_CASE("the clock's times are rounded to the column's precision, as an INSERT rounds them") {
  TableDefinition table = test::table({test::column("at", SqlType::timestamptz, "clock")});
  table.columns[0].modifiers.precision = 2;
  std::vector<ColumnBatch> columns{ColumnBatch(SqlType::timestamptz)};
  make_stream_rows(table, 1)->next(5001, columns);
  CHECK(printed(columns[0], 0) == "2026-01-01 00:00:00+00");
  CHECK(printed(columns[0], 4999) == "2026-01-01 00:00:00+00");
  CHECK(printed(columns[0], 5000) == "2026-01-01 00:00:00.01+00");
}

TEST_CASE("template text puts the row's number where {n} stands") {
  Options options = test::option("text", std::string("a{n}b{n}"));
  options.set("start", std::int64_t{9});
  const ColumnBatch texts = mint(*find_key_stream("template"), 2, options);
  CHECK(printed(texts, 0) == "a9b9");
  CHECK(printed(texts, 1) == "a10b10");
}

TEST_CASE("template text counts modulo a number if asked to") {
  Options options = test::option("text", std::string("row-{n}"));
  options.set("start", std::int64_t{98});
  options.set("modulo", std::int64_t{100});
  const ColumnBatch texts = mint(*find_key_stream("template"), 4, options);
  CHECK(printed(texts, 1) == "row-99");
  CHECK(printed(texts, 2) == "row-0");
  CHECK(printed(texts, 3) == "row-1");
}
