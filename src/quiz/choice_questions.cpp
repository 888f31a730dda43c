// Questions that are answered with a letter: three keys side by side, and which of them comes out on top.
#include <algorithm>

#include <fmt/format.h>

#include "src/quiz/key_type.hpp"
#include "src/quiz/question_kinds.hpp"
#include "src/report/numbers.hpp"

namespace keycost {

namespace {

struct Candidate {
  std::string words;
  ScenarioJson type;
  ScenarioJson values;
};

/// As many of `candidates` as choices are wanted, in an order of their own.
std::vector<Candidate> drawn(Dice& dice, std::vector<Candidate> candidates, std::size_t count) {
  dice.shuffle(candidates);
  candidates.resize(count);
  return candidates;
}

ScenarioJson side_by_side(const std::vector<Candidate>& candidates, std::uint64_t seed,
                          const ScenarioJson& steps) {
  ScenarioJson scenario = {
      {"engine", "postgresql-18"}, {"seed", seed}, {"tables", ScenarioJson::object()}, {"steps", steps}};
  for (std::size_t i = 0; i < candidates.size(); ++i)
    scenario["tables"][std::string(1, static_cast<char>('a' + i))] =
        one_key_table(candidates[i].type, candidates[i].values);
  return scenario;
}

/// The position of the greatest value.
double greatest(const std::vector<double>& values) {
  return static_cast<double>(std::ranges::max_element(values) - values.begin());
}

Question choice(std::string text, const std::vector<Candidate>& candidates, const std::vector<double>& values,
                const ScenarioJson& scenario) {
  Question question;
  question.text = std::move(text);
  for (const Candidate& candidate : candidates) question.choices.push_back(candidate.words);
  question.answer = greatest(values);
  question.scenario = scenario.dump();
  return question;
}

}  // namespace

Question ask_which_key_writes_most(Dice& dice) {
  const std::vector<Candidate> ordered =
      drawn(dice,
            {{"a bigint from a sequence", "bigint", "identity"},
             {"a uuid of version 7", "uuid", "uuidv7"},
             {"a ULID as a uuid", "uuid", "ulid"},
             {"a Snowflake id (bigint) from one node", "bigint", "snowflake"}},
            2);
  std::vector<Candidate> candidates = drawn(dice,
                                            {{"a uuid of version 4", "uuid", "uuidv4"},
                                             {"a NanoID of 21 characters (text)", "text", "nanoid"},
                                             {"a hash of a count (bigint)", "bigint", "hashed"}},
                                            1);
  candidates.insert(candidates.end(), ordered.begin(), ordered.end());
  dice.shuffle(candidates);
  const std::uint64_t rows = dice.between(20000, 50000, 10000);
  const std::uint64_t interval = dice.between(1000, 3000, 500);
  const ScenarioJson scenario = side_by_side(
      candidates, dice.below(1000),
      ScenarioJson::array(
          {insert_step(rows, "before"),
           {{"do", "repeat"},
            {"times", 5},
            {"name", "service"},
            {"steps", ScenarioJson::array({checkpoint_step(), {{"do", "insert"}, {"rows", interval}}})}}}));
  const ScenarioResult result = simulated(scenario);
  std::vector<double> written;
  for (std::size_t table = 0; table < candidates.size(); ++table)
    written.push_back(static_cast<double>(step_called(result, "service", table).wal.bytes));
  Question question =
      choice(fmt::format("PostgreSQL, three tables that differ in the primary key only, {} rows each. Then "
                         "{} rows more, with a "
                         "checkpoint before every {} of them. Which table writes the most log?",
                         with_thousands(rows), with_thousands(5 * interval), with_thousands(interval)),
             candidates, written, scenario);
  question.explanation =
      "The one whose keys come in no order: nearly every row changes a leaf that has not been changed since "
      "the checkpoint, "
      "and that is logged whole. Bytes of WAL, in the order of the letters:";
  for (const double bytes : written) question.explanation += " " + full_precision_with_thousands(bytes);
  question.explanation += ".";
  return question;
}

Question ask_which_index_is_least_full(Dice& dice) {
  std::vector<Candidate> candidates =
      drawn(dice,
            {{"a bigint that ascends", "bigint", "counter"},
             {"a uuid of version 7, as PostgreSQL mints it", "uuid", "uuidv7"},
             {"a bigint that ascends, with the ids of four writers who draw 32 at a time", "bigint",
              ScenarioJson{{"stream", "counter"}, {"writers", 4}, {"cache", 32}}}},
            2);
  candidates.push_back(
      {"a bigint that descends", "bigint", ScenarioJson{{"stream", "counter"}, {"increment", -1}}});
  dice.shuffle(candidates);
  const std::uint64_t rows = dice.between(20000, 60000, 5000);
  const ScenarioJson scenario =
      side_by_side(candidates, dice.below(1000), ScenarioJson::array({insert_step(rows, "load")}));
  const ScenarioResult result = simulated(scenario);
  std::vector<double> emptiness;
  std::string densities;
  for (std::size_t table = 0; table < candidates.size(); ++table) {
    const double density = step_called(result, "load", table).indexes.at(0).second.avg_leaf_density;
    emptiness.push_back(100 - density);
    densities += fmt::format(" {:.2f} %", density);
  }
  Question question = choice(fmt::format("PostgreSQL, three tables with {} rows each that differ in the "
                                         "primary key only. Whose index has the "
                                         "least full leaves?",
                                         with_thousands(rows)),
                             candidates, emptiness, scenario);
  question.explanation =
      "Descending keys split the leftmost leaf, which is cut in the middle; the right half gets nothing "
      "more. Average leaf "
      "density, in the order of the letters:" +
      densities + ".";
  return question;
}

}  // namespace keycost
