#include <array>

#include "src/browser/recorder.hpp"

namespace keycost {

std::string_view step_words(const Step& step) {
  // In the order of Step::action.
  constexpr std::array<std::string_view, std::variant_size_v<decltype(Step::action)>> words{
      "insert", "copy", "checkpoint", "create_index", "rebuild", "restart", "prewarm", "read", "repeat"};
  return step.name.empty() ? words[step.action.index()] : std::string_view(step.name);
}

}  // namespace keycost
