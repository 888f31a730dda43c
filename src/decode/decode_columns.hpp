// The columns of a table, and the stream or file that gives their values.
#pragma once

#include "src/decode/decode_tables.hpp"

namespace keycost {

/// Fills `table` with one column for each element, also for one with something wrong in it, so that positions
/// agree.
void decode_columns(const JsonValue& columns, const EngineDescription& engine, DecodedTable& table,
                    Findings& findings);

}  // namespace keycost
