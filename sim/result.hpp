// What a simulation reports. sim/metrics.hpp names every quantity in here, with unit, formula and meaning.
#pragma once

#include <cstdint>
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

struct WalUsage {
  std::uint64_t records = 0;
  std::uint64_t fpi = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lsn_bytes = 0;
  std::vector<WalTypeUsage> by_type;  ///< only types that occurred, by name
};

struct BufferUsage {
  std::uint64_t hit = 0;
  std::uint64_t read = 0;
  std::uint64_t dirtied = 0;
  std::uint64_t written = 0;
};

struct HeapState {
  std::uint64_t pages = 0;
  std::uint64_t size = 0;  ///< bytes
};

/// The columns of pgstatindex. Percentages are kept as it prints them, in hundredths, so that they stay
/// exact.
struct IndexState {
  std::uint64_t tree_level = 0;
  std::uint64_t index_size = 0;  ///< bytes
  std::uint64_t root_block_no = 0;
  std::uint64_t internal_pages = 0;
  std::uint64_t leaf_pages = 0;
  std::uint64_t empty_pages = 0;
  std::uint64_t deleted_pages = 0;
  double avg_leaf_density = 0;    ///< percent; NaN for an index without leaves
  double leaf_fragmentation = 0;  ///< percent; NaN for an index without leaves
};

struct StepResult {
  std::string name;
  std::uint64_t rows = 0;
  WalUsage wal;
  BufferUsage buffers;
  HeapState heap;
  std::vector<std::pair<std::string, IndexState>> indexes;  ///< in order of creation
  std::vector<StepResult> each;  ///< a repeat's rounds, each the sum of its inserts
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
