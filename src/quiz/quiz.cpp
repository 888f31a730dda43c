#include "src/quiz/quiz.hpp"

#include "src/quiz/question_kinds.hpp"

namespace keycost {

namespace {

/// Every question has dice of its own, so that none depends on how many throws another took.
Dice dice_of(std::uint64_t seed, std::size_t question) {
  const PhiloxBlock block = RandomKey{seed, 1}.block(question);
  return Dice(half_of(block));
}

}  // namespace

Quiz make_quiz(std::uint64_t seed, std::size_t count) {
  Quiz quiz{seed, {}};
  const std::span<const QuestionKind> kinds = question_kinds();
  Dice order(seed);
  std::vector<const QuestionKind*> round;
  while (quiz.questions.size() < count) {
    if (round.empty()) {
      for (const QuestionKind& kind : kinds) round.push_back(&kind);
      order.shuffle(round);
    }
    Dice dice = dice_of(seed, quiz.questions.size());
    quiz.questions.push_back(round.back()->ask(dice));
    round.pop_back();
  }
  return quiz;
}

}  // namespace keycost
