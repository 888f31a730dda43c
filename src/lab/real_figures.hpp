// What `lab --verify` and `import` have in common: they read what a server said and hold it against a
// scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lab/output.hpp"
#include "src/lab/plan.hpp"

namespace keycost {

/// A file's bytes; "-" is standard input. Throws InputOutputFailed.
std::string read_whole_file(const std::string& path);

/// "1%", "0.5" or "0". Throws UsageError.
double read_percent(std::string_view option, std::string_view text);

/// Nothing if `text` is no whole number.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Puts the plan's figures in the place of those that the output brought along.
void replace_simulated(const LabPlan& plan, LabOutput& output);

}  // namespace keycost
