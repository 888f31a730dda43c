// What table a CSV file may have come from, guessed from the header line and every value: a first scenario to
// correct, not an answer. A value's text does not tell its column's declared type: 7 may be a smallint's, and
// a column of times may be text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine.hpp"

namespace keycost {

struct GuessedColumn {
  std::string name;
  std::string type;  ///< as scenarios write it: "numeric(12,2)"
  bool nullable = false;
  std::string reason;  ///< "every value is a UUID"
};

struct GuessedTable {
  std::vector<GuessedColumn> columns;
  std::vector<std::string> primary_key;
  std::string primary_key_reason;
  std::uint64_t rows = 0;
};

/// What is known and need not be guessed.
struct GuessRequest {
  const EngineDescription* engine = nullptr;
  std::vector<std::string> primary_key;                    ///< columns; none: guessed
  std::vector<std::pair<std::string, std::string>> types;  ///< column and type
};

/// Reads all of `path`, once. O(bytes) time; memory for the values of 100,000 rows.
/// Throws InputOutputFailed with line and column, and UsageError where `request` does not fit or must say
/// more.
GuessedTable guess_table(const std::string& path, const GuessRequest& request);

}  // namespace keycost
