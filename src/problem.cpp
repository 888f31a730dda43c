#include "src/problem.hpp"

#include <fmt/format.h>

namespace keycost {

std::string Problem::text() const {
  std::string place = file;
  if (position.line != 0) place += fmt::format(":{}", position.line);
  if (position.line != 0 && position.column != 0) place += fmt::format(":{}", position.column);
  if (position.pointer.empty()) return fmt::format("{}: {}", place, message);
  return fmt::format("{}: {} (at {})", place, message, position.pointer);
}

namespace {

std::string all_texts(const std::vector<Problem>& problems) {
  std::string texts;
  for (const Problem& problem : problems) texts += problem.text() + "\n";
  if (!texts.empty()) texts.pop_back();
  return texts;
}

}  // namespace

ScenarioInvalid::ScenarioInvalid(std::vector<Problem> problems)
    : std::runtime_error(all_texts(problems)), problems_(std::move(problems)) {}

InputOutputFailed::InputOutputFailed(Problem problem)
    : std::runtime_error(problem.text()), problem_(std::move(problem)) {}

}  // namespace keycost
