// Distributed databases as engines that scenarios can name. They tell where rows go, not what it costs to
// store them.
#pragma once

#include "sim/engine.hpp"

namespace keycost::placement {

extern const EngineDescription tidb_8_1;
extern const EngineDescription cockroachdb_24;
extern const EngineDescription yugabytedb_2024;
extern const EngineDescription citus_13;
extern const EngineDescription oceanbase_4;
extern const EngineDescription vitess_21;

}  // namespace keycost::placement
