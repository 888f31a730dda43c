// Question: does an expression give the number that the result holds, and no number where there is none?
#include "src/expression.hpp"

#include <cmath>
#include <limits>

#include "sim/engine.hpp"
#include "tests/catch.hpp"

using namespace keycost;

namespace {

TableDefinition table_called(const std::string& name) {
  TableDefinition table;
  table.name = name;
  IndexDefinition index;
  index.name = name + "_pkey";
  table.indexes.push_back(index);
  return table;
}

Step insert_step(const std::string& name) {
  return {name, InsertStep{10, 0, false}};
}

/// Steps: first, insert-1, second (3 rounds, with "inner" inside), and a table for each kind of name.
Scenario example_scenario() {
  Scenario scenario;
  scenario.engine = "postgresql-18";
  for (const char* name : {"v4", "v4-old", "min", "2024", "a", "a.b", "odd name"}) {
    scenario.tables.push_back(table_called(name));
  }
  scenario.steps.push_back(insert_step("first"));
  scenario.steps.push_back(insert_step(""));
  scenario.steps.push_back({"second", RepeatStep{3, {insert_step("inner")}}});
  return scenario;
}

StepResult step_result(const std::string& name, std::uint64_t rows, std::uint64_t bytes) {
  StepResult step;
  step.name = name;
  step.rows = rows;
  step.wal.bytes = bytes;
  return step;
}

/// Every table has the same result but for its first step's rows: 100, 101, …
std::vector<TableResult> example_result(const Scenario& scenario) {
  std::vector<TableResult> tables;
  for (const TableDefinition& definition : scenario.tables) {
    TableResult table;
    table.name = definition.name;
    StepResult first = step_result("first", 100 + tables.size(), 7000);
    WalTypeUsage usage;
    usage.type = "Heap/INSERT";
    usage.count = 99;
    usage.record_size = 5000;
    usage.fpi_size = 2000;
    first.wal.by_type.push_back(usage);
    IndexState index;
    index.leaf_pages = 12;
    index.avg_leaf_density = 71.57;
    index.leaf_fragmentation = std::numeric_limits<double>::quiet_NaN();
    first.indexes.emplace_back(definition.name + "_pkey", index);
    table.steps.push_back(first);
    table.steps.push_back(step_result("insert-1", 5, 0));
    StepResult second = step_result("second", 60, 600);
    second.each = {step_result("", 10, 100), step_result("", 30, 300), step_result("", 20, 200)};
    StepResult inner = second;
    inner.name = "inner";
    table.steps.push_back(second);
    table.steps.push_back(inner);
    tables.push_back(table);
  }
  return tables;
}

ExpressionValue evaluated(const std::string& text) {
  const Scenario scenario = example_scenario();
  ExpressionError error;
  const auto expression = parse_expression(text, scenario, error);
  INFO(text << ": " << error.message);
  REQUIRE(expression.has_value());
  CHECK(expression->text() == text);
  return expression->evaluate(example_result(scenario));
}

double number(const std::string& text) {
  const ExpressionValue value = evaluated(text);
  INFO(text << ": " << value.missing);
  REQUIRE(value.number.has_value());
  return *value.number;
}

std::string reason(const std::string& text) {
  const ExpressionValue value = evaluated(text);
  CHECK_FALSE(value.number.has_value());
  return value.missing;
}

ExpressionError refusal(const std::string& text) {
  ExpressionError error{~std::size_t{0}, "accepted"};
  CHECK_FALSE(parse_expression(text, example_scenario(), error).has_value());
  return error;
}

}  // namespace

TEST_CASE("a path gives the value that the result holds") {
  CHECK(number("v4.first.rows") == 100);
  CHECK(number("v4.first.wal.bytes") == 7000);
  CHECK(number("v4.insert-1.rows") == 5);
  CHECK(number("v4.second.rows") == 60);
  CHECK(number("v4.first.indexes.v4_pkey.leaf_pages") == 12);
  CHECK(number("v4.first.indexes.v4_pkey.avg_leaf_density") == 71.57);
  CHECK(number("v4.first.wal.by_type.Heap/INSERT.count") == 99);
  CHECK(number("v4.first.wal.by_type.Heap/INSERT.combined_size") == 7000);
}

