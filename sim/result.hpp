// What a simulation reports. Each engine's metrics name every quantity in here that it has, with unit,
// formula and meaning; the rest stays zero and is never shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keycost {

/// One WAL record type over a step, as pg_get_wal_stats shows it. Sizes in bytes.
struct WalTypeUsage {
  std::string type;  ///< "Btree/INSERT_LEAF"
  std::uint64_t count = 0;
  std::uint64_t record_size = 0;  ///< without images
  std::uint64_t fpi = 0;
  std::uint64_t fpi_size = 0;

  std::uint64_t combined_size() const { return record_size + fpi_size; }
};

struct WalVolume {
  std::uint64_t records = 0;
  std::uint64_t fpi = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lsn_bytes = 0;
};

struct WalUsage : WalVolume {
  std::vector<WalTypeUsage> by_type;  ///< only types that occurred, by name
};

struct BufferUsage {
  std::uint64_t hit = 0;
  std::uint64_t read = 0;
  std::uint64_t dirtied = 0;
  std::uint64_t written = 0;
  std::uint64_t doublewritten =
      0;  ///< InnoDB: of those written, the ones that went to the doublewrite buffer too
};

/// The columns of pg_stat_checkpointer, of checkpoints that began while rows arrived.
struct CheckpointerUsage {
  std::uint64_t num_timed = 0;
  std::uint64_t num_requested = 0;
  std::uint64_t buffers_written = 0;
};

/// What InnoDB appended to its redo log.
struct RedoUsage {
  std::uint64_t bytes = 0;
};

/// What adds up: over steps, and over the relations that caused it.
struct Cost {
  WalVolume wal;   ///< PostgreSQL
  RedoUsage redo;  ///< InnoDB
  BufferUsage buffers;
};

struct HeapState {
  std::uint64_t pages = 0;
  std::uint64_t size = 0;  ///< bytes
};

/// How often pages of an InnoDB index split, by where they were cut.
struct SplitCounts {
  std::uint64_t right = 0;   ///< at the new record, which followed the one inserted before it
  std::uint64_t left = 0;    ///< at the new record, which preceded the one inserted before it
  std::uint64_t middle = 0;  ///< in the middle of the page's records
};

inline SplitCounts sum(const SplitCounts& a, const SplitCounts& b) {
  return {a.right + b.right, a.left + b.left, a.middle + b.middle};
}

/// What theory expects of an index of random keys (sim/theory), and the standard deviation of a single one.
struct ExpectedLeaves {
  double leaf_pages = 0;
  double leaf_pages_sd = 0;
  /// In the engine's own measure: PostgreSQL avg_leaf_density, percent; InnoDB rows a leaf page.
  double fill = 0;
  double fill_sd = 0;
};

/// Onto which leaves the entries of writers that are at work together go.
struct HotPageUsage {
  std::uint64_t entries = 0;
  std::uint64_t on_rightmost_leaf = 0;
  std::uint64_t groups = 0;  ///< of the latest entries, one for each that completes or moves on a group
  std::uint64_t most_on_a_page =
      0;  ///< of each group, the entries on the page that most of them went to; added up
  std::uint64_t most_of_a_group = 0;  ///< the most of any group
};

struct IndexState {
  // Every engine.
  std::uint64_t tree_level = 0;
  std::uint64_t internal_pages = 0;
  std::uint64_t leaf_pages = 0;
  // PostgreSQL: the further columns of pgstatindex. Percentages are kept as it prints them, in hundredths, so
  // that they stay exact.
  std::uint64_t index_size = 0;  ///< bytes
  std::uint64_t root_block_no = 0;
  std::uint64_t empty_pages = 0;
  std::uint64_t deleted_pages = 0;
  double avg_leaf_density = 0;    ///< percent; NaN for an index without leaves
  double leaf_fragmentation = 0;  ///< percent; NaN for an index without leaves
  // InnoDB.
  std::uint64_t reserved_pages = 0;  ///< of both segments, used or not
  std::uint64_t records = 0;         ///< on leaf pages
  bool is_clustered = false;
  SplitCounts splits;     ///< over the step
  HotPageUsage hot_page;  ///< over the step, if the scenario has concurrent writers
  // Where the keys' order is random and the engine's rules are known to the theory.
  std::optional<ExpectedLeaves> expected = {};
};

/// An InnoDB table's file.
struct FileState {
  std::uint64_t size = 0;  ///< bytes
};

/// What a read step touched.
struct ReadingUsage {
  std::uint64_t rows = 0;
  std::uint64_t leaf_pages = 0;      ///< of the primary key
  std::uint64_t internal_pages = 0;  ///< above them
  std::uint64_t heap_pages = 0;      ///< PostgreSQL
  std::uint64_t page_size_bytes = 0;

  std::uint64_t pages() const { return leaf_pages + internal_pages + heap_pages; }
};

/// Where the rows of a distributed database went.
struct PlacementUsage {
  std::uint64_t rows = 0;
  std::vector<std::uint64_t> writes_by_range;  ///< by the number that a range has from its beginning on
  std::uint64_t ranges = 0;                    ///< at the end
  std::uint64_t ranges_split = 0;
  // Time windows of so many rows each, that ended.
  std::uint64_t windows = 0;
  std::uint64_t window_rows_each = 0;
  std::uint64_t window_rows = 0;              ///< of all windows
  std::uint64_t window_hottest_rows = 0;      ///< of each window's hottest range, added up
  std::uint64_t window_hottest_rows_max = 0;  ///< the most of any window
  std::uint64_t window_ranges_written = 0;    ///< added up
};

struct StepResult {
  std::string name;
  std::uint64_t rows = 0;
  std::uint64_t conflicts = 0;    ///< rows that ON CONFLICT DO NOTHING left out
  std::uint64_t rolled_back = 0;  ///< rows whose transaction rolled back
  double rows_per_second = 0;     ///< at which the scenario says rows arrive; 0: it does not say
  WalUsage wal;                   ///< PostgreSQL
  BufferUsage buffers;
  CheckpointerUsage checkpointer;                           ///< PostgreSQL: what it began by itself meanwhile
  HeapState heap;                                           ///< PostgreSQL
  RedoUsage redo;                                           ///< InnoDB
  FileState file;                                           ///< InnoDB
  ReadingUsage reading;                                     ///< of a read step
  PlacementUsage placement;                                 ///< distributed databases
  std::vector<std::pair<std::string, IndexState>> indexes;  ///< in order of creation
  std::vector<std::pair<std::string, Cost>> by_relation;    ///< adds up to cost()
  std::vector<StepResult> each;  ///< a repeat's rounds, each the sum of its inserts

  Cost cost() const { return {wal, redo, buffers}; }
  /// What the statements were given, whatever became of it.
  std::uint64_t rows_offered() const { return rows + conflicts + rolled_back; }
};

struct TableResult {
  std::string name;
  std::vector<StepResult> steps;  ///< in the order in which they ran
};

/// Every page of one relation at the end, for `--pages` and `--page-images`.
struct RelationPages {
  std::string name;                             ///< the index, or "heap"
  std::vector<std::string> columns;             ///< what `lines` hold; empty for a heap
  std::vector<std::vector<std::string>> lines;  ///< one a page
  std::string image;                            ///< the relation's main fork, block after block
};

}  // namespace keycost
