// Is every text either an expression, which then has a value or a reason why not, or refused with a place in
// it?
#include <cmath>

#include "sim/engine.hpp"
#include "src/expression.hpp"
#include "src/scenario_file.hpp"
#include "tests/fuzz/target.hpp"

using namespace keycost;
using namespace keycost::fuzz;

namespace {

constexpr const char* scenario_text = R"({"engine": "postgresql-18",
  "tables": {"t": {"columns": [{"name": "id", "type": "bigint", "values": "counter"}], "primary_key": ["id"]}},
  "steps": [{"do": "insert", "rows": 10, "name": "first"}, {"do": "insert", "rows": 10},
            {"do": "repeat", "times": 2, "name": "rounds", "steps": [{"do": "insert", "rows": 5}]}]})";

/// The one scenario that expressions are about, and its results.
struct Subject {
  ScenarioFile file = decode_scenario("subject.json", scenario_text);
  std::vector<TableResult> results;

  Subject() {
    const Scenario& scenario = file.scenario;
    const auto rows = make_stream_rows(scenario, 0, scenario.seed);
    results.push_back(find_engine(scenario.engine)->run(scenario, scenario.tables[0], *rows, {}).result);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Subject subject;
  const std::string_view text = as_text(data, size);
  ExpressionError error;
  const std::optional<Expression> expression = parse_expression(text, subject.file.scenario, error);
  if (!expression) {
    check(!error.message.empty(), "a refusal has a message");
    check(error.offset <= text.size(), "a refusal stands in the text");
    return 0;
  }
  check(expression->text() == text, "an expression keeps its text");
  const ExpressionValue value = expression->evaluate(subject.results);
  check(value.number.has_value() == value.missing.empty(), "an expression has a value or a reason");
  const ExpressionValue again = expression->evaluate(subject.results);
  check(value.number == again.number || std::isnan(value.number.value_or(0)), "a value does not change");
  return 0;
}
