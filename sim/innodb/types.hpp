// The column types that the model stores in InnoDB, and their character sets.
#pragma once

#include <span>

#include "sim/accepted_type.hpp"
#include "sim/character_set.hpp"

namespace keycost::innodb {

std::span<const AcceptedType> accepted_types();
std::span<const CharacterSet> accepted_character_sets();

}  // namespace keycost::innodb
