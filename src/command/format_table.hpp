// Every id format side by side: what it trades, and what the model says that it costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace keycost {

/// One line: the facts of a format and the simulation of a table that has it as its primary key.
struct FormatLine {
  std::string format;  ///< as people call it, with the column type
  std::string sorts;
  std::string leaks;
  std::uint64_t key_bytes = 0;                ///< of one value in the row, without any header
  double avg_leaf_density = 0;                ///< percent, after both halves
  double wal_bytes_per_row = 0;               ///< of the first half, one statement
  double wal_bytes_per_row_checkpointed = 0;  ///< of the second half, a checkpoint before each tenth of it
  std::uint64_t largest_displacement = 0;     ///< k of the keys
};

inline constexpr std::uint64_t format_table_rows_default = 100'000;

/// Runs postgresql-18 for each format: tables (id, n int), `rows` rows in one statement after a checkpoint,
/// and as many again in ten statements with a checkpoint before each. 2000 ids a millisecond where there is a
/// clock.
std::vector<FormatLine> simulate_formats(std::uint64_t rows);

std::string print_format_table(const std::vector<FormatLine>& lines, std::uint64_t rows);
std::string format_table_json(const std::vector<FormatLine>& lines, std::uint64_t rows);

}  // namespace keycost
