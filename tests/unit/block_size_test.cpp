// Do pages of other sizes hold what their bytes allow, to the byte? (Runs check every page of the index at
// their end.) No server with such pages was compared; the formulas are the source's, with BLCKSZ in them.
#include "sim/postgresql/heap/free_space_page.hpp"
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/index_tuple.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::postgresql;

namespace {

IndexState index_after(std::uint64_t rows, const std::string& block_size,
                       const std::string& stream = "counter") {
  const auto table = test::table({test::column("id", SqlType::bigint, stream)});
  return test::run(table, {test::insert(rows)}, 1, test::option("block_size", block_size))
      .result.steps[0]
      .indexes[0]
      .second;
}

}  // namespace

TEST_CASE("a leaf of any size takes as many entries as fit, and splits with one more") {
  for (const std::size_t size : {1024u, 2048u, 4096u, 8192u}) {
    CAPTURE(size);
    // 20 bytes an entry: 8 of header, 8 of key, 4 of line pointer; no high key on the only leaf.
    const std::size_t fit = (size - 24 - 16) / 20;
    CHECK(index_after(fit, std::to_string(size)).leaf_pages == 1);
    CHECK(index_after(fit + 1, std::to_string(size)).leaf_pages == 2);
    CHECK(index_after(fit, std::to_string(size)).index_size == 2 * size);
  }
}

TEST_CASE("smaller pages make a higher tree of the same keys, with the same share of its leaves filled") {
  for (const std::string stream : {"counter", "hashed"}) {
    CAPTURE(stream);
    const IndexState small = index_after(20'000, "1024", stream);
    const IndexState usual = index_after(20'000, "8192", stream);
    CHECK(small.tree_level > usual.tree_level);
    CHECK(small.avg_leaf_density == Approx(usual.avg_leaf_density).margin(stream == "counter" ? 2.5 : 12));
    CHECK(small.leaf_pages > 7 * usual.leaf_pages);
  }
}

TEST_CASE("what depends on the size of a page is as its formula has it") {
  CHECK(btree_item_max_size_bytes(1024) == 312);
  CHECK(heap_tuple_max_size_bytes(1024) == 992);
  CHECK(heap_tuples_per_page_max(1024) == 35);
  CHECK(index_page_usable_bytes_of(1024) == 984);
  CHECK(free_space_page::leaf_slots(1024) == 485);
}

TEST_CASE("rows of many widths, updated maps and repeated checkpoints work on every size of page") {
  for (const std::string size : {"1024", "2048", "4096"}) {
    CAPTURE(size);
    TableDefinition table = test::table({test::column("id", SqlType::uuid, "uuidv4"),
                                         test::column("name", SqlType::text, "nanoid"),
                                         test::column("n", SqlType::integer, "counter")});
    IndexDefinition by_name;
    by_name.name = "by_name";
    by_name.columns = {{1}};
    table.indexes.push_back(by_name);
    const auto run = test::run(table,
                               {test::insert(5000), test::repeat(3, {test::checkpoint(), test::insert(1000)}),
                                Step{"", RebuildStep{}}},
                               3, test::option("block_size", size));
    const StepResult& load = run.result.steps[0];
    CHECK(load.heap.size == load.heap.pages * std::stoull(size));
    CHECK(load.wal.bytes > 0);
  }
}
