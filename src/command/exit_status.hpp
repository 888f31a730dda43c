// What the program's exit status says, and the one place that turns an error into a message and a status.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/problem.hpp"

namespace keycost {

enum class ExitStatus {
  held = 0,
  expectation_failed = 1,
  usage = 2,
  scenario_invalid = 3,
  input_output = 4,
  invariant_broken = 5,
  interrupted = 130,
};

/// A command line that cannot be understood.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The more severe of two: the higher number.
ExitStatus worse(ExitStatus left, ExitStatus right);

struct Failure {
  ExitStatus status = ExitStatus::held;
  std::vector<Problem> problems;  ///< a problem without a file belongs to the run as a whole
};

/// Every exception that this program or its libraries can throw, in the user's terms. `path` is the file that
/// was being worked on, for errors that do not name one.
Failure describe_failure(const std::exception_ptr& error, const std::string& path = "");

/// "keycost: …" on standard error, one line a problem.
void print_failure(const Failure& failure);

}  // namespace keycost
