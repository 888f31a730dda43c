// The columns of a table, and the stream or file that gives their values.
#pragma once

#include "src/decode/decode_tables.hpp"
#include "src/decode/decode_type.hpp"

namespace keycost {

/// Fills `table` with one column for each element, also for one with something wrong in it, so that positions
/// agree.
void decode_columns(const JsonValue& columns, const EngineDescription& engine, DecodedTable& table,
                    Findings& findings);

/// "uuidv7", or {"stream": "uuidv7", "ids_per_ms": 2000}. There is no `type` when the column's type is
/// unknown.
std::optional<StreamReference> decode_values(const JsonValue& values, const std::optional<DecodedType>& type,
                                             Findings& findings);

/// A stream's own clock contradicts the table's arrival.
void check_clock(const StreamReference& values, const TableDefinition& table, const SourcePosition& position,
                 Findings& findings);

}  // namespace keycost
