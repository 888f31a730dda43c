#include "src/quiz/question_kinds.hpp"

#include <array>

namespace keycost {

namespace {

constexpr std::array kind_table{
    QuestionKind{"leaf_capacity", ask_leaf_capacity},
    QuestionKind{"leaves_of_ascending_keys", ask_leaves_of_ascending_keys},
    QuestionKind{"where_a_leaf_is_cut", ask_where_a_leaf_is_cut},
    QuestionKind{"images_of_a_first_touch", ask_images_of_a_first_touch},
    QuestionKind{"length_of_a_record", ask_length_of_a_record},
    QuestionKind{"different_leaves", ask_different_leaves},
    QuestionKind{"which_key_writes_most", ask_which_key_writes_most},
    QuestionKind{"which_index_is_least_full", ask_which_index_is_least_full},
    QuestionKind{"growth_of_a_secondary_index", ask_growth_of_a_secondary_index},
};

}  // namespace

std::span<const QuestionKind> question_kinds() {
  return kind_table;
}

}  // namespace keycost