TEST_CASE("every metric can be named") {
  for (const StepMetric& metric : metrics_of("postgresql-18").step)
    CHECK(evaluated("v4.first." + std::string(metric.path)).number.has_value() == !metric.only_where_known);
  for (const WalTypeMetric& metric : metrics_of("postgresql-18").wal_type) {
    for (const std::string_view type : metrics_of("postgresql-18").wal_record_types) {
      CHECK(evaluated("v4.first.wal.by_type." + std::string(type) + "." + std::string(metric.path)).number);
    }
  }
  for (const IndexMetric& metric : metrics_of("postgresql-18").index) {
    const ExpressionValue value = evaluated("v4.first.indexes.v4_pkey." + std::string(metric.path));
    CHECK(value.number.has_value() == (metric.path != "leaf_fragmentation" && !metric.only_where_known));
  }
}

TEST_CASE("a record type that did not occur counts 0") {
  CHECK(number("v4.first.wal.by_type.Heap/INSERT+INIT.count") == 0);
  CHECK(number("v4.first.wal.by_type.Btree/SPLIT_R.fpi_size") == 0);
}

TEST_CASE("the longest name wins, and any name can be quoted") {
  CHECK(number("v4-old.first.rows") == 101);
  CHECK(number("v4.first.rows-v4-old.first.rows") == -1);
  CHECK(number("min.first.rows") == 102);
  CHECK(number("min(min.first.rows, v4.first.rows)") == 100);
  CHECK(number("2024.first.rows") == 103);
  CHECK(number("2024.5 - 2024.first.rows") == 1921.5);
  CHECK(number("a.first.rows") == 104);
  CHECK(number("a.b.first.rows") == 105);
  CHECK(number("odd name.first.rows") == 106);
  CHECK(number(R"(["odd name"].first.rows)") == 106);
  CHECK(number(R"(["v4"]["first"].rows)") == 100);
  CHECK(number(R"(v4["insert-1"].rows)") == 5);
  CHECK(number(R"(v4.first.wal.by_type["Heap/INSERT"].count)") == 99);
  CHECK(number(R"(v4.first.indexes["v4_pkey"].leaf_pages)") == 12);
}

TEST_CASE("each round can be looked at alone or together with the others") {
  CHECK(number("v4.second.each[0].rows") == 10);
  CHECK(number("v4.second.each[2].wal.bytes") == 200);
  CHECK(number("max(v4.second.each.rows)") == 30);
  CHECK(number("min((v4.second.each.rows))") == 10);
  CHECK(number("sum(v4.second.each.rows)") == 60);
  CHECK(number("sum(v4.second.each.rows, v4.second.each.wal.bytes, 1)") == 661);
  CHECK(number("max(v4.inner.each.rows) / min(v4.inner.each.rows)") == 3);
}

TEST_CASE("operators bind and associate as in arithmetic") {
  CHECK(number("2 + 3 * v4.insert-1.rows") == 17);
  CHECK(number("(2 + 3) * v4.insert-1.rows") == 25);
  CHECK(number("100 - 50 - v4.insert-1.rows") == 45);
  CHECK(number("1000 / 10 / v4.insert-1.rows") == 20);
  CHECK(number("-v4.insert-1.rows + 7") == 2);
  CHECK(number("2 - -v4.insert-1.rows") == 7);
  CHECK(number("- - v4.insert-1.rows * 2") == 10);
  CHECK(number("1e3 * v4.insert-1.rows + 2.5e-1") == 5000.25);
  CHECK(number("  v4.first.rows/v4.insert-1.rows  ") == 20);
  CHECK(number("min(7, 3 * 2, v4.insert-1.rows + 2)") == 6);
  CHECK(number("max(7, 3 * 2, v4.insert-1.rows + 4)") == 9);
}

TEST_CASE("whole numbers are exact up to 2^53") {
  const Scenario scenario = example_scenario();
  std::vector<TableResult> result = example_result(scenario);
  ExpressionError error;
  const auto difference = parse_expression("v4.first.wal.bytes - v4.insert-1.wal.bytes", scenario, error);
  REQUIRE(difference.has_value());
  result[0].steps[0].wal.bytes = std::uint64_t{1} << 53;
  result[0].steps[1].wal.bytes = (std::uint64_t{1} << 53) - 1;
  CHECK(difference->evaluate(result).number == 1.0);
}

