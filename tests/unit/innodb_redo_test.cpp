// Question: does each kind of change take as many bytes of redo log as MariaDB's does? The figures were read
// from the log of MariaDB 10.11.19, mini-transaction by mini-transaction: those on the table's own file, and
// of the system tablespace those on undo logs.
#include <array>

#include "sim/error.hpp"
#include "sim/innodb/file_list.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/tablespace.hpp"
#include "sim/metrics.hpp"
#include "sim/step_sums.hpp"
#include "tests/catch.hpp"
#include "tests/support/innodb_tree.hpp"
#include "tests/support/table_run.hpp"

using namespace keycost;
using namespace keycost::innodb;
using namespace keycost::test;

namespace {

struct Log {
  explicit Log(const ServerRules& rules = mariadb_10_11_rules)
      : pool(rules, read_settings(rules, {})), log(pool), mtr(log) {
    page.id = {5, 4};
    page.bytes.fill(std::byte{0});
  }
  /// What `change` appends, a mini-transaction's end of five bytes left out.
  template <class Change>
  std::uint64_t bytes(Change change) {
    const Lsn before = log.lsn();
    change();
    mtr.commit();
    return log.lsn() == before ? 0 : log.lsn() - before - 5;
  }
  BufferPool pool;
  RedoLog log;
  MiniTransaction mtr;
  PageFrame page;
};

Options options(std::vector<std::pair<std::string, OptionValue>> values) {
  Options options;
  for (auto& [name, value] : values) options.set(name, value);
  return options;
}

/// Rows of bigint, int and varchar(20), 38 or 39 bytes each.
TableDefinition narrow_table(const std::string& key_stream) {
  TableDefinition table =
      test::table({column("id", SqlType::bigint, key_stream),
                   column("n", SqlType::integer, "counter",
                          options({{"start", std::int64_t{7}}, {"increment", std::int64_t{7}}})),
                   column("v", SqlType::varchar, "template",
                          options({{"text", std::string("order-{n}")}, {"modulo", std::int64_t{100}}}))});
  table.columns[2].modifiers.length = 20;
  table.columns[2].modifiers.character_set = CharacterSet::latin1;
  table.indexes[0].name = "PRIMARY";
  return table;
}

TableRun run_on(const char* engine, const TableDefinition& table, std::vector<Step> steps) {
  Scenario scenario;
  scenario.engine = engine;
  scenario.tables = {table};
  scenario.steps = std::move(steps);
  const auto rows = make_stream_rows(scenario, 0, 1);
  return find_engine(engine)->run(scenario, table, *rows, {});
}

std::uint64_t redo_of(const StepResult& step, const std::string& relation) {
  for (const auto& [name, cost] : step.by_relation) {
    if (name == relation) return cost.redo.bytes;
  }
  FAIL("no relation " << relation);
  return 0;
}

}  // namespace

TEST_CASE("a change is logged from its first byte that differs, and nothing if none does") {
  Log test;
  // Type and length, file, page, a place of one byte, four bytes of content.
  CHECK(test.bytes([&] { test.mtr.write_number(test.page, 56, 4, 0x01020304); }) == 1 + 1 + 1 + 1 + 4);
  CHECK(test.bytes([&] { test.mtr.write_number(test.page, 56, 4, 0x01020305); }) == 1 + 1 + 1 + 1 + 1);
  CHECK(test.bytes([&] { test.mtr.write_number(test.page, 56, 4, 0x01020305); }) == 0);
  CHECK(test.bytes([&] { test.mtr.write_whole_number(test.page, 56, 4, 0x01020305); }) == 8);
}

TEST_CASE("a page is named once in a row, and places count from where the last change ended") {
  Log test;
  CHECK(test.bytes([&] {
    test.mtr.write_number(test.page, 127, 1, 1);  // 5 bytes: the place takes one
    test.mtr.write_number(test.page, 256, 1, 1);  // 4: the same page, 128 bytes behind; that takes two
  }) == 5 + 4);
  CHECK(test.bytes([&] {
    test.mtr.write_number(test.page, 256, 1, 2);  // 6: a place from 128 on takes two
    test.mtr.write_number(test.page, 127, 1, 2);  // 5: before the last one, so the page is named again
  }) == 6 + 5);
}

TEST_CASE("numbers grow at 128 and 16,512, records at 16 bytes and 143") {
  Log test;
  std::array<std::byte, 16000> content;
  content.fill(std::byte{1});
  const auto written = [&](std::size_t offset, std::size_t length) {
    return test.bytes([&] { test.mtr.write_whole(test.page, offset, std::span(content).first(length)); });
  };
  CHECK(written(40, 12) == 16);        // what the first byte can tell
  CHECK(written(40, 13) == 1 + 17);    // one byte of length
  CHECK(written(40, 138) == 1 + 142);  // … up to 143 bytes in all …
  CHECK(written(40, 139) == 2 + 143);  // … and then two
  test.page.id.page = 128;
  CHECK(written(40, 12) == 1 + 17);
  test.page.id.page = 16511;
  CHECK(written(40, 8) == 13);
  test.page.id.page = 16512;
  CHECK(written(40, 8) == 14);
}

