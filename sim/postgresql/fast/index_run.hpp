// An index through a whole run: leaves first, range by range; then the levels above from the leaves' splits;
// then what only the finished tree can tell: how high it was at each row, and where each page lies in the
// file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "sim/postgresql/fast/index_costs.hpp"
#include "sim/postgresql/fast/page_rule.hpp"
#include "sim/postgresql/fast/timeline.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::postgresql::fast {

/// How the keys are cut into ranges and the rows into pieces. The result does not depend on it.
struct Cut {
  /// From so many leaves on the tree is cut: so many that each range gets enough of them for those at the
  /// ends, which two ranges follow, not to matter.
  std::size_t leaves_before = 1024;
  /// So many that the leaves of one, at ten million rows, fit into a core's cache.
  std::size_t ranges_a_pass = 64;
  /// A thread's part of a piece of the stream: so long that a leaf gets several rows of it, and its memory is
  /// waited for once for all of them.
  std::size_t rows_a_piece = std::size_t{1} << 20;
  std::size_t rows_a_first_piece = std::size_t{1} << 16;
  /// What all ranges of a pass may take. With more rows than fit, ranges are simulated in several passes over
  /// the keys, each of which mints them anew.
  std::uint64_t memory_bytes = std::uint64_t{9} << 30;
};

struct IndexToRun {
  IndexAttributes attributes;
  bool descending = false;  ///< the first column
  int fillfactor_percent = 90;
  bool writes_images = true;
  bool keep_pages = false;
  Cut cut = {};
  std::function<std::unique_ptr<KeyColumn>()>
      open_keys;  ///< the first column's values, from the first row on
};

struct IndexRun {
  std::vector<IndexCosts> costs;                ///< of each segment
  std::vector<IndexState> states;               ///< at the end of each segment
  std::vector<std::vector<std::string>> lines;  ///< as page_lines gives them, if asked for
};

/// Throws KeysEqual if two rows have the same value in the first column, and whatever the keys' source and
/// `options.progress` throw.
IndexRun run_index(const IndexToRun& index, const std::vector<Segment>& segments, const RunOptions& options);

}  // namespace keycost::postgresql::fast
