// A quiz on paper: the sheet, the key, and the grades.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/quiz/quiz.hpp"
#include "src/report/counts.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"

namespace keycost {

namespace {

constexpr std::size_t width = 100;

char letter_of(std::size_t choice) {
  return static_cast<char>('a' + choice);
}

/// "b", "291 rows", "1.37 times".
std::string answer_text(const Question& question) {
  if (question.is_choice()) return std::string(1, letter_of(static_cast<std::size_t>(question.answer)));
  const bool is_whole = std::trunc(question.answer) == question.answer;
  const std::string number =
      is_whole ? full_precision_with_thousands(question.answer) : fmt::format("{:.2f}", question.answer);
  return number + " " + question.unit;
}

std::string exactness_text(const Question& question) {
  if (question.is_choice()) return "A letter.";
  if (question.tolerance_percent == 0) return fmt::format("A number of {}, exactly.", question.unit);
  return fmt::format("A number ({}), to within {} %.", question.unit,
                     full_precision(question.tolerance_percent));
}

/// "1. " and lines of words that stand under each other.
std::string numbered(std::size_t number, const std::string& words) {
  constexpr std::size_t indent = 4;
  const std::string text = wrapped(words, width, indent);
  return padded_right(fmt::format("{}.", number), indent) + text.substr(indent);
}

std::string title(const Quiz& quiz) {
  return fmt::format("keycost quiz, seed {}, {}\n", quiz.seed, counted(quiz.questions.size(), "question"));
}

}  // namespace

std::string sheet_text(const Quiz& quiz) {
  std::string text = title(quiz);
  text += fmt::format(
      "\nWrite each answer behind its \"answer N:\". `keycost quiz --grade FILE` grades the sheet.\n");
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const Question& question = quiz.questions[i];
    text += "\n" + numbered(i + 1, question.text);
    for (std::size_t choice = 0; choice < question.choices.size(); ++choice)
      text += fmt::format("    {}) {}\n", letter_of(choice), question.choices[choice]);
    text += wrapped(exactness_text(question), width, 4);
    text += fmt::format("answer {}:\n", i + 1);
  }
  return text;
}

std::string key_text(const Quiz& quiz) {
  std::string text =
      title(quiz) + "\nThe key. Each answer is that of a simulation; its scenario stands below it.\n";
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const Question& question = quiz.questions[i];
    text += "\n" + numbered(i + 1, fmt::format("{}. {}", answer_text(question), question.explanation));
    text += fmt::format("    {}\n", question.scenario);
  }
  return text;
}

std::string grades_text(const Quiz& quiz, const std::vector<Graded>& grades) {
  std::string text = title(quiz);
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const std::string right = answer_text(quiz.questions[i]);
    switch (grades[i].mark) {
      case Mark::right:
        text += fmt::format("✓ {}: {}\n", i + 1, right);
        break;
      case Mark::wrong:
        text += fmt::format("✗ {}: {} is wrong, right is {}\n", i + 1, grades[i].given, right);
        break;
      case Mark::unanswered:
        text += fmt::format("✗ {}: no answer, right is {}\n", i + 1, right);
        break;
    }
  }
  const auto score = static_cast<std::size_t>(std::ranges::count(grades, Mark::right, &Graded::mark));
  return text + fmt::format("{} of {} right\n", score, quiz.questions.size());
}

}  // namespace keycost
