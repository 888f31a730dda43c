// A column type in words.
#pragma once

#include <string>

#include "sim/sql_type.hpp"

namespace keycost {

/// "of varying width, also called integer, int4".
std::string type_words(const SqlTypeDescription& type);

}  // namespace keycost
