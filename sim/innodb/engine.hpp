#pragma once

#include "sim/engine.hpp"

namespace keycost::innodb {

extern const EngineDescription mariadb_10_11;
extern const EngineDescription mysql_8_0;

}  // namespace keycost::innodb
