#include "src/decode/findings.hpp"

#include <algorithm>
#include <tuple>

namespace keycost {

void Findings::throw_if_any() const {
  if (problems_.empty()) return;
  std::vector<Problem> ordered = problems_;
  const auto place = [](const Problem& problem) {
    return std::tuple(problem.position.line, problem.position.column);
  };
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](const Problem& left, const Problem& right) { return place(left) < place(right); });
  throw ScenarioInvalid(std::move(ordered));
}

}  // namespace keycost
