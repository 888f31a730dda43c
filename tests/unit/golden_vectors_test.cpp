// Does the engine give, to the byte, what a live PostgreSQL 18.4 was measured to write for keys that nobody
// here chose?
//
// Figures: EXPLAIN (ANALYZE, WAL, BUFFERS) and pgstatindex on a server with data checksums, tables (key, n
// int) unless said otherwise, rows g = 1 … N in one statement. Hits are those of a warm session.
#include <cstring>

#include "tests/catch.hpp"
#include "tests/support/md5.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

/// The figures were taken with the catalogs' first accesses in them: nine for a table without an identity
/// column.
constexpr std::uint64_t catalog_accesses = 9;

struct Expected {
  std::uint64_t records, fpi, bytes, accesses, dirtied, written;
  double density, fragmentation;
  std::uint64_t leaves, internal, level, heap_pages;
};

void check_step(const StepResult& step, const Expected& expected) {
  CHECK(step.wal.records == expected.records);
  CHECK(step.wal.fpi == expected.fpi);
  CHECK(step.wal.bytes == expected.bytes);
  CHECK(step.buffers.hit + step.buffers.read == expected.accesses);
  CHECK(step.buffers.dirtied == expected.dirtied);
  CHECK(step.buffers.written == expected.written);
  const IndexState& index = step.indexes.at(0).second;
  CHECK(index.avg_leaf_density == expected.density);
  CHECK(index.leaf_fragmentation == expected.fragmentation);
  CHECK(index.leaf_pages == expected.leaves);
  CHECK(index.internal_pages == expected.internal);
  CHECK(index.tree_level == expected.level);
  CHECK(step.heap.pages == expected.heap_pages);
}

ColumnBatch numbers(SqlType type, std::int64_t rows, std::int64_t (*value)(std::int64_t g)) {
  std::vector<std::int64_t> values;
  for (std::int64_t g = 1; g <= rows; ++g) values.push_back(value(g));
  return integers(type, values);
}

ColumnBatch md5_uuids(std::int64_t rows) {
  ColumnBatch batch(SqlType::uuid);
  for (std::int64_t g = 1; g <= rows; ++g) {
    const auto digest = md5(std::to_string(g));
    std::memcpy(batch.extend(1), digest.data(), digest.size());
  }
  return batch;
}

std::int64_t itself(std::int64_t g) {
  return g;
}

std::vector<ColumnBatch> key_and_number(ColumnBatch key) {
  const auto rows = static_cast<std::int64_t>(key.rows());
  std::vector<ColumnBatch> columns;
  columns.push_back(std::move(key));
  columns.push_back(numbers(SqlType::integer, rows, itself));
  return columns;
}

const TableDefinition bigint_table = table({column("id", SqlType::bigint), column("n", SqlType::integer)});
const TableDefinition uuid_table = table({column("id", SqlType::uuid), column("n", SqlType::integer)});
const TableDefinition identity_table =
    table({column("id", SqlType::bigint, "identity"), column("n", SqlType::integer, "counter")});

}  // namespace

TEST_CASE("MD5 gives RFC 1321's answers, so that these are the server's keys") {
  const auto digest_of = [](const char* message) {
    const auto digest = md5(message);
    return print_value(SqlType::uuid, std::as_bytes(std::span(digest)));
  };
  CHECK(digest_of("abc") == "90015098-3cd2-4fb0-d696-3f7d28e17f72");
  CHECK(digest_of("") == "d41d8cd9-8f00-b204-e980-0998ecf8427e");
}

TEST_CASE("identity, 100,000 rows") {
  check_step(run(identity_table, {insert(100000)}).result.steps[0],
             {203305, 0, 13607689, 400947, 817, 819, 89.78, 0, 274, 1, 1, 541});
}

TEST_CASE("md5(g::text)::uuid, 100,000 rows") {
  check_step(run(uuid_table, {insert(100000)}, key_and_number(md5_uuids(100000))).result.steps[0],
             {200537, 0, 16643662, 341852 - catalog_accesses, 1177, 1179, 64.54, 49.91, 535, 4, 2, 637});
}

TEST_CASE("uuidv7(), 100,000 rows") {
  const TableDefinition definition =
      table({column("id", SqlType::uuid, "uuidv7"), column("n", SqlType::integer, "counter")});
  check_step(run(definition, {insert(100000)}).result.steps[0],
             {200385, 0, 15024102, 277821 - catalog_accesses, 1025, 1027, 89.79, 0, 384, 3, 2, 637});
}

TEST_CASE("descending bigint, 1000000 - g, 100,000 rows") {
  const auto descending = [](std::int64_t g) { return 1000000 - g; };
  check_step(run(bigint_table, {insert(100000)}, key_and_number(numbers(SqlType::bigint, 100000, descending)))
                 .result.steps[0],
             {200491, 0, 14758342, 318390 - catalog_accesses, 1035, 1037, 50.31, 99.59, 490, 3, 2, 541});
}

TEST_CASE("a hundred interleaved runs, (g % 100) * 10^9 + g, 100,000 rows") {
  const auto interleaved = [](std::int64_t g) { return g % 100 * 1000000000 + g; };
  check_step(
      run(bigint_table, {insert(100000)}, key_and_number(numbers(SqlType::bigint, 100000, interleaved)))
          .result.steps[0],
      {200435, 0, 14551590, 306646 - catalog_accesses, 979, 981, 56.77, 22.81, 434, 3, 2, 541});
}

TEST_CASE("md5 uuid with 'row ' || g, 100,000 rows: the free space map's hint is logged once") {
  const TableDefinition definition = table({column("id", SqlType::uuid), column("payload", SqlType::text)});
  ColumnBatch texts(SqlType::text);
  for (int g = 1; g <= 100000; ++g) texts.append(std::string_view("row " + std::to_string(g)));
  std::vector<ColumnBatch> rows;
  rows.push_back(md5_uuids(100000));
  rows.push_back(texts);
  check_step(run(definition, {insert(100000)}, rows).result.steps[0],
             {200538, 1, 17240798, 342048 - catalog_accesses, 1276, 1277, 64.54, 49.91, 535, 4, 2, 735});
}

TEST_CASE("md5 uuid: 50,000 rows, a checkpoint, 20,000 more") {
  const TableRun result =
      run(uuid_table, {insert(50000), checkpoint(), insert(20000)}, key_and_number(md5_uuids(70000)));
  check_step(result.result.steps[1], {40047, 276, 4534408, 70096, 452, 175, 75.48, 50, 320, 3, 2, 446});
}

TEST_CASE("identity: 50,000 rows, a checkpoint, 20,000 more") {
  const TableRun result = run(identity_table, {insert(50000), checkpoint(), insert(20000)});
  check_step(result.result.steps[1], {40662, 3, 2731458, 80271, 167, 163, 89.69, 0, 192, 1, 1, 379});
}
