// Results as they stand in JSON documents.
#pragma once

#include <nlohmann/json.hpp>

#include "src/execute.hpp"

namespace keycost {

/// "tables" of keycost-result/1: table, step, metrics.
nlohmann::ordered_json tables_json(const ScenarioResult& result);

}  // namespace keycost
