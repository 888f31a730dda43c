// Does a page split where nbtree splits it, tight by one item: the item that just fits does not split, one
// more does?
#include <algorithm>
#include <map>
#include <set>

#include "sim/postgresql/nbtree/split_sort.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

struct Leaf {
  int items;  ///< line pointers: a high key counts
  bool rightmost;
};

/// The leaves of the index, in key order.
std::vector<Leaf> leaves_of(const TableRun& result) {
  std::map<std::string, Leaf> by_block;
  std::map<std::string, std::string> next_of;
  std::string first;
  for (const auto& line : result.pages.back().lines) {
    if (line[6] != "0") continue;
    by_block[line[0]] = {std::stoi(line[2]), line[5] == "0"};
    next_of[line[0]] = line[5];
    if (line[4] == "0") first = line[0];
  }
  std::vector<Leaf> leaves;
  for (std::string block = first; block != "0"; block = next_of[block]) leaves.push_back(by_block[block]);
  return leaves;
}

/// Data items of each leaf, without its high key.
std::vector<int> data_items(const TableRun& result) {
  std::vector<int> items;
  for (const Leaf& leaf : leaves_of(result)) items.push_back(leaf.items - (leaf.rightmost ? 0 : 1));
  return items;
}

std::vector<int> after(SqlType type, const char* stream, std::uint64_t rows, Options options = {},
                       int fillfactor = 90) {
  TableDefinition definition = table({column("id", type, stream, std::move(options))});
  definition.indexes[0].options = option("fillfactor", std::int64_t{fillfactor});
  return data_items(run(definition, {insert(rows)}));
}

Options descending() {
  Options options = option("increment", std::int64_t{-1});
  options.set("start", std::int64_t{1000000});
  return options;
}

}  // namespace

TEST_CASE("the rightmost leaf fills to the byte, then leaves its fillfactor behind") {
  CHECK(after(SqlType::bigint, "counter", 407) == std::vector<int>{407});
  CHECK(after(SqlType::bigint, "counter", 408) == std::vector<int>{366, 42});
  CHECK(after(SqlType::bigint, "counter", 408 + 365) == std::vector<int>{366, 407});
  CHECK(after(SqlType::bigint, "counter", 408 + 366) == std::vector<int>{366, 366, 42});
  CHECK(after(SqlType::uuid, "uuidv7", 291) == std::vector<int>{291});
  CHECK(after(SqlType::uuid, "uuidv7", 292) == std::vector<int>{261, 31});
  // int and smallint keys take a bigint's room on the page: tuples are multiples of 8 bytes.
  CHECK(after(SqlType::integer, "counter", 408) == std::vector<int>{366, 42});
  CHECK(after(SqlType::smallint, "counter", 408) == std::vector<int>{366, 42});
}

TEST_CASE("the fillfactor moves the split of the rightmost leaf") {
  CHECK(after(SqlType::bigint, "counter", 408, {}, 50)[0] == 203);
  CHECK(after(SqlType::bigint, "counter", 408, {}, 70)[0] == 284);
  CHECK(after(SqlType::bigint, "counter", 408, {}, 100)[0] == 406);
}

TEST_CASE("any other leaf splits in the middle") {
  // Descending: the first split is of the only leaf, which is the rightmost; then always of the leftmost.
  CHECK(after(SqlType::bigint, "counter", 408, descending()) == std::vector<int>{366, 42});
  CHECK(after(SqlType::bigint, "counter", 408 + 40, descending()) == std::vector<int>{406, 42});
  CHECK(after(SqlType::bigint, "counter", 408 + 41, descending()) == std::vector<int>{203, 204, 42});
}

