// Are a quiz's answers those of page arithmetic, its sheets the same for the same seed, and its grades fair?
#include <cmath>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "src/problem.hpp"
#include "src/quiz/question_kinds.hpp"
#include "src/quiz/quiz.hpp"
#include "src/scenario_file.hpp"
#include "tests/catch.hpp"

namespace keycost {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t seeds = 25;

/// Bytes of the key's value in an index entry, from the scenario that the question names.
std::uint64_t key_bytes(const Question& question) {
  const Json column = Json::parse(question.scenario)["tables"]["t"]["columns"][0];
  if (column["type"] == "bigint") return 8;
  if (column["type"] == "int") return 4;
  if (column["type"] == "uuid") return 16;
  return column["values"]["size"].get<std::uint64_t>() + 1;
}

std::uint64_t entry_bytes(const Question& question) {
  return 8 + (key_bytes(question) + 7) / 8 * 8;
}

Question asked(Question (*ask)(Dice& dice), std::uint64_t seed) {
  Dice dice(seed);
  return ask(dice);
}

bool is_accepted(const Question& question, const std::string& given) {
  FilledSheet sheet;
  sheet.answers = {{1, given}};
  return grade({1, {question}}, sheet, "sheet.txt").at(0).mark == Mark::right;
}

TEST_CASE("as many entries fit on a leaf as page arithmetic says") {
  std::set<std::uint64_t> widths;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Question question = asked(ask_leaf_capacity, seed);
    CHECK(question.answer == static_cast<double>(8152 / (entry_bytes(question) + 4)));
    widths.insert(key_bytes(question));
  }
  CHECK(widths.size() >= 5);
}

TEST_CASE("a leaf record is as long as its parts") {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Question question = asked(ask_length_of_a_record, seed);
    CHECK(question.answer == static_cast<double>(24 + 20 + 2 + 2 + entry_bytes(question)));
  }
}

TEST_CASE("a first touch writes an image of the heap page and of a leaf of each index") {
  std::set<double> answers;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Question question = asked(ask_images_of_a_first_touch, seed);
    const Json table = Json::parse(question.scenario)["tables"]["t"];
    CHECK(question.answer == static_cast<double>(2 + table["indexes"].size()));
    answers.insert(question.answer);
  }
  CHECK(answers == std::set<double>{2, 3, 4, 5});
}

TEST_CASE("who computes as the explanation does is graded right") {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    const Question leaves = asked(ask_leaves_of_ascending_keys, seed);
    const Json scenario = Json::parse(leaves.scenario);
    const double rows = scenario["steps"][0]["rows"];
    CHECK(is_accepted(leaves, std::to_string(rows / (key_bytes(leaves) == 8 ? 366 : 261))));

    const Question cut = asked(ask_where_a_leaf_is_cut, seed);
    const bool ascends = Json::parse(cut.scenario)["tables"]["t"]["columns"][0]["values"]["increment"] == 1;
    CHECK(is_accepted(cut, ascends ? "366" : "203.5"));

    const Question hits = asked(ask_different_leaves, seed);
    const double hit_rows = Json::parse(hits.scenario)["steps"][2]["rows"];
    const double pages = std::stod(hits.explanation.substr(hits.explanation.find("hit: ") + 5));
    CHECK(is_accepted(hits, std::to_string(pages * (1 - std::pow(1 - 1 / pages, hit_rows)))));

    const Question growth = asked(ask_growth_of_a_secondary_index, seed);
    const bool is_text = Json::parse(growth.scenario)["tables"]["wide"]["columns"][0]["type"] == "char(36)";
    CHECK(is_accepted(growth, is_text ? "2.3" : "1.4"));
  }
}

TEST_CASE("of three keys, the one without order writes most, and the one that descends fills least") {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    const Question writes = asked(ask_which_key_writes_most, seed);
    REQUIRE(writes.choices.size() == 3);
    const std::string most = writes.choices.at(static_cast<std::size_t>(writes.answer));
    const bool is_random = most.find("version 4") != std::string::npos ||
                           most.find("NanoID") != std::string::npos || most.find("hash") != std::string::npos;
    CHECK(is_random);
    const Question fills = asked(ask_which_index_is_least_full, seed);
    CHECK(fills.choices.at(static_cast<std::size_t>(fills.answer)) == "a bigint that descends");
  }
}

