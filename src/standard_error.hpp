// Talk on standard error. It may be closed, or full, or a pipe that nobody reads: that is no reason to fail, since results
// and the exit status go elsewhere.
#pragma once

#include <cstdio>
#include <string_view>

namespace keycost {

inline void tell(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace keycost
