// Declared options written as text on the command line: "ids_per_ms=2000".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declaration.hpp"
#include "src/decode/option_value_text.hpp"

namespace keycost {

/// Reads every "NAME=VALUE", by the same rules as the scenario decoder. Throws UsageError.
/// `given_by` is the option that the user writes them with.
Options read_options(std::span<const Declaration> declarations, const std::vector<std::string>& texts,
                     std::string_view given_by = "--set");

/// "integer, 1 to 1000000" or "true or false".
std::string option_range_text(const Declaration& declaration);

}  // namespace keycost
