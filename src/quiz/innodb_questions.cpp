// Questions about InnoDB.
#include <fmt/format.h>

#include "src/quiz/question_kinds.hpp"
#include "src/quiz/simulated.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

Question ask_growth_of_a_secondary_index(Dice& dice) {
  const bool is_text = dice.below(2) == 1;
  const std::uint64_t rows = dice.between(20000, 40000, 5000);
  const auto table = [](const char* type, const ScenarioJson& values) {
    ScenarioJson made = one_key_table(type, values);
    made["columns"].push_back({{"name", "owner"}, {"type", "bigint"}, {"values", "counter"}});
    made["indexes"] =
        ScenarioJson::array({{{"name", "by_owner"}, {"columns", ScenarioJson::array({"owner"})}}});
    return made;
  };
  const ScenarioJson uuid = {{"stream", "uuidv7"}, {"within_ms", "counter"}};
  ScenarioJson wide = is_text ? table("char(36)", uuid) : table("binary(16)", uuid);
  if (is_text) wide["columns"][0]["charset"] = "latin1";
  const ScenarioJson scenario = {{"engine", "mysql-8.0"},
                                 {"seed", dice.below(1000)},
                                 {"tables", {{"narrow", table("bigint", "counter")}, {"wide", wide}}},
                                 {"steps", ScenarioJson::array({insert_step(rows, "load")})}};
  const ScenarioResult result = simulated(scenario);
  const auto leaves = [&](std::size_t number) {
    return index_called(step_called(result, "load", number), "by_owner").leaf_pages;
  };
  const std::uint64_t wide_bytes = is_text ? 36 : 16;
  Question question;
  question.answer = static_cast<double>(leaves(1)) / static_cast<double>(leaves(0));
  question.text = fmt::format(
      "InnoDB, a table of {} rows with a secondary index over a bigint (8 bytes). A record of it has a "
      "header of 5 bytes, "
      "its own key, and the primary key. The primary key is changed from bigint (8 bytes) to {} ({} bytes), "
      "ascending as "
      "before. How many times as many leaf pages has the secondary index then? (One digit behind the point "
      "is enough.)",
      with_thousands(rows), is_text ? "CHAR(36) of one byte a character" : "BINARY(16)", wide_bytes);
  question.unit = "times";
  question.tolerance_percent = 8;
  question.explanation = fmt::format(
      "Every entry carries the primary key: 5 + 8 + {} bytes in the place of 5 + 8 + 8, {:.2f} times as "
      "many; {} leaves in "
      "the place of {}.",
      wide_bytes, static_cast<double>(13 + wide_bytes) / 21, with_thousands(leaves(1)),
      with_thousands(leaves(0)));
  question.scenario = scenario.dump();
  return question;
}

}  // namespace keycost
