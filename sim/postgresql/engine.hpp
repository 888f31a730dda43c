// PostgreSQL as an engine that scenarios can name.
#pragma once

#include "sim/engine.hpp"

namespace keycost::postgresql {

extern const EngineDescription postgresql_18;

}  // namespace keycost::postgresql
