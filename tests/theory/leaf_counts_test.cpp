// Do leaf counts agree with closed forms where there are any, and with the exact expectation where keys are
// random?
//
// Source: page arithmetic (8192 − 24 − 16 usable bytes; entries of 20 and 28 bytes).
#include <cmath>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

/// Page arithmetic for one key type.
struct Shape {
  SqlType type;
  std::uint64_t rightmost_capacity;
  std::uint64_t capacity;
  std::uint64_t rightmost_left;  ///< what a split of the rightmost leaf leaves behind
  std::uint64_t left;            ///< of any other
};
constexpr Shape uuid_shape{SqlType::uuid, 291, 290, 261, 145};
constexpr Shape bigint_shape{SqlType::bigint, 407, 406, 366, 203};

IndexState index_after(const TableDefinition& definition, std::uint64_t rows, std::uint64_t seed = 1) {
  return run(definition, {insert(rows)}, seed).result.steps[0].indexes[0].second;
}

TableDefinition random_uuids() {
  return table({column("id", SqlType::uuid, "uuidv4")});
}

}  // namespace

TEST_CASE("an ascending load leaves the same number of entries on every leaf") {
  for (const std::uint64_t rows : {1000u, 100000u, 1000000u}) {
    const auto leaves = [rows](const Shape& shape) {
      return 2 + (rows - shape.rightmost_capacity - 1) / shape.rightmost_left;
    };
    CHECK(index_after(table({column("id", SqlType::bigint, "counter")}), rows).leaf_pages ==
          leaves(bigint_shape));
    CHECK(index_after(table({column("id", SqlType::uuid, "uuidv7")}), rows).leaf_pages == leaves(uuid_shape));
  }
}

TEST_CASE("a descending load leaves half-full leaves, all of them out of order") {
  Options options = option("increment", std::int64_t{-1});
  options.set("start", std::int64_t{1000000});
  const std::uint64_t rows = 1000000;
  const Shape& shape = bigint_shape;
  const std::uint64_t second_split =
      shape.rightmost_capacity + 1 + (shape.capacity + 1 - shape.rightmost_left);
  const std::uint64_t right = shape.capacity + 1 - shape.left;
  const std::uint64_t leaves = 3 + (rows - second_split) / right;
  const IndexState index = index_after(table({column("id", SqlType::bigint, "counter", options)}), rows);
  CHECK(index.leaf_pages == leaves);
  CHECK(leaves == 4902);
  CHECK(index.leaf_fragmentation ==
        std::round(10000.0 * static_cast<double>(leaves - 2) / static_cast<double>(leaves)) / 100.0);
}

TEST_CASE("random keys: the mean over seeds meets the exact expectation") {
  // Standard deviations are those published for these sizes (2.2, 6.4, 10.8); four of the mean's own either
  // way.
  constexpr int seeds = 30;
  struct Size {
    std::uint64_t rows;
    double expected;
    double standard_deviation;
  };
  for (const Size size : {Size{10000, 48.61, 2.2}, Size{50000, 268.23, 6.4}, Size{100000, 530.47, 10.8}}) {
    INFO(size.rows);
    double sum = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const auto leaves = static_cast<double>(
          index_after(random_uuids(), size.rows, static_cast<std::uint64_t>(seed)).leaf_pages);
      CHECK(std::abs(leaves - size.expected) <= 4 * size.standard_deviation);
      sum += leaves;
    }
    CHECK(std::abs(sum / seeds - size.expected) <=
          4 * size.standard_deviation / std::sqrt(static_cast<double>(seeds)));
  }
}

TEST_CASE("half of the leaves of a random load lie out of order") {
  const IndexState index = index_after(random_uuids(), 1000000);
  CHECK(index.leaf_fragmentation == Approx(50.0).margin(1.0));
}

TEST_CASE("images after a checkpoint: each leaf is hit with its own probability") {
  // E = sum over leaves of 1 − (1 − i/N)^k, read off the tree as it stands at the checkpoint; four times the
  // root of the variance, the sum of q(1 − q).
  const std::uint64_t rows = 200000;
  const std::uint64_t more = 2000;
  const TableRun before = run(random_uuids(), {insert(rows)});
  double expected = 0;
  double variance = 0;
  for (const auto& line : before.pages.back().lines) {
    if (line[6] != "0") continue;
    const double keys = std::stod(line[2]) - (line[5] == "0" ? 0 : 1);
    const double hit = 1 - std::pow(1 - keys / static_cast<double>(rows), static_cast<double>(more));
    expected += hit;
    variance += hit * (1 - hit);
  }
  const TableRun after = run(random_uuids(), {insert(rows), checkpoint(), insert(more)});
  const StepResult& step = after.result.steps[1];
  // A leaf that splits as its first change carries its image in the split's record; no image of a neighbour
  // or parent there is counted: those come on top, so inserts and splits are looked at apart.
  const std::uint64_t insert_images = wal_type(step, "Btree/INSERT_LEAF").fpi;
  const std::uint64_t split_images =
      wal_type(step, "Btree/SPLIT_L").fpi + wal_type(step, "Btree/SPLIT_R").fpi;
  CHECK(static_cast<double>(insert_images) <= expected + 4 * std::sqrt(variance));
  CHECK(static_cast<double>(insert_images + split_images) >= expected - 4 * std::sqrt(variance));
}
