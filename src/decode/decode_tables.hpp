// The "tables" of a scenario: columns, their values, the primary key, indexes and options.
#pragma once

#include <optional>
#include <vector>

#include "sim/engine.hpp"
#include "sim/scenario.hpp"
#include "src/decode/findings.hpp"
#include "src/decode/json_value.hpp"

namespace keycost {

/// A table with what later checks need in order to point at it.
struct DecodedTable {
  TableDefinition definition;
  bool is_sound = true;  ///< false: something in it is wrong, so nothing further is concluded from it
  SourcePosition position;
  std::vector<SourcePosition> value_positions;  ///< of each column's "values"
  const JsonValue* rows = nullptr;              ///< the "rows" text, if there is one
};

/// Every table that has a usable name, also one with something wrong in it, so that references to it can be
/// judged.
std::vector<DecodedTable> decode_tables(const JsonValue& tables, const EngineDescription& engine,
                                        Findings& findings);

}  // namespace keycost
