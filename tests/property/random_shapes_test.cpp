// Do tables of every shape stay whole, looked at from outside: is every row in the heap, and in every index
// exactly once with its key? Seeds are printed with every failure; set KEYCOST_PROPERTY_SEED to run one
// alone.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/stored_value.hpp"
#include "tests/catch.hpp"
#include "tests/property/random_shapes.hpp"
#include "tests/property/stored_rows.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

/// What the server must keep of a row that was given.
StoredValues stored(const std::vector<ColumnBatch>& rows, std::size_t row) {
  StoredValues values;
  for (const ColumnBatch& column : rows) {
    if (column.is_null(row)) {
      values.push_back(std::nullopt);
    } else {
      const auto value = column.value(row);
      values.emplace_back(std::string(reinterpret_cast<const char*>(value.data()), value.size()));
    }
  }
  return values;
}

void check_heap(const RandomShape& shape, const HeapContent& heap) {
  std::vector<postgresql::Attribute> attributes;
  for (const ColumnDefinition& column : shape.table.columns)
    attributes.emplace_back(column.type, column.modifiers);
  std::vector<ColumnBatch> rows = shape.rows;
  postgresql::store_values(attributes, rows);
  std::multiset<StoredValues> given;
  for (std::size_t row = 0; row < rows[0].rows(); ++row) given.insert(stored(rows, row));
  std::multiset<StoredValues> kept;
  for (const auto& [tid, values] : heap.rows) kept.insert(values);
  REQUIRE(given == kept);
}

void check_index(const RandomShape& shape, const IndexDefinition& index, const HeapContent& heap,
                 const std::string& image) {
  INFO("index " << index.name);
  std::map<Tid, StoredValues> expected;
  for (const auto& [tid, row] : heap.rows) {
    StoredValues& values = expected[tid];
    for (const IndexColumn& column : index.columns) values.push_back(row[column.column]);
    for (const std::size_t column : index.included) values.push_back(row[column]);
  }
  REQUIRE((read_leaves(image, shape.table, index) == expected));
}

/// The indexes as they stand at the end, in the order of creation.
std::vector<IndexDefinition> indexes_of(const RandomShape& shape) {
  std::vector<IndexDefinition> indexes = shape.table.indexes;
  for (const Step& step : shape.steps) {
    if (const auto* create = std::get_if<CreateIndexStep>(&step.action))
      indexes.push_back(create->indexes[0]);
  }
  return indexes;
}

/// Records are aligned to 8 bytes; every page of the log has a header of 24 bytes, the first of a segment one
/// of 40.
void check_lsn_distance(const StepResult& step) {
  std::uint64_t records = 0;
  for (const WalTypeUsage& usage : step.wal.by_type) records += usage.count;
  const std::uint64_t bytes_max =
      step.wal.bytes + records * 7 + 34 * wal_type(step, "Transaction/COMMIT").count;
  REQUIRE(step.wal.lsn_bytes >= step.wal.bytes);
  REQUIRE(step.wal.lsn_bytes <= bytes_max + (bytes_max / 8152 + 2) * 24 + (bytes_max / (16 << 20) + 1) * 16);
}

void check_sums(const StepResult& step) {
  std::uint64_t records = 0;
  std::uint64_t fpi = 0;
  std::uint64_t bytes = 0;
  for (const WalTypeUsage& usage : step.wal.by_type) {
    if (usage.type == "Transaction/COMMIT") continue;
    records += usage.count;
    fpi += usage.fpi;
    bytes += usage.combined_size();
  }
  REQUIRE(records == step.wal.records);
  REQUIRE(fpi == step.wal.fpi);
  REQUIRE(bytes == step.wal.bytes);
}

void check_shape(std::uint64_t seed) {
  INFO("KEYCOST_PROPERTY_SEED=" << seed);
  const RandomShape shape = random_shape(seed);
  // The run itself ends with a check of every index: order, links, high keys, downlinks, bytes, one item a
  // row.
  const TableRun result = run(shape.table, shape.steps, shape.rows, shape.settings);
  const HeapContent heap = read_heap(result.pages[0].image, shape.table);
  REQUIRE(heap.rows.size() == rows_asked_for(shape.steps));
  check_heap(shape, heap);
  const std::vector<IndexDefinition> indexes = indexes_of(shape);
  REQUIRE(result.pages.size() == indexes.size() + 1);
  for (std::size_t i = 0; i < indexes.size(); ++i)
    check_index(shape, indexes[i], heap, result.pages[i + 1].image);
  for (const StepResult& step : result.result.steps) {
    check_sums(step);
    check_lsn_distance(step);
    for (const StepResult& round : step.each) check_sums(round);
  }
}

}  // namespace

TEST_CASE("random tables of every shape hold each row once, and each index each row's key") {
  if (const char* given = std::getenv("KEYCOST_PROPERTY_SEED"))
    return check_shape(std::strtoull(given, nullptr, 10));
  for (std::uint64_t seed = 1; seed <= 120; ++seed) check_shape(seed);
}

namespace {

/// COPY extends a table by no more pages than the pool lets a session hold, so where its rows go depends on
/// the pool.
bool has_copy(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    if (const auto* repeat = std::get_if<RepeatStep>(&step.action)) return has_copy(repeat->steps);
    return std::holds_alternative<CopyStep>(step.action);
  });
}

}  // namespace

TEST_CASE("without COPY neither the size of the pool nor the logging of images changes what pages hold") {
  int compared = 0;
  for (std::uint64_t seed = 201; compared < 20; ++seed) {
    INFO("seed " << seed);
    RandomShape shape = random_shape(seed);
    if (has_copy(shape.steps)) continue;
    ++compared;
    const TableRun large = run(shape.table, shape.steps, shape.rows, shape.settings);
    shape.settings.set("shared_buffers",
                       std::int64_t{128 * 1024} * (1 + static_cast<std::int64_t>(seed % 5)));
    shape.settings.set("full_page_writes", seed % 2 == 0);
    const TableRun small = run(shape.table, shape.steps, shape.rows, shape.settings);
    for (std::size_t i = 0; i < large.pages.size(); ++i)
      REQUIRE(large.pages[i].lines == small.pages[i].lines);
    REQUIRE((read_heap(large.pages[0].image, shape.table).rows ==
             read_heap(small.pages[0].image, shape.table).rows));
  }
}
