// Reads a filled-in sheet and grades it.
#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "src/decimal.hpp"
#include "src/problem.hpp"
#include "src/quiz/quiz.hpp"
#include "src/report/counts.hpp"
#include "src/utf8.hpp"

namespace keycost {

namespace {

[[noreturn]] void refuse(const std::string& path, std::size_t line, const std::string& message) {
  Problem problem;
  problem.file = path;
  problem.position.line = line;
  problem.message = message;
  throw ScenarioInvalid({problem});
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char character) {
    return character == ' ' || character == '\t' || character == '\r';
  };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// A whole number at the front of `text`, which is taken off; nothing if there is none.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_words(std::string_view& text, std::string_view words) {
  if (!text.starts_with(words)) return false;
  text.remove_prefix(words.size());
  return true;
}

/// "keycost quiz, seed 7, 9 questions"
void read_title(std::string_view line, FilledSheet& sheet) {
  if (!take_words(line, "keycost quiz, seed ")) return;
  sheet.seed = take_number(line);
  if (take_words(line, ", ")) sheet.count = take_number(line);
}

/// "answer 3: 291"; other lines are none of ours.
void read_answer(std::string_view line, const std::string& path, std::size_t number, FilledSheet& sheet) {
  if (!take_words(line, "answer")) return;
  line = trimmed(line);
  const std::optional<std::uint64_t> question = take_number(line);
  if (!question || !take_words(line, ":"))
    refuse(path, number, "an answer is written \"answer N: VALUE\", with the number of its question");
  const auto is_same = [&](const auto& answer) { return answer.first == *question; };
  if (std::ranges::any_of(sheet.answers, is_same))
    refuse(path, number, fmt::format("question {} is answered twice", *question));
  const std::string_view given = trimmed(line);
  sheet.answers.emplace_back(static_cast<std::size_t>(*question), std::string(given));
}

/// "1,234 rows", "71.5 %": the number in front, without commas between thousands.
std::optional<double> number_in_front(std::string_view given) {
  std::string digits;
  for (const char character : given.substr(0, given.find_first_of(" \t%"))) {
    if (character != ',') digits += character;
  }
  return parse_decimal(digits);
}

bool is_right(const Question& question, const std::string& path, std::size_t number,
              const std::string& given) {
  if (question.is_choice()) {
    const char letter = given.size() == 1 || given.substr(1) == ")" ? given.front() : '\0';
    const int choice = letter >= 'A' && letter <= 'Z' ? letter - 'A' : letter - 'a';
    if (choice < 0 || choice >= static_cast<int>(question.choices.size())) {
      refuse(path, 0,
             fmt::format("the answer to question {} is a letter from a to {}, not {}", number,
                         static_cast<char>('a' + question.choices.size() - 1), in_quotes(given)));
    }
    return choice == static_cast<int>(question.answer);
  }
  const std::optional<double> value = number_in_front(given);
  if (!value)
    refuse(path, 0, fmt::format("the answer to question {} is a number, not {}", number, in_quotes(given)));
  // A part in a million more, so that a decimal at the very edge is inside.
  const double reach = std::abs(question.answer) * (question.tolerance_percent / 100 + 1e-6);
  return std::abs(*value - question.answer) <= (question.tolerance_percent == 0 ? 0 : reach);
}

}  // namespace

FilledSheet read_sheet(const std::string& path, const std::string& text) {
  FilledSheet sheet;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = trimmed(std::string_view(text).substr(start, end - start));
    if (++number == 1) read_title(line, sheet);
    read_answer(line, path, number, sheet);
    start = end + 1;
  }
  return sheet;
}

std::vector<Graded> grade(const Quiz& quiz, const FilledSheet& sheet, const std::string& path) {
  std::vector<Graded> grades(quiz.questions.size());
  for (const auto& [number, given] : sheet.answers) {
    if (number == 0 || number > quiz.questions.size()) {
      refuse(path, 0,
             fmt::format("there is no question {}: the quiz has {}", number,
                         counted(quiz.questions.size(), "question")));
    }
    if (given.empty()) continue;
    const bool right = is_right(quiz.questions[number - 1], path, number, given);
    grades[number - 1] = {right ? Mark::right : Mark::wrong, given};
  }
  return grades;
}

}  // namespace keycost
