// A sheet of questions with answers that were simulated, and the grading of a filled-in sheet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/quiz/question.hpp"

namespace keycost {

struct Quiz {
  std::uint64_t seed = 1;
  std::vector<Question> questions;
};

inline constexpr std::size_t quiz_questions_max = 99;

/// Every kind of question once, in an order that the seed draws, then again. The same seed asks the same, and
/// a longer quiz begins as a shorter one. Simulates a small scenario for each.
Quiz make_quiz(std::uint64_t seed, std::size_t count);

/// To hand out: the questions, with a line "answer N:" for each.
std::string sheet_text(const Quiz& quiz);
/// To keep: the answers, how one gets there, and the scenarios that they come from.
std::string key_text(const Quiz& quiz);

/// What a filled-in sheet says. Lines that begin with "answer N:" count, and the first line, which says of
/// which quiz it is, if it is still there.
struct FilledSheet {
  std::optional<std::uint64_t> seed;
  std::optional<std::size_t> count;
  std::vector<std::pair<std::size_t, std::string>>
      answers;  ///< question from 1, and what stands there, if anything
};

/// Throws ScenarioInvalid with `path` and lines: a question answered twice, or a line that cannot be read.
FilledSheet read_sheet(const std::string& path, const std::string& text);

enum class Mark { right, wrong, unanswered };

struct Graded {
  Mark mark = Mark::unanswered;
  std::string given;
};

/// One for each question. Throws ScenarioInvalid for an answer to a question that there is not, or that is
/// neither a number nor, where one is asked for, a letter.
std::vector<Graded> grade(const Quiz& quiz, const FilledSheet& sheet, const std::string& path);

std::string grades_text(const Quiz& quiz, const std::vector<Graded>& grades);

}  // namespace keycost
