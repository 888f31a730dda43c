#include "sim/reading/rows_read.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "sim/random/uniform.hpp"

namespace keycost::reading {

namespace {

constexpr std::uint32_t draws_of_reads = 0x72656164;  // apart from every column's

std::vector<std::uint64_t> consecutive(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

// Of the rows below each of the last `count` numbers one is drawn; that number itself if the draw is there
// already. Source: Bentley, Floyd, A sample of brilliance, CACM 30 (1987).
std::vector<std::uint64_t> sample(std::uint64_t count, std::uint64_t rows, std::uint64_t seed) {
  const RandomKey random{seed, draws_of_reads};
  std::set<std::uint64_t> chosen;
  for (std::uint64_t last = rows - count; last < rows; ++last) {
    const std::uint64_t drawn = scaled_below(half_of(random.block(last)), last + 1);
    if (!chosen.insert(drawn).second) chosen.insert(last);
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace

std::vector<std::uint64_t> rows_read(const ReadStep& step, std::uint64_t rows, std::uint64_t seed) {
  const std::uint64_t count = std::min(step.rows, rows);
  if (step.which == RowsRead::random) return sample(count, rows, seed);
  if (step.which == RowsRead::latest) return consecutive(rows - count, count);
  const std::uint64_t first = std::min(step.from_row - 1, rows);
  return consecutive(first, std::min(count, rows - first));
}

}  // namespace keycost::reading
