// Questions about the write-ahead log: images and records.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "src/quiz/key_type.hpp"
#include "src/quiz/question_kinds.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

const WalTypeUsage* usage_of(const StepResult& step, std::string_view type) {
  const auto found = std::ranges::find(step.wal.by_type, type, &WalTypeUsage::type);
  return found == step.wal.by_type.end() ? nullptr : &*found;
}

/// Pages that a split makes or changes would be no part of the question.
bool has_a_split(const StepResult& step) {
  return std::ranges::any_of(step.wal.by_type, [](const WalTypeUsage& usage) {
    return usage.type.find("SPLIT") != std::string::npos || usage.type.find("NEWROOT") != std::string::npos ||
           usage.type == "Heap/INSERT+INIT";
  });
}

/// Draws seeds until `step` of the scenario splits nothing.
ScenarioResult simulated_without_a_split(Dice& dice, ScenarioJson& scenario, const std::string& step) {
  constexpr int tries = 100;  // a row splits a page once in some hundred
  for (int i = 0; i < tries; ++i) {
    scenario["seed"] = dice.below(1000000);
    scenario["steps"][0]["rows"] = dice.between(5000, 20000, 7);
    ScenarioResult result = simulated(scenario);
    if (!has_a_split(step_called(result, step))) return result;
  }
  throw InvariantBroken("a quiz's scenario splits a page whatever the seed");
}

}  // namespace

Question ask_images_of_a_first_touch(Dice& dice) {
  const bool is_random = dice.below(2) == 1;
  const std::uint64_t secondary = dice.below(4);
  ScenarioJson table = one_key_table(is_random ? "uuid" : "bigint", is_random ? "uuidv4" : "counter");
  table["indexes"] = ScenarioJson::array();
  for (std::uint64_t i = 0; i < secondary; ++i) {
    const std::string name = fmt::format("c{}", i + 1);
    table["columns"].push_back({{"name", name}, {"type", "uuid"}, {"values", "uuidv4"}});
    table["indexes"].push_back({{"name", name}, {"columns", ScenarioJson::array({name})}});
  }
  ScenarioJson scenario =
      scenario_of("postgresql-18", table, 1,
                  ScenarioJson::array({insert_step(1, "before"), checkpoint_step(), insert_step(1, "row")}));
  const ScenarioResult result = simulated_without_a_split(dice, scenario, "row");
  Question question;
  question.answer = static_cast<double>(step_called(result, "row").wal.fpi);
  question.text = fmt::format(
      "PostgreSQL, a table with a primary key that is {}, and {}. After a checkpoint one row is inserted; no "
      "page is split, and the heap's last page has room. How many full-page images "
      "does it write?",
      is_random ? "a random uuid" : "a bigint, whose values ascend",
      secondary == 0   ? std::string("no other index")
      : secondary == 1 ? std::string("an index over another column, of random uuids")
                       : fmt::format("{} indexes, each over another column, of random uuids", secondary));
  question.unit = "images";
  question.explanation = fmt::format(
      "One of the heap page and one of a leaf of each index, {} in all: all of them are changed for the "
      "first time since "
      "the checkpoint. Whether keys are in order makes no difference to the first row.",
      2 + secondary);
  question.scenario = scenario.dump();
  return question;
}

Question ask_length_of_a_record(Dice& dice) {
  const KeyType key = any_key(dice);
  ScenarioJson scenario = scenario_of("postgresql-18", one_key_table(key.type, key.values), 1,
                                      ScenarioJson::array({insert_step(1, "before"), insert_step(1, "row")}));
  const ScenarioResult result = simulated_without_a_split(dice, scenario, "row");
  const WalTypeUsage* usage = usage_of(step_called(result, "row"), "Btree/INSERT_LEAF");
  if (usage == nullptr || usage->fpi != 0) throw InvariantBroken("a quiz's row has no plain leaf record");
  Question question;
  question.answer = static_cast<double>(usage->record_size);
  question.text = fmt::format(
      "PostgreSQL, a primary key that is {}. A row is inserted to a leaf whose image is in the log already. "
      "Its record of "
      "type Btree/INSERT_LEAF has a header of 24 bytes, 20 bytes that say which block, 2 for the length of "
      "what follows, 2 "
      "for the place on the page, and the entry without its line pointer: a header of 8 bytes and the key, "
      "rounded up to a "
      "multiple of 8. How long is the record?",
      key.words);
  question.unit = "bytes";
  question.explanation = fmt::format("24 + 20 + 2 + 2 + {}.", key.entry_bytes());
  question.scenario = scenario.dump();
  return question;
}

namespace {

/// Different ones of `leaves` that `rows` keys hit, on average, if all are hit alike (Cardenas 1975). Powers
/// by multiplication alone: those of the C library need not agree to the last bit everywhere.
double expected_hits(std::uint64_t leaves, std::uint64_t rows) {
  double missed = 1;
  for (std::uint64_t row = 0; row < rows; ++row) missed *= 1 - 1 / static_cast<double>(leaves);
  return static_cast<double>(leaves) * (1 - missed);
}

std::uint64_t images_of(const StepResult& step, std::string_view relation) {
  const auto found = std::ranges::find(step.by_relation, relation, &std::pair<std::string, Cost>::first);
  return found == step.by_relation.end() ? 0 : found->second.wal.fpi;
}

}  // namespace

Question ask_different_leaves(Dice& dice) {
  Question question;
  question.tolerance_percent = 8;
  // Chance puts one run in some thousands beyond what is accepted: nobody's right answer shall be graded by
  // such a one.
  double expected = 0;
  do {
    const std::uint64_t before = dice.between(80000, 150000, 10000);
    const std::uint64_t rows = dice.between(500, 1500, 100);
    const ScenarioJson scenario =
        scenario_of("postgresql-18", one_key_table("uuid", "uuidv4"), dice.below(1000),
                    ScenarioJson::array(
                        {insert_step(before, "before"), checkpoint_step(), insert_step(rows, "interval")}));
    const ScenarioResult result = simulated(scenario);
    const std::uint64_t leaves = index_called(step_called(result, "before"), "t_pkey").leaf_pages;
    expected = expected_hits(leaves, rows);
    question.answer = static_cast<double>(images_of(step_called(result, "interval"), "t_pkey"));
    question.text = fmt::format(
        "PostgreSQL, an index of random uuids with {} leaves. {} rows are inserted between two checkpoints. "
        "About how many "
        "pages of the index are logged whole?",
        with_thousands(leaves), with_thousands(rows));
    question.explanation = fmt::format(
        "As many as different leaves are hit: {0} × (1 - (1 - 1/{0})^{1}) = {2:.0f} if all are hit alike "
        "(Cardenas 1975). "
        "Fuller leaves are hit more often, and a split may bring a neighbour along, so the simulation "
        "differs a little.",
        leaves, rows, expected);
    question.scenario = scenario.dump();
  } while (std::abs(expected - question.answer) > 0.05 * question.answer);
  question.unit = "pages";
  return question;
}

}  // namespace keycost
