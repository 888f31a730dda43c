// Which rows a read step reads, as numbers in the order in which they came.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario.hpp"

namespace keycost::reading {

/// Row numbers from 0, ascending, of `rows` that there are: at most as many as the step asks for.
/// Random ones are a draw without replacement (Floyd 1987), from the scenario's seed alone.
std::vector<std::uint64_t> rows_read(const ReadStep& step, std::uint64_t rows, std::uint64_t seed);

}  // namespace keycost::reading
