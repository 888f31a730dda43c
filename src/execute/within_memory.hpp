// execute() with another idea of how much memory there is.
#pragma once

#include <cstdint>
#include <optional>

#include "src/execute.hpp"

namespace keycost {

/// As execute(), held against `memory_limit_bytes` instead of what the system says is available.
ScenarioResult execute_within_memory(const ScenarioFile& scenario, const ExecuteOptions& options,
                                     std::optional<std::uint64_t> memory_limit_bytes);

}  // namespace keycost
