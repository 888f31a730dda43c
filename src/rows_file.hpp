// Rows of a real table, read from CSV: RFC 4180 with a header line, as `COPY … TO … (FORMAT csv, HEADER)` writes it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/rows/row_source.hpp"
#include "sim/scenario.hpp"

namespace keycost {

/// A RowSource over a file that also knows where in the file a row stands.
class RowsFileSource : public RowSource {
 public:
  /// The line on which row `row_number` (1 is the first) starts; 0 if it has not been read.
  virtual std::uint64_t line_of_row(std::uint64_t row_number) const = 0;
};

/// Opens `path` ("-" is standard input) and reads its header line: every column of the table must be there, once;
/// further columns are refused. Order is free. An empty unquoted field is NULL. LF and CRLF, with or without one at
/// the end. Throws InputOutputFailed with line and column, at once for the header and on reading for a row.
std::unique_ptr<RowsFileSource> open_rows_file(const std::string& path, const TableDefinition& table);

}  // namespace keycost