TEST_CASE("a list in the file is begun with 8 bytes, and its second member costs 32") {
  Log test;
  const auto make = [&] { make_list({&test.page, 62}, test.mtr); };
  // FIL_NULL as four bytes of 0xff, then copied: MEMSET and MEMMOVE.
  CHECK(test.bytes(make) == 6 + 4);
  CHECK(test.bytes(make) == 6);  // nothing but the copy
}

TEST_CASE("a new file and the segments of its first index take as much as MariaDB's") {
  BufferPool pool(mariadb_10_11_rules, read_settings(mariadb_10_11_rules, {}));
  RedoLog log(pool);
  MiniTransaction mtr(log);
  Tablespace space(mariadb_10_11_rules, 6, mtr);
  mtr.commit();
  CHECK(log.lsn() == 140);  // 169 with FILE_CREATE of a name of 26 bytes
  const RowShape shape;
  const Btree tree({fixed_format(shape), true, 1}, mariadb_10_11_rules, space, 24, log);
  CHECK(log.lsn() == 140 + 201);  // 210 with the root's number in SYS_INDEXES
}

TEST_CASE("rows, splits, undo, OPTIMIZE TABLE and ADD INDEX are logged to the byte") {
  const TableRun run = run_on("mariadb-10.11", narrow_table("counter"),
                              {insert(2000, "load"),
                               {"optimized", RebuildStep{}},
                               {"built", CreateIndexStep{{{"n", {{1}}, false, false, {}}}}},
                               insert(500, "more")});
  const std::vector<StepResult>& steps = run.result.steps;
  CHECK(redo_of(steps[0], "PRIMARY") == 104469);
  CHECK(redo_of(steps[0], "undo") == 48229);
  CHECK(steps[0].redo.bytes == 152698);
  CHECK(steps[1].redo.bytes == 102028 - 29 - 9);  // without FILE_CREATE and SYS_INDEXES
  CHECK(redo_of(steps[1], "file") == 140);
  CHECK(steps[2].redo.bytes == 59034 - 9);
  CHECK(redo_of(steps[3], "PRIMARY") + redo_of(steps[3], "n") == 33036);
}

// A page of the undo log ends its records 18 bytes before its end (trx_undo_left). Each is 9 bytes and the
// key, 8 while their number in the transaction is below 128. The first page begins them at 272, others at 56:
// 463 and 466 of them.
TEST_CASE("undo records fill a page to its last byte, the first one and the next") {
  TableDefinition table = test::table(
      {column("id", SqlType::varchar, "template",
              options({{"text", std::string("twenty-two characters {n}")}, {"start", std::int64_t{1000}}}))});
  table.columns[0].modifiers.length = 26;
  table.columns[0].modifiers.character_set = CharacterSet::latin1;
  table.indexes[0].name = "PRIMARY";
  const auto undo = [&table](std::uint64_t rows) {
    return redo_of(run_on("mariadb-10.11", table, {insert(rows)}).result.steps[0], "undo");
  };
  const auto takes_a_page = [&undo](std::uint64_t row) { return undo(row) - undo(row - 1) > 100; };
  CHECK_FALSE(takes_a_page(463));
  CHECK(takes_a_page(464));
  CHECK_FALSE(takes_a_page(463 + 466));
  CHECK(takes_a_page(463 + 466 + 1));
}

TEST_CASE("the counter of AUTO_INCREMENT is written to the root with each row") {
  TableDefinition table =
      test::table({column("id", SqlType::bigint, "identity"), column("n", SqlType::integer, "counter")});
  table.indexes[0].name = "PRIMARY";
  const TableRun run = run_on("mariadb-10.11", table, {insert(2000), {"optimized", RebuildStep{}}});
  // Five bytes a row, its last byte that changed, or less where the row goes to the root itself.
  CHECK(redo_of(run.result.steps[0], "PRIMARY") == 94898);
  CHECK(run.result.steps[0].redo.bytes == 94898 + 48229);
}

// What these follow is MySQL's source; no server has been asked.
TEST_CASE("MySQL's log tells of each row the index's columns and what differs from the row before") {
  TableDefinition table =
      test::table({column("id", SqlType::bigint, "counter"), column("n", SqlType::integer, "counter")});
  table.indexes[0].name = "PRIMARY";
  const TableRun run = run_on("mysql-8.0", table, {insert(10), insert(1)});
  // Type, file, page; six bytes and two for each of id, DB_TRX_ID, DB_ROLL_PTR and n; the row before's place,
  // the length of the rest, the rest: all but the header and seven bytes of the key.
  CHECK(redo_of(run.result.steps[1], "PRIMARY") == 3 + 6 + 4 * 2 + 2 + 1 + (30 - 5 - 7));
}

