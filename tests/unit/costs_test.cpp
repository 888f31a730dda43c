// Who caused what, a row and a day: do the parts add up, and are they told to the right one?
#include "sim/metrics.hpp"
#include "sim/postgresql/relation_name.hpp"
#include "sim/postgresql/sequence.hpp"
#include "src/execute.hpp"
#include "src/scenario_file.hpp"
#include "src/verdict.hpp"
#include "tests/catch.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::test;

namespace {

TableDefinition several_indexes() {
  TableDefinition table =
      test::table({column("id", SqlType::bigint, "identity"), column("code", SqlType::uuid, "uuidv4"),
                   column("t", SqlType::text, "template")});
  table.indexes.push_back({"by_code", {{1}}, true, false, {}});
  table.indexes.push_back({"by_text", {{2}}, false, false, {}});
  return table;
}

Cost sum_of_relations(const StepResult& step) {
  Cost sum;
  for (const auto& [name, cost] : step.by_relation) {
    sum.wal.records += cost.wal.records;
    sum.wal.fpi += cost.wal.fpi;
    sum.wal.bytes += cost.wal.bytes;
    sum.wal.lsn_bytes += cost.wal.lsn_bytes;
    sum.buffers.hit += cost.buffers.hit;
    sum.buffers.read += cost.buffers.read;
    sum.buffers.dirtied += cost.buffers.dirtied;
    sum.buffers.written += cost.buffers.written;
  }
  return sum;
}

const Cost& cost_of(const StepResult& step, const std::string& relation) {
  for (const auto& [name, cost] : step.by_relation) {
    if (name == relation) return cost;
  }
  FAIL("no relation " << relation);
  throw 0;
}

TEST_CASE("the parts of all relations add up to the step, in every quantity") {
  // A pool of 16 pages, so that there are reads and evictions too.
  const TableRun result = run(several_indexes(),
                              {insert(3000, "first"),
                               repeat(3, {checkpoint(), insert(500)}, "second"),
                               {"rebuilt", RebuildStep{}},
                               insert(400, "third")},
                              1, option("shared_buffers", std::int64_t{16 * 8192}));
  for (const StepResult& step : result.result.steps) {
    INFO(step.name);
    const Cost sum = sum_of_relations(step);
    for (const CostMetric& metric : metrics_of("postgresql-18").cost) {
      INFO(metric.path);
      CHECK(metric.read(sum) == metric.read(step.cost()));
    }
  }
  CHECK(result.result.steps[0].buffers.read > 100);
}

TEST_CASE("each cost is told to the relation that caused it") {
  const TableRun result = run(several_indexes(), {insert(1000, "first")});
  const StepResult& step = result.result.steps[0];
  CHECK(cost_of(step, "t_id_seq").buffers.hit == 1000);
  CHECK(cost_of(step, "t_id_seq").wal.records == wal_type(step, "Sequence/LOG").count);
  CHECK(cost_of(step, "heap").wal.records >= 1000);
  CHECK(cost_of(step, "by_code").wal.bytes > cost_of(step, "t_pkey").wal.bytes);
  // The commit is no part of the statement: it moves the position only.
  CHECK(cost_of(step, "transaction").wal.bytes == 0);
  CHECK(cost_of(step, "transaction").wal.lsn_bytes == 40);
}

TEST_CASE("the names are known before the run, those of indexes that are created on the way too") {
  Scenario scenario;
  scenario.engine = "postgresql-18";
  scenario.tables = {several_indexes()};
  scenario.steps = {insert(100, "first"), {"late", CreateIndexStep{{{"late", {{2}}, false, false, {}}}}}};
  const std::vector<std::string> known = find_engine(scenario.engine)->relation_names(scenario, 0);
  const TableRun result = run(scenario.tables[0], scenario.steps);
  std::vector<std::string> told;
  for (const auto& [name, cost] : result.result.steps.back().by_relation) told.push_back(name);
  CHECK(told == known);
}

TEST_CASE("a row's and a day's share follow from the whole, the rows given and the rate") {
  StepResult step;
  step.rows = 60;
  step.conflicts = 30;
  step.rolled_back = 10;
  Cost cost;
  cost.wal.bytes = 25000;
  const CostMetric& bytes = metrics_of("postgresql-18").cost[2];
  REQUIRE(bytes.path == "wal.bytes");
  CHECK(std::get<double>(read_cost(bytes, cost, CostView::per_row, step)) == 250);
  CHECK(std::holds_alternative<std::monostate>(read_cost(bytes, cost, CostView::per_day, step)));
  step.rows_per_second = 0.5;
  CHECK(std::get<double>(read_cost(bytes, cost, CostView::per_day, step)) == 250 * 43200.0);
  CHECK(std::get<std::uint64_t>(read_cost(bytes, cost, CostView::whole, step)) == 25000);
  CHECK(std::holds_alternative<std::monostate>(read_cost(bytes, cost, CostView::per_row, StepResult{})));
}

TEST_CASE("a sequence is called as the server calls it, names that are too long are cut") {
  using postgresql::sequence_name;
  CHECK(sequence_name("orders", "id") == "orders_id_seq");
  // As CREATE TABLE of PostgreSQL 18.4 named them.
  CHECK(sequence_name(std::string(63, 'a'), "id") == std::string(56, 'a') + "_id_seq");
  CHECK(sequence_name(std::string(40, 'a'), std::string(40, 'b')) ==
        std::string(29, 'a') + "_" + std::string(29, 'b') + "_seq");
  CHECK(sequence_name("äääääääääääääääääääääääääääääää", std::string(40, 'b')) ==
        "ääääääääääääää_" + std::string(29, 'b') + "_seq");
}

constexpr const char* start = R"({ "engine": "postgresql-18",
  "tables": { "t": { "columns": [ {"name": "id", "type": "bigint", "values": "identity"} ], "primary_key": ["id"] } },
  "steps": [ {"do": "repeat", "times": 2, "name": "r", "steps": [ {"do": "insert", "rows": 100} ]} ],
  "expect": [ {"value": ")";

std::string first_problem(const std::string& expression, const std::string& rate = "") {
  try {
    decode_scenario("s.json", start + expression + R"(", "min": 0} ])" + rate + " }");
  } catch (const ScenarioInvalid& invalid) {
    return invalid.problems().front().message;
  }
  return "";
}

TEST_CASE("expressions reach every part and measure, and say what is missing") {
  CHECK(first_problem("t.r.by_relation.t_pkey.wal.bytes") == "");
  CHECK(first_problem("t.r.by_relation.t_id_seq.per_row.buffers.hit") == "");
  CHECK(first_problem("sum(t.r.each.per_row.wal.fpi)") == "");
  CHECK(first_problem("t.r.per_day.wal.bytes", R"(, "rows_per_second": 0.25)") == "");
  CHECK(first_problem("t.r.by_relation.heap.per_day.wal.lsn_bytes", R"(, "rows_per_second": 200)") == "");
  CHECK(first_problem("t.r.per_day.wal.bytes").find("\"per_day\" needs the scenario's \"rows_per_second\"") !=
        std::string::npos);
  CHECK(first_problem("t.r.by_relation.t_pky.wal.bytes").find("did you mean \"t_pkey\"?") !=
        std::string::npos);
  CHECK(first_problem("t.r.per_row.heap.pages").find("heap.pages") != std::string::npos);
  CHECK(first_problem("t.r.rows", R"(, "rows_per_second": 0)").find("more than 0") != std::string::npos);
}

}  // namespace
