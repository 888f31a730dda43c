// The types of columns that the model stores.
#pragma once

#include <span>

#include "sim/accepted_type.hpp"

namespace keycost::postgresql {

std::span<const AcceptedType> accepted_types();

}  // namespace keycost::postgresql
