// Does page arithmetic say what the twin's pages do, for keys of any width?
#include "sim/theory/tree_rules.hpp"

#include <algorithm>
#include <string>

#include "sim/theory/exact_counts.hpp"
#include "sim/theory/leaf_distribution.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

theory::PostgresqlLeaf leaf_of(std::size_t key_bytes, int fillfactor = 90) {
  const std::size_t entry = theory::postgresql_entry_bytes(key_bytes);
  return *theory::postgresql_leaf(entry, entry, fillfactor);
}

/// Texts of `width` characters that sort like the numbers.
ColumnBatch texts(std::size_t width, std::uint64_t rows, bool descending) {
  ColumnBatch batch(SqlType::text);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::string digits = std::to_string(descending ? rows - row : row);
    batch.append(std::string(width - digits.size(), '0') + digits);
  }
  return batch;
}

IndexState index_of_texts(std::size_t width, std::uint64_t rows, bool descending) {
  TableDefinition definition = table({column("id", SqlType::text)});
  std::vector<ColumnBatch> batches;
  batches.push_back(texts(width, rows, descending));
  return run(definition, {insert(rows)}, std::move(batches)).result.steps[0].indexes[0].second;
}

}  // namespace

TEST_CASE("leaves of uuids and bigints hold and split as many keys as the published table says") {
  const theory::PostgresqlLeaf uuid = leaf_of(16);
  CHECK(uuid.bytes.entry == 28);
  CHECK(uuid.rightmost_capacity() == 291);
  CHECK(uuid.capacity() == 290);
  CHECK(uuid.rightmost_left() == 261);
  CHECK(uuid.rules.rightmost->rest() == 31);
  CHECK(uuid.left() == 145);
  CHECK(uuid.right() == 146);
  const theory::PostgresqlLeaf bigint = leaf_of(8);
  CHECK(bigint.bytes.entry == 20);
  CHECK(bigint.rightmost_capacity() == 407);
  CHECK(bigint.capacity() == 406);
  CHECK(bigint.rightmost_left() == 366);
  CHECK(bigint.rules.rightmost->rest() == 42);
  CHECK(bigint.left() == 203);
  CHECK(bigint.right() == 204);
}

TEST_CASE("exact whole numbers of leaves at a million keys") {
  CHECK(theory::ascending_leaves(leaf_of(8), 1000000) == 2733);
  CHECK(theory::ascending_leaves(leaf_of(16), 1000000) == 3832);
  CHECK(theory::descending_leaves(leaf_of(8), 1000000) == 4902);
  CHECK(theory::descending_leaves(leaf_of(16), 1000000) == 6850);
  CHECK(theory::interleaved_writers_leaves(leaf_of(16), 1000000, 4) == Approx(6130).margin(0.5));
  CHECK(theory::run_inside_leaves(leaf_of(16), 2402, 500000) == Approx(5850).margin(0.5));
  CHECK(theory::harmless_displacement(leaf_of(16)) == 29);
  CHECK(theory::harmless_displacement(leaf_of(8)) == 40);
}

TEST_CASE("whole numbers of leaves begin where the first leaf is full") {
  const theory::PostgresqlLeaf leaf = leaf_of(16);
  CHECK(theory::ascending_leaves(leaf, 291) == 1);
  CHECK(theory::ascending_leaves(leaf, 292) == 2);
  CHECK(theory::ascending_leaves(leaf, 292 + 260) == 2);
  CHECK(theory::ascending_leaves(leaf, 292 + 261) == 3);
  CHECK(theory::descending_leaves(leaf, 292) == 2);
  CHECK(theory::descending_leaves(leaf, 292 + 29) == 2);
  CHECK(theory::descending_leaves(leaf, 292 + 30) == 3);
}

TEST_CASE("in either order the twin makes these very leaves, whatever the width of a key") {
  // Of text a short header of one byte comes with each value: a key of n characters takes n + 1 bytes.
  for (const std::size_t width : {8u, 14u, 15u, 22u, 30u, 36u, 46u, 54u, 62u, 78u, 94u, 118u}) {
    CAPTURE(width);
    const theory::PostgresqlLeaf leaf = leaf_of(width + 1);
    const std::uint64_t rows = 20 * leaf.capacity() + 7;
    CHECK(index_of_texts(width, rows, false).leaf_pages == theory::ascending_leaves(leaf, rows));
    CHECK(index_of_texts(width, rows, true).leaf_pages == theory::descending_leaves(leaf, rows));
  }
}

TEST_CASE("density counts as pgstatindex does") {
  const IndexState index =
      run(table({column("id", SqlType::uuid, "uuidv4")}), {insert(50000)}).result.steps[0].indexes[0].second;
  CHECK(leaf_of(16).density_percent(50000, static_cast<double>(index.leaf_pages)) ==
        Approx(index.avg_leaf_density).margin(0.005));
}

TEST_CASE("a bulk load leaves as many keys on each leaf as CREATE INDEX does") {
  for (const int fillfactor : {50, 90, 100}) {
    CAPTURE(fillfactor);
    TableDefinition definition = table({column("id", SqlType::uuid, "uuidv4")});
    definition.indexes[0].options.set("fillfactor", std::int64_t{fillfactor});
    for (const std::uint64_t rows : {200u, 262u, 263u, 264u, 5000u, 20000u}) {
      CAPTURE(rows);
      const TableRun built = run(definition, {insert(rows), Step{"", RebuildStep{}}, insert(1, "after")});
      const theory::LeafDistribution expected =
          theory::bulk_loaded(leaf_of(16, fillfactor), static_cast<double>(rows));
      CHECK(expected.keys() == static_cast<double>(rows));
      // The one row behind the build splits a leaf of a full load, and of no other.
      const double after = static_cast<double>(built.result.steps[1].indexes[0].second.leaf_pages);
      CHECK(after >= expected.leaves());
      CHECK(after <= expected.leaves() + (fillfactor == 100 ? 1 : 0));
    }
  }
}

TEST_CASE("no rules where a page would hold fewer than three keys") {
  CHECK_FALSE(theory::postgresql_leaf(4000, 4000).has_value());
  CHECK_FALSE(theory::postgresql_leaf(28, 28, 101).has_value());
  CHECK_FALSE(theory::postgresql_leaf(0, 28).has_value());
  CHECK(theory::postgresql_leaf(28, 28, 10).has_value());
}
