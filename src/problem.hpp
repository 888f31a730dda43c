// What is told to a user when something they gave cannot be used: what, where, and what would be right.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace keycost {

/// A place in a text file; line and column count from 1, columns in characters (UTF-8 code points).
struct SourcePosition {
  std::size_t line = 0;    ///< 0: the file as a whole
  std::size_t column = 0;  ///< 0: the line as a whole
  std::string pointer;     ///< JSON pointer ("/steps/0/rows"), empty outside JSON
};

struct Problem {
  std::string file;
  SourcePosition position;
  std::string message;  ///< one sentence, with what would be right

  /// "FILE:LINE:COLUMN: MESSAGE (at /pointer)"
  std::string text() const;
};

/// A scenario that cannot be run as written (exit status 3). Carries everything that was found, in file order.
class ScenarioInvalid : public std::runtime_error {
 public:
  explicit ScenarioInvalid(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// A file that cannot be read or written, or rows that are not what they should be (exit status 4).
class InputOutputFailed : public std::runtime_error {
 public:
  explicit InputOutputFailed(Problem problem);
  const Problem& problem() const { return problem_; }

 private:
  Problem problem_;
};

}  // namespace keycost
