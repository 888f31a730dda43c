// Do lessons and quizzes work as scenarios/learn/README.md says, from the first command to the grades?
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/quiz/quiz.hpp"
#include "src/scenario_file.hpp"
#include "tests/catch.hpp"
#include "tests/program/program_run.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace keycost {
namespace {

using namespace test;

const std::string lessons_folder = KEYCOST_SOURCE_DIR "/scenarios/learn";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The lines of a Markdown file that stand as commands of this program.
std::vector<std::vector<std::string>> commands_of(const std::string& path) {
  std::istringstream lines(read_file(path));
  std::vector<std::vector<std::string>> commands;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("    keycost ")) continue;
    std::vector<std::string> words = words_of(line);
    words.erase(words.begin());
    commands.push_back(std::move(words));
  }
  return commands;
}

ProgramOutput run_beside_the_lessons(const TemporaryFolder& folder,
                                     const std::vector<std::string>& arguments) {
  ProgramSetting setting;
  setting.folder = folder.path();
  return run_keycost(arguments, setting);
}

TEST_CASE("every command of the lessons' README works as it stands there") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(KEYCOST_SOURCE_DIR "/scenarios", folder / "scenarios");
  const auto commands = commands_of(lessons_folder + "/README.md");
  REQUIRE(commands.size() >= 6);
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command);
    const ProgramOutput output = run_beside_the_lessons(folder, command);
    CHECK(output.status == 0);
    CHECK(output.err.empty());
  }
  CHECK(contains(read_file(folder / "lesson-2.html"), "<h2>Why</h2>"));
}

TEST_CASE("every lesson asks for a prediction, runs by the command that it names, and explains itself") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(KEYCOST_SOURCE_DIR "/scenarios", folder / "scenarios");
  const std::string list = run_beside_the_lessons(folder, {"learn"}).out;
  const std::string readme = read_file(lessons_folder + "/README.md");
  const std::vector<std::string> paths = find_scenarios(lessons_folder);
  REQUIRE(paths.size() >= 12);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    CAPTURE(paths[i]);
    const ScenarioFile lesson = load_scenario(paths[i]);
    CHECK(lesson.name.starts_with(fmt::format("{:02}-", i + 1)));
    CHECK(contains(list, fmt::format("{:>2}  {}\n", i + 1, lesson.title)));
    CHECK(contains(readme, fmt::format("| {} | `{}` |", i + 1, lesson.name)));
    CHECK_FALSE(lesson.predict.empty());
    CHECK(lesson.explanation.size() >= 2);

    const std::string asked = run_beside_the_lessons(folder, {"learn", fmt::format("{}", i + 1)}).out;
    CHECK(contains(asked, "Predict: "));
    CHECK_FALSE(contains(asked, lesson.explanation[0].substr(0, 40)));
    const std::string command = fmt::format("keycost run scenarios/learn/{}.json\n", lesson.name);
    REQUIRE(contains(asked, "    " + command));
    std::vector<std::string> arguments = words_of(command);
    arguments.erase(arguments.begin());
    const ProgramOutput output = run_beside_the_lessons(folder, arguments);
    CHECK(output.status == 0);
    CHECK(contains(output.out, "\nwhy\n" + lesson.explanation[0].substr(0, 40)));
  }
}

/// The sheet with `answers` written behind its lines.
std::string filled_in(std::string sheet, const std::vector<std::string>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string line = fmt::format("answer {}:", i + 1);
    sheet.insert(sheet.find("\n" + line) + 1 + line.size(), " " + answers[i]);
  }
  return sheet;
}

/// What the key says: the first word behind "N. ", without the point behind a letter.
std::vector<std::string> answers_of_key(const std::string& key, std::size_t count) {
  std::vector<std::string> answers;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string start = fmt::format("\n{}.", i);
    std::string answer = words_of(key.substr(key.find(start) + start.size(), 40)).at(0);
    if (answer.ends_with('.')) answer.pop_back();
    answers.push_back(answer);
  }
  return answers;
}

TEST_CASE("a sheet filled in from the key is graded all right, and the same sheet with a slip is not") {
  const TemporaryFolder folder;
  const std::string sheet = run_keycost({"quiz", "--seed", "7"}).out;
  std::vector<std::string> answers = answers_of_key(run_keycost({"quiz", "--seed", "7", "--key"}).out, 9);
  write_file(folder / "sheet.txt", filled_in(sheet, answers));
  const ProgramOutput all_right = run_keycost({"quiz", "--grade", folder / "sheet.txt"});
  CHECK(all_right.status == 0);
  CHECK(contains(all_right.out, "9 of 9 right\n"));

  for (std::string& answer : answers) {
    if (answer.size() > 1 && answer.find('.') == std::string::npos) {
      answer = "1" + answer;
      break;
    }
  }
  answers.back() = "";
  write_file(folder / "sheet.txt", filled_in(sheet, answers));
  const ProgramOutput slips = run_keycost({"quiz", "--grade", folder / "sheet.txt"});
  CHECK(slips.status == 1);
  CHECK(contains(slips.out, " is wrong, right is "));
  CHECK(contains(slips.out, "✗ 9: no answer, right is "));
  CHECK(contains(slips.out, "7 of 9 right\n"));
  // An empty sheet has nothing right.
  write_file(folder / "sheet.txt", sheet);
  CHECK(contains(run_keycost({"quiz", "--grade", folder / "sheet.txt"}).out, "0 of 9 right\n"));
}

TEST_CASE("a sheet of another quiz, and one that cannot be read, are refused") {
  const TemporaryFolder folder;
  write_file(folder / "sheet.txt", run_keycost({"quiz", "--seed", "7", "--questions", "1"}).out);
  const ProgramOutput other = run_keycost({"quiz", "--seed", "8", "--grade", folder / "sheet.txt"});
  CHECK(other.status == 2);
  CHECK(contains(other.err, "--seed says 8, the sheet"));
  write_file(folder / "slip.txt", "keycost quiz, seed 7, 1 question\nanswer 1: much\n");
  const ProgramOutput slip = run_keycost({"quiz", "--grade", folder / "slip.txt"});
  CHECK(slip.status == 3);
  CHECK(run_keycost({"quiz", "--grade", folder / "absent.txt"}).status == 4);
  CHECK(run_keycost({"quiz", "--grade", folder / "sheet.txt", "--key"}).status == 2);
  CHECK(run_keycost({"quiz", "--questions", "0"}).status == 2);
  CHECK(run_keycost({"learn", "14"}).status == 2);
  CHECK(run_keycost({"learn", "1", "--folder", folder / "nowhere"}).status == 2);
}

}  // namespace
}  // namespace keycost
