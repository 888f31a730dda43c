// A declared option's value as a scenario writes it: the way back from decode_option().
#pragma once

#include <string>

#include "sim/declaration.hpp"

namespace keycost {

/// "true", "2000", "128MB".
std::string option_value_text(const Declaration& declaration, const OptionValue& value);

}  // namespace keycost
