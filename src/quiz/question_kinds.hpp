// The kinds of question there are: what each draws, and what it asks.
#pragma once

#include <span>
#include <string_view>

#include "src/quiz/dice.hpp"
#include "src/quiz/question.hpp"

namespace keycost {

struct QuestionKind {
  std::string_view name;
  Question (*ask)(Dice& dice);
};

/// To add one: a function in one of the files beside this and a line in question_kinds.cpp.
std::span<const QuestionKind> question_kinds();

// page_questions.cpp
Question ask_leaf_capacity(Dice& dice);
Question ask_leaves_of_ascending_keys(Dice& dice);
Question ask_where_a_leaf_is_cut(Dice& dice);
// log_questions.cpp
Question ask_images_of_a_first_touch(Dice& dice);
Question ask_length_of_a_record(Dice& dice);
Question ask_different_leaves(Dice& dice);
// choice_questions.cpp
Question ask_which_key_writes_most(Dice& dice);
Question ask_which_index_is_least_full(Dice& dice);
// innodb_questions.cpp
Question ask_growth_of_a_secondary_index(Dice& dice);

}  // namespace keycost
