// Rows as psql prints them: aligned, unaligned or csv, each also expanded.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keycost {

struct PrintedRow {
  std::vector<std::pair<std::string, std::string>> fields;  ///< column and value, as printed

  /// nullptr if there is no such column.
  const std::string* find(std::string_view column) const;
};

/// Empty if `text` holds no table. Titles, footers ("(3 rows)") and empty lines are left out. The separator
/// of unaligned output is taken to be | or a tab.
std::vector<PrintedRow> read_printed_rows(std::string_view text);

}  // namespace keycost
