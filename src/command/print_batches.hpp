// Printing rows batch by batch: what `keys` and `rows` have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/rows/row_source.hpp"
#include "src/execute/interrupt.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

/// Writes up to `count` rows to standard output, a line each; `append_line(text, columns, row)` adds one
/// without its end. Stops when the rows end or the user interrupts.
template <class AppendLine>
void print_batches(RowSource& rows, std::vector<ColumnBatch>& columns, std::uint64_t count,
                   AppendLine append_line) {
  constexpr std::uint64_t batch_rows = 4096;
  while (count > 0) {
    stop_if_interrupted();
    const auto wanted = static_cast<std::size_t>(std::min(count, batch_rows));
    const std::size_t got = rows.next(wanted, columns);
    std::string text;
    for (std::size_t row = 0; row < got; ++row) {
      append_line(text, columns, row);
      text += '\n';
    }
    write_standard_output(text);
    if (got < wanted) return;
    count -= got;
  }
}

}  // namespace keycost
