// What makes a real server say something else than the simulation, as far as it is known.
#pragma once

#include <string>
#include <vector>

#include "src/lab/comparison.hpp"
#include "src/lab/output.hpp"

namespace keycost {

/// In words, joined by "; ": every known cause that bears upon this figure and was seen in this output. Empty
/// if nothing known explains it.
std::string explain_difference(const LabOutput& output, const ComparedLine& line);

/// "wal_log_hints: on, simulated off": every setting that the server has otherwise.
std::vector<std::string> setting_differences(const LabOutput& output);

}  // namespace keycost