TEST_CASE("a sorted build's rows are not in MySQL's log") {
  const auto built = [](std::uint64_t rows) {
    return run_on("mysql-8.0", narrow_table("counter"), {insert(rows), {"optimized", RebuildStep{}}})
        .result.steps[1]
        .redo.bytes;
  };
  // One leaf either way; where the log's blocks end makes 16 bytes of difference.
  CHECK(built(380) <= built(100) + 16);
  CHECK(built(100) <= built(380) + 16);
  // Five leaves more.
  CHECK(built(4000) - built(2000) < 500);
}

TEST_CASE("MySQL's log has 16 bytes around each 496") {
  Log test(mysql_8_0_rules);
  RedoLog log(test.pool, RedoFormat::mysql_8_0_30);
  log.append(495);
  CHECK(log.lsn() == 495);
  log.append(1);
  CHECK(log.lsn() == 512);
  log.append(496 * 9);
  CHECK(log.lsn() == 5120);
}

TEST_CASE("a unique index is not built over a key that is there twice, wherever it stands") {
  const auto build = [](const std::vector<std::int64_t>& numbers) {
    Scenario scenario;
    scenario.engine = "mariadb-10.11";
    scenario.tables = {test::table({column("id", SqlType::bigint), column("n", SqlType::integer)})};
    scenario.tables[0].indexes[0].name = "PRIMARY";
    scenario.steps = {insert(4), {"built", CreateIndexStep{{{"n", {{1}}, true, false, {}}}}}};
    GivenRows rows({integers(SqlType::bigint, {1, 2, 3, 4}), integers(SqlType::integer, numbers)});
    find_engine(scenario.engine)->run(scenario, scenario.tables[0], rows, {});
  };
  CHECK_NOTHROW(build({7, 5, 8, 6}));
  CHECK_THROWS_AS(build({5, 7, 5, 8}), RowRefused);
  CHECK_THROWS_AS(build({8, 7, 5, 8}), RowRefused);
}

TEST_CASE("keys of one letter are told apart, and from themselves with blanks behind they are not") {
  const auto insert_both = [](std::string_view first, std::string_view second) {
    Scenario scenario;
    scenario.engine = "mariadb-10.11";
    scenario.tables = {test::table({column("id", SqlType::varchar)})};
    scenario.tables[0].columns[0].modifiers.length = 10;
    scenario.tables[0].columns[0].modifiers.character_set = CharacterSet::latin1;
    scenario.tables[0].indexes[0].name = "PRIMARY";
    scenario.steps = {insert(2)};
    ColumnBatch texts(SqlType::varchar);
    texts.append(first);
    texts.append(second);
    GivenRows rows({texts});
    find_engine(scenario.engine)->run(scenario, scenario.tables[0], rows, {});
  };
  CHECK_NOTHROW(insert_both("b", "a"));
  CHECK_NOTHROW(insert_both("b", ""));
  CHECK_THROWS_AS(insert_both("a", "a"), RowRefused);
  CHECK_THROWS_AS(insert_both("a", "a  "), RowRefused);
}

TEST_CASE("the parts of all of InnoDB's relations add up to the step, in every quantity") {
  for (const char* engine : {"mariadb-10.11", "mysql-8.0"}) {
    INFO(engine);
    TableDefinition table = narrow_table("hashed");
    table.indexes.push_back({"by_n", {{1}}, true, false, {}});
    const TableRun run = run_on(engine, table,
                                {insert(20000, "load"),
                                 checkpoint(),
                                 {"restarted", RestartStep{}},
                                 {"read", PrewarmStep{}},
                                 repeat(3, {insert(500), checkpoint()}, "more"),
                                 {"optimized", RebuildStep{}},
                                 {"built", CreateIndexStep{{{"by_v", {{2}}, false, false, {}}}}},
                                 insert(100, "last")});
    for (const StepResult& step : run.result.steps) {
      INFO(step.name);
      Cost sum;
      for (const auto& [name, cost] : step.by_relation) sum += cost;
      for (const CostMetric& metric : metrics_of(engine).cost) {
        INFO(metric.path);
        CHECK(metric.read(sum) == metric.read(step.cost()));
      }
    }
  }
}

TEST_CASE("InnoDB's relations are known before the run, indexes that are created on the way too") {
  Scenario scenario;
  scenario.engine = "mariadb-10.11";
  scenario.tables = {narrow_table("counter")};
  scenario.steps = {insert(100, "first"), {"late", CreateIndexStep{{{"late", {{1}}, true, false, {}}}}}};
  const TableRun run = run_on("mariadb-10.11", scenario.tables[0], scenario.steps);
  std::vector<std::string> told;
  for (const auto& [name, cost] : run.result.steps.back().by_relation) told.push_back(name);
  CHECK(told == find_engine(scenario.engine)->relation_names(scenario, 0));
  CHECK(told == std::vector<std::string>{"PRIMARY", "late", "undo", "file", "checkpoint"});
}
