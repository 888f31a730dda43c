// The JSON Schema of scenario files, made from what is declared, so that editors complete and explain every
// key.
#pragma once

#include <string>

namespace keycost {

/// Draft 2020-12. scenarios/scenario.schema.json is this text; a test holds them equal.
std::string scenario_schema();

}  // namespace keycost
