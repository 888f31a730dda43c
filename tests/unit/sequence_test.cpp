// Does a sequence log every 33rd value, and at once after a checkpoint?
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

std::uint64_t records_in(const StepResult& step) {
  return wal_type(step, "Sequence/LOG").count;
}

TableDefinition identity_table() {
  return table({column("id", SqlType::bigint, "identity"), column("n", SqlType::integer, "counter")});
}

}  // namespace

TEST_CASE("a sequence logs its values 1, 34, 67, …") {
  for (const auto& [rows, records] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {33, 1}, {34, 2}, {66, 2}, {67, 3}, {100000, 3031}}) {
    INFO(rows);
    const TableRun result = run(identity_table(), {insert(rows)});
    CHECK(records_in(result.result.steps[0]) == records);
    CHECK(wal_type(result.result.steps[0], "Sequence/LOG").record_size == records * 99);
  }
}

TEST_CASE("a sequence with a cache is touched once a block, and logs when its 32 values ahead do not do") {
  const auto step_of = [](std::uint64_t rows, std::int64_t cache) {
    const TableDefinition cached = table({column("id", SqlType::bigint, "identity", option("cache", cache))});
    return run(cached, {insert(rows)}).result.steps[0];
  };
  // 20: the first block logs 32 values beyond it, so the second needs no record and the third does.
  for (const auto& [rows, records] :
       {std::pair<std::uint64_t, std::uint64_t>{40, 1}, {41, 2}, {80, 2}, {81, 3}}) {
    INFO(rows);
    CHECK(records_in(step_of(rows, 20)) == records);
  }
  // 32 ahead are just enough for a block of 32, and one too few for a block of 33.
  CHECK(records_in(step_of(64, 32)) == 1);
  CHECK(records_in(step_of(66, 33)) == 2);
  const StepResult alone = step_of(100, 1);
  const StepResult cached = step_of(100, 20);
  CHECK(alone.buffers.hit + alone.buffers.read - cached.buffers.hit - cached.buffers.read == 95);
}

TEST_CASE("the first value after a checkpoint is logged, and the period begins anew") {
  const TableRun result =
      run(identity_table(), {insert(40, "a"), checkpoint(), insert(33, "b"), insert(1, "c")});
  CHECK(records_in(result.result.steps[0]) == 2);
  CHECK(records_in(result.result.steps[1]) == 1);
  CHECK(records_in(result.result.steps[2]) == 1);
  CHECK(wal_type(result.result.steps[1], "Sequence/LOG").fpi == 0);
}

TEST_CASE("only identity draws from a sequence") {
  const TableDefinition counted = table({column("id", SqlType::bigint, "counter")});
  CHECK(records_in(run(counted, {insert(100)}).result.steps[0]) == 0);
}

TEST_CASE("a rebuild is no new session: what the session has taken of a sequence's cache it still has") {
  TableDefinition cached = identity_table();
  cached.columns[0].values->options.set("cache", std::int64_t{100});
  const auto accesses = [&](std::vector<Step> steps) {
    const TableRun result = run(cached, std::move(steps));
    const auto& parts = result.result.steps.back().by_relation;
    const auto sequence = std::find_if(parts.begin(), parts.end(),
                                       [](const auto& part) { return part.first.ends_with("_seq"); });
    REQUIRE(sequence != parts.end());
    return sequence->second.buffers.hit;
  };
  Step rebuild;
  rebuild.action = RebuildStep{};
  Step another = insert(10, "b");
  CHECK(accesses({insert(10, "a"), rebuild, another}) == 0);
  std::get<InsertStep>(another.action).new_session = true;
  CHECK(accesses({insert(10, "a"), another}) == 1);
}