TEST_CASE("where there is no value, the reason is given instead") {
  CHECK(reason("v4.first.rows / (v4.insert-1.rows - 5)") == "division by zero: (v4.insert-1.rows - 5) is 0");
  CHECK(reason("v4.first.rows / v4.insert-1.wal.bytes + 1") ==
        "division by zero: v4.insert-1.wal.bytes is 0");
  CHECK(reason("1 + v4.first.indexes.v4_pkey.leaf_fragmentation") ==
        "v4.first.indexes.v4_pkey.leaf_fragmentation has no value (0/0)");
  CHECK(reason("-v4.first.indexes.v4_pkey.leaf_fragmentation") ==
        "v4.first.indexes.v4_pkey.leaf_fragmentation has no value (0/0)");
  CHECK(reason("max(1, v4.first.indexes.v4_pkey.leaf_fragmentation, 2)") ==
        "v4.first.indexes.v4_pkey.leaf_fragmentation has no value (0/0)");
  CHECK(reason("v4.first.rows * 1e300 * 1e300") == "the value is too large for a number");
  CHECK(reason("v4.insert-1.indexes.v4_pkey.leaf_pages") ==
        "the result has no v4.insert-1.indexes.v4_pkey.leaf_pages");
}

TEST_CASE("a table that was not run has no values") {
  const Scenario scenario = example_scenario();
  std::vector<TableResult> result = example_result(scenario);
  result.erase(result.begin());
  ExpressionError error;
  const auto expression = parse_expression("v4.first.rows", scenario, error);
  REQUIRE(expression.has_value());
  CHECK(expression->evaluate(result).missing == "the result has no v4.first.rows");
}

TEST_CASE("an error points at the part that is wrong") {
  CHECK(refusal("v4.first.rows / v5.first.rows").offset == 16);
  CHECK(refusal("v4.first.rows / v5.first.rows").message == R"(unknown table "v5"; did you mean "v4"?)");
  CHECK(refusal("v4.frist.rows").offset == 3);
  CHECK(refusal("v4.first.wal.byte").offset == 9);
  CHECK(refusal("v4.second.each[3].rows").offset == 15);
  CHECK(refusal("v4.first.rows )").offset == 14);
  CHECK(refusal("max(v4.first.rows, ").offset == 19);
  CHECK(refusal(R"(["v5"].first.rows)").offset == 2);
}

TEST_CASE("a round must exist: tight by one") {
  CHECK(number("v4.second.each[2].rows") == 20);
  CHECK(refusal("v4.second.each[3].rows").message == R"(step "second" has 3 rounds: each[0] to each[2])");
  CHECK(refusal("v4.first.each[0].rows").message ==
        R"(step "first" runs once; only a repeat and what is inside has "each")");
}

TEST_CASE("a list stands only where a function takes it apart") {
  for (const char* text :
       {"v4.second.each.rows", "v4.second.each.rows + 1", "1 + v4.second.each.rows", "-v4.second.each.rows",
        "max(v4.second.each.rows * 2)", "(v4.second.each.rows) / 2"}) {
    CHECK(refusal(text).message.starts_with("\"each\" is one value a round"));
  }
}

TEST_CASE("an expression that looks at no result is refused") {
  for (const char* text : {"1", "2 * (3 + 4)", "max(1, 2)", "-5"}) {
    CHECK(refusal(text).message.starts_with("names no result"));
  }
  CHECK(refusal("").message.starts_with("the expression is empty"));
  CHECK(refusal("  ").message.starts_with("the expression is empty"));
}

TEST_CASE("depth and length are bounded: tight by one") {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '(') + "v4.first.rows" + std::string(levels, ')');
  };
  CHECK(number(nested(63)) == 100);
  CHECK(refusal(nested(64)).message == "nested deeper than 64 levels");
  CHECK(refusal(std::string(100'000, '-') + "v4.first.rows").message == "longer than 4096 bytes");
  CHECK(refusal(std::string(4'000, '-') + "v4.first.rows").message == "nested deeper than 64 levels");
  const std::string path = "v4.first.rows";
  CHECK(number(path + std::string(4096 - path.size(), ' ')) == 100);
  CHECK(refusal(path + std::string(4097 - path.size(), ' ')).message == "longer than 4096 bytes");
}

TEST_CASE("no prefix of a valid expression crashes, and only the whole ones are accepted") {
  const std::string text =
      R"(max(v4.second.each.wal.bytes) / (["v4"].first.wal.by_type.Heap/INSERT.count - 2.5e1))";
  std::size_t accepted = 0;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    ExpressionError error;
    if (parse_expression(text.substr(0, length), example_scenario(), error)) {
      ++accepted;
    } else {
      CHECK(error.offset <= length);
      CHECK_FALSE(error.message.empty());
    }
  }
  CHECK(accepted == 3);  // behind max(…), the blank that follows it, and at the end
}
