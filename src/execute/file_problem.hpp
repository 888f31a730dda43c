// A problem with a file as a whole.
#pragma once

#include <string>
#include <utility>

#include "src/problem.hpp"

namespace keycost {

// Member by member: g++ 12 takes the position in a braced Problem for uninitialised (-Wmaybe-uninitialized).
inline Problem file_problem(std::string path, std::string message) {
  Problem problem;
  problem.file = std::move(path);
  problem.message = std::move(message);
  return problem;
}

}  // namespace keycost
