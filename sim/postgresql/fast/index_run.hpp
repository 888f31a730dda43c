// An index through a whole run: leaves first, range by range; then the levels above from the leaves' splits;
// then what only the finished tree can tell: how high it was at each row, and where each page lies in the
// file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "sim/postgresql/attribute.hpp"
#include "sim/postgresql/fast/index_costs.hpp"
#include "sim/postgresql/fast/timeline.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::postgresql::fast {

struct IndexToRun {
  Attribute attribute;  ///< the one column, never NULL
  bool descending = false;
  int fillfactor_percent = 90;
  bool writes_images = true;
  bool keep_pages = false;
  std::function<std::unique_ptr<KeyColumn>()> open_keys;  ///< the column's values from the first row on
};

struct IndexRun {
  std::vector<IndexCosts> costs;                ///< of each segment
  std::vector<IndexState> states;               ///< at the end of each segment
  std::vector<std::vector<std::string>> lines;  ///< as page_lines gives them, if asked for
};

/// What all ranges that are simulated at the same time may take. With more rows than fit, ranges are
/// simulated in several passes over the keys, each of which mints them anew.
inline constexpr std::uint64_t leaves_memory_bytes = std::uint64_t{6} << 30;

/// Throws KeysEqual if two rows have the same key, and whatever the keys' source and `options.progress`
/// throw.
IndexRun run_index(const IndexToRun& index, const std::vector<Segment>& segments, const RunOptions& options);

}  // namespace keycost::postgresql::fast
