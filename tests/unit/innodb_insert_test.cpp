// Question: does a row go to the page, and a page split, exactly where InnoDB's rules say? The numbers of the
// sequential loads were read from MariaDB 10.11.19 (300,000 rows, LOAD DATA).
#include "tests/catch.hpp"
#include "tests/support/innodb_tree.hpp"

using namespace keycost;
using namespace keycost::innodb;
using namespace keycost::test;

namespace {

struct Expected {
  RowShape shape;
  std::uint64_t leaf_pages;
  std::uint64_t internal_pages;
  std::uint32_t clustered_index_size;
  std::uint32_t file_pages;
  SplitCounts splits;
};

void check_against(const TestTree& test, const Expected& expected) {
  test.check();
  CHECK(test.tree().pages_of_level(0) == expected.leaf_pages);
  std::uint64_t internal = 0;
  for (std::uint16_t level = 1; level <= test.tree().root().level(); ++level)
    internal += test.tree().pages_of_level(level);
  CHECK(internal == expected.internal_pages);
  CHECK(test.reserved_pages() == expected.clustered_index_size);
  CHECK(test.space().size_pages() == expected.file_pages);
  CHECK(test.tree().splits().right == expected.splits.right);
  CHECK(test.tree().splits().left == expected.splits.left);
  CHECK(test.tree().splits().middle == expected.splits.middle);
}

/// How many rows one page takes before a second one comes, for keys in this order.
std::size_t rows_on_one_page(TestTree& test, const std::vector<std::uint64_t>& keys) {
  for (std::size_t rows = 0; rows < keys.size(); ++rows) {
    test.insert(keys[rows]);
    if (test.tree().root().level() > 0) return rows;
  }
  return keys.size();
}

std::vector<std::uint64_t> ascending(std::size_t count) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = i;
  return keys;
}

/// No key is next to the one before it.
std::vector<std::uint64_t> scattered(std::size_t count) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = i * 0x9e3779b97f4a7c15;
  return keys;
}

}  // namespace

TEST_CASE("in order a leaf keeps a sixteenth free, scattered keys fill it") {
  // N × 69 + (2N + 3) / 4 ≤ 16252 − 1024 gives 219, and ≤ 16252 gives 233.
  TestTree in_order;
  CHECK(rows_on_one_page(in_order, ascending(300)) == 219);
  TestTree at_random;
  CHECK(rows_on_one_page(at_random, scattered(300)) == 233);
}

TEST_CASE("the reserve is kept to the byte") {
  // 16252 − 1024 = 15228. 3 rows of 5075 and their directory share: 15225 + 2 = 15227 fits, of 5076 not.
  TestTree fits({8, 5075, true});
  CHECK(rows_on_one_page(fits, ascending(10)) == 3);
  TestTree does_not({8, 5076, true});
  CHECK(rows_on_one_page(does_not, ascending(10)) == 2);
}

TEST_CASE("a secondary index keeps no reserve") {
  TestTree in_order({16, 69, false});
  CHECK(rows_on_one_page(in_order, ascending(300)) == 233);
}

TEST_CASE(
    "the first split of a level is in the middle, also in order; then each page is left as full as in "
    "order") {
  TestTree test;
  for (std::uint64_t key = 0; key < 1000; ++key) test.insert(key);
  CHECK(test.leaf_records() == std::vector<std::size_t>{109, 219, 219, 219, 219, 15});
  test.check();
}

namespace {

/// Fills a root, lets it split in the middle, and counts how many records the left half takes until it splits
/// again. No reserve is kept, so any order of keys will do.
std::size_t records_before_left_half_splits(std::size_t record_bytes) {
  TestTree test({8, record_bytes, false});
  std::uint64_t key = 0;
  while (test.tree().root().level() == 0) test.insert(1000 * ++key);
  const std::size_t pages = test.leaf_records().size();
  const Page& left = test.tree().leftmost_page(0);
  for (std::uint64_t low = 1;; ++low) {
    const std::size_t records = left.records();
    test.insert(low);
    if (test.leaf_records().size() == pages) continue;
    test.check();
    return records;
  }
}

}  // namespace

TEST_CASE("a page with garbage is split while up to 511 bytes are free") {
  // 16252 − 40 × 393 − 21 = 511: a 41st record of 393 bytes would fit.
  CHECK(records_before_left_half_splits(393) == 40);
  // 16252 − 172 × 91 − 87 = 513: the 173rd record goes there; 422 are left then.
  CHECK(records_before_left_half_splits(91) == 173);
}

namespace {

/// Two leaves, the left one with room for none and the right one for many, and the left one's greatest key.
std::uint64_t fill_left_leaf(TestTree& test) {
  std::uint64_t key = 0;
  while (test.tree().root().level() == 0) test.insert(1000 * ++key);
  const Page& left = test.tree().leftmost_page(0);
  const std::size_t capacity = 229;  // 16252 − 229 × 69 − 115 = 336: less than 512
  std::uint64_t low = 0;
  while (left.records() < capacity - 5) test.insert(++low);
  REQUIRE(test.leaf_records().size() == 2);
  return 1000 * 116;
}

}  // namespace

TEST_CASE("what would be a full page's last record goes to the front of the next page, without a split") {
  TestTree test({8, 69, false});
  const std::uint64_t greatest = fill_left_leaf(test);
  const std::size_t left = test.leaf_records()[0];
  const std::size_t right = test.leaf_records()[1];
  std::uint64_t next = greatest;
  while (test.leaf_records()[0] == left || test.leaf_records()[1] == right) test.insert(++next);
  CHECK(test.leaf_records().size() == 2);
  CHECK(test.leaf_records()[1] == right + 1);
  CHECK(test.tree().root().records() == 2);
  test.check();
}

TEST_CASE("sequential loads of 300,000 rows give the pages that the server had") {
  SECTION("ascending binary(16), rows of 69 bytes") {
    TestTree test({16, 69, true});
    for (std::uint64_t key = 0; key < 300000; ++key) test.insert(key);
    check_against(test, {{}, 1371, 4, 1380, 1856, {1370, 0, 2}});
  }
  SECTION("descending binary(16), rows of 69 bytes") {
    TestTree test({16, 69, true});
    for (std::uint64_t key = 300000; key > 0; --key) test.insert(key);
    check_against(test, {{}, 1371, 4, 1380, 1856, {0, 1370, 2}});
  }
  SECTION("ascending bigint, rows of 61 bytes") {
    TestTree test({8, 61, true});
    for (std::uint64_t key = 0; key < 300000; ++key) test.insert(key);
    check_against(test, {{}, 1216, 3, 1251, 1728, {1214, 0, 2}});
  }
}
