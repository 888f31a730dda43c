// keycost quiz: a sheet of questions, its key, and grades.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "src/command/arguments.hpp"
#include "src/command/command.hpp"
#include "src/command/console_text.hpp"
#include "src/quiz/question_kinds.hpp"
#include "src/quiz/quiz.hpp"
#include "src/report/output_files.hpp"
#include "src/scenario_file.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

struct QuizArguments {
  std::optional<std::string> seed;
  std::optional<std::string> questions;
  std::string graded_file;
  bool key = false;
};

/// Given on the command line, on the sheet, or neither; both must agree.
template <class Number>
Number agreed(std::string_view option, const std::optional<std::uint64_t>& given,
              const std::optional<Number>& on_sheet, Number otherwise, const std::string& path) {
  if (given && on_sheet && *given != *on_sheet)
    throw UsageError(fmt::format("quiz: {} says {}, the sheet {} says {}", option, *given,
                                 path_in_quotes(path), *on_sheet));
  if (given) return static_cast<Number>(*given);
  return on_sheet.value_or(otherwise);
}

std::string read_sheet_file(const std::string& path) {
  std::string text = read_scenario_text(path);  // any text file
  if (find_invalid_utf8(text) != std::string::npos)
    throw UsageError(fmt::format("quiz: {} is no text", path_in_quotes(path)));
  return text;
}

ExitStatus run_quiz(const QuizArguments& arguments) {
  const NumberRange question_range{1, quiz_questions_max};
  const auto given_seed = read_optional_seed(arguments.seed);
  const auto given_count = read_optional_number("--questions", arguments.questions, question_range);
  const std::size_t every_kind = question_kinds().size();
  if (arguments.graded_file.empty()) {
    const Quiz quiz =
        make_quiz(given_seed.value_or(1), static_cast<std::size_t>(given_count.value_or(every_kind)));
    write_standard_output(in_character_set(arguments.key ? key_text(quiz) : sheet_text(quiz)));
    return ExitStatus::held;
  }
  if (arguments.key) throw UsageError("quiz: --key and --grade are two things; give one");
  const std::string& path = arguments.graded_file;
  const FilledSheet sheet = read_sheet(path, read_sheet_file(path));
  const auto seed = agreed<std::uint64_t>("--seed", given_seed, sheet.seed, 1, path);
  const auto count = agreed<std::size_t>("--questions", given_count, sheet.count, every_kind, path);
  if (count < question_range.minimum || count > question_range.maximum)
    throw UsageError(fmt::format("quiz: the sheet {} says {} questions; there are 1 to {}",
                                 path_in_quotes(path), count, quiz_questions_max));
  const Quiz quiz = make_quiz(seed, count);
  const std::vector<Graded> grades = grade(quiz, sheet, path);
  write_standard_output(in_character_set(grades_text(quiz, grades)));
  const bool all_right =
      std::ranges::all_of(grades, [](const Graded& one) { return one.mark == Mark::right; });
  return all_right ? ExitStatus::held : ExitStatus::expectation_failed;
}

CommandAction declare_quiz(CLI::App& app) {
  const auto arguments = std::make_shared<QuizArguments>();
  app.add_option("--seed", arguments->seed, "which quiz (1); with --grade, the sheet says it")
      ->type_name("N");
  app.add_option("--questions", arguments->questions, "how many; by default one of every kind")
      ->type_name("N");
  app.add_flag("--key", arguments->key, "the answers instead of the questions")->disable_flag_override();
  app.add_option("--grade", arguments->graded_file, "grade a sheet that has been filled in")
      ->type_name("FILE");
  return [arguments] { return run_quiz(*arguments); };
}

}  // namespace

const Command quiz_command{
    "quiz", "print a sheet of questions, its key, or grade one that was filled in",
    "Every answer is that of a small simulation, or of the arithmetic of a page that it bears out. The same "
    "seed asks the\n"
    "same questions everywhere. With --grade the exit status is 0 if every answer is right, else 1.\n\n"
    "Example: keycost quiz --seed 7 > sheet.txt; keycost quiz --grade sheet.txt",
    declare_quiz};

}  // namespace keycost
