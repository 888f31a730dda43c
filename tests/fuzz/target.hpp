// A fuzz target: any bytes, and what must hold of them. The same source is run by libFuzzer (preset "fuzz")
// and, over the saved corpus, by an ordinary program on every build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace keycost::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the run, so that the input is kept.
inline void check(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print(stderr, "does not hold: {}\n", what);
  std::abort();
}

}  // namespace keycost::fuzz