TEST_CASE(
    "the same seed asks the same, another asks something else, and a longer quiz begins as a shorter one") {
  const std::string sheet = sheet_text(make_quiz(7, 9));
  CHECK(sheet_text(make_quiz(7, 9)) == sheet);
  CHECK(sheet_text(make_quiz(8, 9)) != sheet);
  const Quiz longer = make_quiz(7, 12);
  const Quiz shorter = make_quiz(7, 4);
  for (std::size_t i = 0; i < shorter.questions.size(); ++i) {
    CHECK(shorter.questions[i].text == longer.questions[i].text);
    CHECK(shorter.questions[i].answer == longer.questions[i].answer);
  }
}

TEST_CASE("a quiz asks every kind once before it asks one again") {
  const Quiz quiz = make_quiz(3, 2 * question_kinds().size());
  std::set<std::string> beginnings;
  for (std::size_t i = 0; i < question_kinds().size(); ++i)
    beginnings.insert(quiz.questions[i].explanation.substr(0, 30));
  CHECK(beginnings.size() == question_kinds().size());
  CHECK(quiz.questions.size() == 18);
}

TEST_CASE("every question's scenario is one that can be run again") {
  for (const Question& question : make_quiz(11, 9).questions) {
    CAPTURE(question.text);
    CHECK(decode_scenario("question.json", question.scenario).scenario.tables.size() >= 1);
    CHECK_FALSE(question.explanation.empty());
  }
}

Question number_of(double answer, double tolerance_percent) {
  Question question;
  question.text = "How many?";
  question.unit = "rows";
  question.answer = answer;
  question.tolerance_percent = tolerance_percent;
  return question;
}

TEST_CASE("an exact answer is exact, and a tolerance reaches to its edge and not beyond") {
  const Question exact = number_of(1234, 0);
  for (const char* right : {"1234", "1,234", "1234.0", "1,234 rows"}) CHECK(is_accepted(exact, right));
  for (const char* wrong : {"1235", "1233", "1234.001", "-1234"}) CHECK_FALSE(is_accepted(exact, wrong));
  const Question near = number_of(200, 5);
  for (const char* right : {"190", "210", "200"}) CHECK(is_accepted(near, right));
  for (const char* wrong : {"189.9", "210.1"}) CHECK_FALSE(is_accepted(near, wrong));
}

TEST_CASE("a letter is right in either case, and with its bracket") {
  Question question = number_of(1, 0);
  question.choices = {"one", "two", "three"};
  for (const char* right : {"b", "B", "b)"}) CHECK(is_accepted(question, right));
  for (const char* wrong : {"a", "c"}) CHECK_FALSE(is_accepted(question, wrong));
}

std::string refusal(const std::string& sheet, const Quiz& quiz) {
  try {
    grade(quiz, read_sheet("sheet.txt", sheet), "sheet.txt");
  } catch (const ScenarioInvalid& invalid) {
    return invalid.problems().at(0).text();
  }
  return "";
}

TEST_CASE("what cannot be graded is refused with its place") {
  Question choice = number_of(1, 0);
  choice.choices = {"one", "two"};
  const Quiz quiz{1, {number_of(5, 0), choice}};
  CHECK(refusal("answer 1: 5\nanswer 2: b\n", quiz).empty());
  CHECK(refusal("answer 1: five\n", quiz) == "sheet.txt: the answer to question 1 is a number, not \"five\"");
  CHECK(refusal("answer 2: c\n", quiz) ==
        "sheet.txt: the answer to question 2 is a letter from a to b, not \"c\"");
  CHECK(refusal("answer 2: bb\n", quiz) ==
        "sheet.txt: the answer to question 2 is a letter from a to b, not \"bb\"");
  CHECK(refusal("answer 3: 1\n", quiz) == "sheet.txt: there is no question 3: the quiz has 2 questions");
  CHECK(refusal("\nanswer 1: 5\nanswer 1: 6\n", quiz) == "sheet.txt:3: question 1 is answered twice");
  CHECK(refusal("answer one: 5\n", quiz) ==
        "sheet.txt:1: an answer is written \"answer N: VALUE\", with the number of its question");
}

TEST_CASE("a sheet says of which quiz it is, and what stands around the answers does not matter") {
  const Quiz quiz = make_quiz(9, 3);
  std::string sheet = sheet_text(quiz);
  const FilledSheet read = read_sheet("sheet.txt", sheet);
  CHECK(read.seed == 9);
  CHECK(read.count == 3);
  REQUIRE(read.answers.size() == 3);
  for (const Graded& graded : grade(quiz, read, "sheet.txt")) CHECK(graded.mark == Mark::unanswered);
}

}  // namespace
}  // namespace keycost
