// Is every text either a scenario or refused, each problem with its place in the text?
#include <algorithm>

#include "src/scenario_file.hpp"
#include "tests/fuzz/target.hpp"

using namespace keycost;
using namespace keycost::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(as_text(data, size));
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  try {
    const ScenarioFile file = decode_scenario("fuzz.json", text);
    check(!file.scenario.tables.empty() && !file.scenario.steps.empty(), "a scenario has tables and steps");
    check(file.text == text, "its text is kept");
  } catch (const ScenarioInvalid& invalid) {
    check(!invalid.problems().empty(), "what is refused has a problem");
    for (const Problem& problem : invalid.problems()) {
      check(!problem.message.empty(), "a problem has a message");
      check(problem.position.line <= lines, "a problem stands in the text");
    }
  } catch (const InputOutputFailed&) {
    // A rows file that does not exist.
  }
  return 0;
}
