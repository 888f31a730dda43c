// Which images are compressed, what does that change in their records, and what does it leave alone?
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

TableDefinition numbers() {
  return table({column("id", SqlType::bigint, "counter"), column("n", SqlType::integer, "counter")});
}

/// A hundred rows, a checkpoint, and one row more: an image of the heap page and one of the leaf.
StepResult one_row_more(const std::string& compression, const TableDefinition& definition = numbers()) {
  return run(definition, {insert(100), checkpoint(), insert(1, "next")}, 1,
             option("wal_compression", compression))
      .result.steps[1];
}

}  // namespace

TEST_CASE("a compressed image with a hole takes two bytes more in its record") {
  const WalTypeUsage plain = wal_type(one_row_more("off"), "Heap/INSERT");
  const WalTypeUsage compressed = wal_type(one_row_more("pglz"), "Heap/INSERT");
  CHECK(plain.record_size == 54);
  CHECK(plain.fpi_size == 24 + 101 * (4 + 40));
  CHECK(compressed.record_size == 56);
  CHECK(compressed.fpi == 1);
  CHECK(compressed.fpi_size < plain.fpi_size / 2);
}

TEST_CASE("on is pglz") {
  CHECK(one_row_more("on").wal.bytes == one_row_more("pglz").wal.bytes);
  CHECK(one_row_more("on").wal.bytes < one_row_more("off").wal.bytes);
}

TEST_CASE("an image that would not get a quarter shorter stays as it is") {
  const TableDefinition random = table({column("id", SqlType::uuid, "uuidv4")});
  const auto leaf = [&](const std::string& compression) {
    return wal_type(
        run(random, {insert(280), checkpoint(), insert(1, "next")}, 1, option("wal_compression", compression))
            .result.steps[1],
        "Btree/INSERT_LEAF");
  };
  CHECK(leaf("off").fpi == 1);
  CHECK(leaf("pglz").record_size == leaf("off").record_size);
  CHECK(leaf("pglz").fpi_size == leaf("off").fpi_size);
}

TEST_CASE("a page without a hole has no two bytes more: the free space map's") {
  // Rows of 76 bytes with their pointer: the 108th leaves 32 bytes behind, which the map is told.
  std::vector<ColumnDefinition> columns{column("id", SqlType::uuid, "uuidv4")};
  for (int i = 0; i < 4; ++i) columns.push_back(column("c" + std::to_string(i), SqlType::bigint, "constant"));
  const StepResult step =
      run(table(columns), {insert(107), insert(1, "over")}, 1, option("wal_compression", std::string("pglz")))
          .result.steps[1];
  CHECK(wal_type(step, "XLOG/FPI_FOR_HINT").record_size == 49);
  CHECK(wal_type(step, "XLOG/FPI_FOR_HINT").fpi == 1);
  CHECK(wal_type(step, "XLOG/FPI_FOR_HINT").fpi_size < 200);
}

TEST_CASE("records without images, and the pages themselves, are none of its business") {
  const auto with = [](const std::string& compression) {
    return run(numbers(), {insert(20000, "load"), checkpoint(), insert(500, "next")}, 1,
               option("wal_compression", compression));
  };
  const TableRun off = with("off");
  const TableRun on = with("on");
  CHECK(off.result.steps[0].wal.bytes == on.result.steps[0].wal.bytes);
  CHECK(off.result.steps[1].wal.records == on.result.steps[1].wal.records);
  CHECK(off.result.steps[1].wal.fpi == on.result.steps[1].wal.fpi);
  CHECK(off.result.steps[1].wal.bytes > on.result.steps[1].wal.bytes);
  CHECK(off.pages.back().lines == on.pages.back().lines);
}
