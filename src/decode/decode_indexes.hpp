// The primary key and the further indexes of a table.
#pragma once

#include "sim/engine.hpp"
#include "sim/scenario.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

/// Fills `definition.indexes` from the "primary_key" and "indexes" of `table`, whose columns are decoded
/// already.
void decode_indexes(const JsonValue& table, const EngineDescription& engine, TableDefinition& definition,
                    Findings& findings);

/// One index of `table`, appended to its `indexes`.
void decode_index(const JsonValue& value, const EngineDescription& engine, TableDefinition& table,
                  Findings& findings);

}  // namespace keycost
