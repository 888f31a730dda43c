// Questions that page arithmetic answers: how many entries, how many leaves, and where a leaf is cut.
#include <charconv>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "src/quiz/key_type.hpp"
#include "src/quiz/question_kinds.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

constexpr const char* page_words =
    "A page has 8,192 bytes: a header of 24, and 16 at the end that the index keeps for itself. An entry has "
    "a header of "
    "8 bytes and the key, rounded up to a multiple of 8, and a line pointer of 4 bytes.";

/// Entries on the leaf in the middle of the first table's first index, without its high key.
std::uint64_t entries_of_a_leaf_in_the_middle(const ScenarioResult& result) {
  for (const RelationPages& pages : result.pages_by_table.at(0)) {
    if (pages.name != "t_pkey") continue;
    const std::string& live_items = pages.lines.at(pages.lines.size() / 2).at(2);  // blkno, type, live_items
    std::uint64_t items = 0;
    std::from_chars(live_items.data(), live_items.data() + live_items.size(), items);
    return items - 1;
  }
  throw InvariantBroken("a quiz's scenario has no pages");
}

}  // namespace

Question ask_leaf_capacity(Dice& dice) {
  const KeyType key = any_key(dice);
  constexpr std::uint64_t rows_max = 450;  // more than any of these types puts on a leaf
  const ScenarioJson scenario =
      scenario_of("postgresql-18", one_key_table(key.type, key.values), dice.below(1000),
                  ScenarioJson::array({{{"do", "repeat"},
                                        {"times", rows_max},
                                        {"name", "rows"},
                                        {"steps", ScenarioJson::array({{{"do", "insert"}, {"rows", 1}}})}}}));
  const ScenarioResult result = simulated(scenario);
  Question question;
  for (const StepResult& row : step_called(result, "rows").each)
    if (index_called(row, "t_pkey").leaf_pages == 1) ++question.answer;
  question.text = fmt::format(
      "PostgreSQL, a primary key that is {}, an empty table. {} How many rows fit before the index gets its "
      "second leaf?",
      key.words, page_words);
  question.unit = "rows";
  question.explanation =
      fmt::format("8,192 - 24 - 16 = 8,152 bytes; an entry takes {} + 4 = {}; 8,152 / {} rounded down.",
                  key.entry_bytes(), key.entry_bytes() + 4, key.entry_bytes() + 4);
  question.scenario = scenario.dump();
  return question;
}

Question ask_leaves_of_ascending_keys(Dice& dice) {
  const bool is_uuid = dice.below(2) == 1;
  const KeyType key = is_uuid ? uuid_key() : bigint_key();
  const std::uint64_t rows = dice.between(40000, 100000, 500);
  const ScenarioJson scenario =
      scenario_of("postgresql-18", one_key_table(key.type, key.values), dice.below(1000),
                  ScenarioJson::array({insert_step(rows, "load")}));
  const ScenarioResult result = simulated(scenario);
  Question question;
  question.answer = static_cast<double>(index_called(step_called(result, "load"), "t_pkey").leaf_pages);
  question.text = fmt::format(
      "PostgreSQL, a primary key that is {}; {} rows are inserted, their keys ascend, and the fillfactor is "
      "90. {} "
      "How many leaves has the index?",
      key.words, with_thousands(rows), page_words);
  question.unit = "leaves";
  question.tolerance_percent = 2;
  question.explanation = fmt::format(
      "Only the rightmost leaf ever splits, and it leaves {0} entries behind, 90 % of a page: about {1} / "
      "{0}.",
      is_uuid ? 261 : 366, with_thousands(rows));
  question.scenario = scenario.dump();
  return question;
}

Question ask_where_a_leaf_is_cut(Dice& dice) {
  const bool ascends = dice.below(2) == 1;
  const std::uint64_t rows = dice.between(10000, 30000, 1000);
  const ScenarioJson values = {{"stream", "counter"}, {"increment", ascends ? 1 : -1}};
  const ScenarioJson scenario = scenario_of("postgresql-18", one_key_table("bigint", values), 1,
                                            ScenarioJson::array({insert_step(rows, "load")}));
  Question question;
  question.answer = static_cast<double>(entries_of_a_leaf_in_the_middle(simulated(scenario, true)));
  question.text = fmt::format(
      "PostgreSQL, a primary key that is a bigint (407 entries fill a leaf); {} rows are inserted, and their "
      "keys {}. How "
      "many entries does a leaf in the middle of the index hold in the end?",
      with_thousands(rows), ascends ? "ascend" : "descend");
  question.unit = "entries";
  question.tolerance_percent = 2;
  question.explanation = ascends ? "The rightmost leaf is cut at the fillfactor: nine tenths stay, and "
                                   "nothing comes to them any more."
                                 : "Keys go to the leftmost leaf, which is cut in the middle like every leaf "
                                   "but the rightmost; the right half "
                                   "gets nothing any more.";
  question.scenario = scenario.dump();
  return question;
}

}  // namespace keycost
