// Everything that is found to be wrong with one file, gathered so that a user sees all of it at once.
#pragma once

#include <string>
#include <vector>

#include "src/problem.hpp"

namespace keycost {

class Findings {
 public:
  explicit Findings(std::string file) : file_(std::move(file)) {}

  void add(const SourcePosition& position, std::string message) {
    problems_.push_back({file_, position, std::move(message)});
  }

  const std::string& file() const { return file_; }
  std::size_t count() const { return problems_.size(); }

  /// Throws ScenarioInvalid with all of them, in file order, if there is any.
  void throw_if_any() const;

 private:
  std::string file_;
  std::vector<Problem> problems_;
};

}  // namespace keycost