TEST_CASE(
    "an internal page holds as many children as fit, and leaves seven tenths behind on the right edge") {
  const auto internal_pages = [](SqlType type, const char* stream, std::uint64_t rows) {
    return run(table({column("id", type, stream)}), {insert(rows)})
        .result.steps[0]
        .indexes[0]
        .second.internal_pages;
  };
  // Leaf k appears with row 408 + 366 (k − 2); the root takes 408 children of a bigint index, 291 of a uuid
  // one.
  const std::uint64_t bigint_409th = 408 + 366 * (409 - 2);
  CHECK(internal_pages(SqlType::bigint, "counter", bigint_409th - 1) == 1);
  CHECK(internal_pages(SqlType::bigint, "counter", bigint_409th) == 3);
  const std::uint64_t uuid_292nd = 292 + 261 * (292 - 2);
  CHECK(internal_pages(SqlType::uuid, "uuidv7", uuid_292nd - 1) == 1);
  CHECK(internal_pages(SqlType::uuid, "uuidv7", uuid_292nd) == 3);

  const TableRun grown = run(table({column("id", SqlType::bigint, "counter")}), {insert(bigint_409th)});
  std::vector<std::pair<std::string, std::string>> internal;  // block and items
  for (const auto& line : grown.pages.back().lines) {
    if (line[6] == "1") internal.emplace_back(line[0], line[2]);
  }
  REQUIRE(internal.size() == 2);
  CHECK(internal[0] == std::pair<std::string, std::string>{"3", "286"});    // 285 children and a high key
  CHECK(internal[1] == std::pair<std::string, std::string>{"411", "124"});  // the other 124
  CHECK(grown.result.steps[0].indexes[0].second.root_block_no == 412);
}

TEST_CASE("split records have the length of what they carry") {
  const TableRun bigint = run(table({column("id", SqlType::bigint, "counter")}), {insert(408)});
  CHECK(wal_type(bigint.result.steps[0], "Btree/SPLIT_R").record_size == 752);
  CHECK(wal_type(bigint.result.steps[0], "Btree/NEWROOT").record_size == 90 + 122);
  const TableRun uuid = run(table({column("id", SqlType::uuid, "uuidv7")}), {insert(292)});
  CHECK(wal_type(uuid.result.steps[0], "Btree/SPLIT_R").record_size == 832);
  CHECK(wal_type(uuid.result.steps[0], "Btree/NEWROOT").record_size == 90 + 130);
}

TEST_CASE("sorting leaves sorted input alone and sorts any other") {
  using Item = std::pair<int, int>;  // key and where it stood
  for (const std::size_t n : {0u, 1u, 2u, 6u, 7u, 8u, 40u, 41u, 300u}) {
    for (int pattern = 0; pattern < 6; ++pattern) {
      INFO("n " << n << " pattern " << pattern);
      std::vector<Item> items;
      for (std::size_t i = 0; i < n; ++i) {
        const int at = static_cast<int>(i);
        const int keys[] = {at, -at, at % 3, at * 7919 % 101, at < 5 ? 1 : 0, at % 2 == 0 ? at : -at};
        items.emplace_back(keys[pattern], at);
      }
      std::vector<Item> sorted = items;
      postgresql::sort_as_postgresql(std::span(sorted), [](const Item& item) { return item.first; });
      REQUIRE(std::is_sorted(sorted.begin(), sorted.end(),
                             [](const Item& a, const Item& b) { return a.first < b.first; }));
      REQUIRE(std::multiset<Item>(sorted.begin(), sorted.end()) ==
              std::multiset<Item>(items.begin(), items.end()));
      if (pattern == 0) REQUIRE(sorted == items);
    }
  }
}

TEST_CASE("equal elements end where PostgreSQL's quicksort puts them, not where a stable sort would") {
  // Worked by hand for seven elements. Keys 1 0 0 0 0 0 0: the middle element, number 3, becomes the pivot
  // and changes places with the first. All others that equal it gather to its right in order, and the 1 comes
  // last.
  std::vector<std::pair<int, int>> items{{1, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}};
  postgresql::sort_as_postgresql(std::span(items), [](const auto& item) { return item.first; });
  std::vector<int> order;
  for (const auto& item : items) order.push_back(item.second);
  // Partition: [3] 1 2 | 0(key 1) | 4 5 6. Scanning from the left, 1 and 2 equal the pivot; 0 does not. From
  // the right, 6, 5 and 4 equal it and move to the end. The equal ones on the left return before the greater
  // one, those on the right change places with it.
  CHECK(order == std::vector<int>{3, 1, 2, 6, 4, 5, 0});
}
