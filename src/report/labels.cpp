#include "src/report/labels.hpp"

#include <array>

namespace keycost {

namespace {

// What is left out here is in the other kinds: quantities of a table's inner life (root_block_no), always
// zero ones (empty_pages, deleted_pages), and the share of each WAL record type.
constexpr std::array of_indexes{
    ReportLabel{"size", "pages reserved"},
    ReportLabel{"n_leaf_pages", "leaf pages"},
    ReportLabel{"rows_per_leaf_page", "rows a leaf page"},
    ReportLabel{"splits.right", "splits to the right"},
    ReportLabel{"splits.left", "splits to the left"},
    ReportLabel{"splits.middle", "splits in the middle"},
    ReportLabel{"index_size", "size"},
    ReportLabel{"avg_leaf_density", "average leaf density"},
    ReportLabel{"leaf_fragmentation", "leaf fragmentation"},
    ReportLabel{"leaf_pages", "leaf pages"},
    ReportLabel{"internal_pages", "internal pages"},
    ReportLabel{"tree_level", "tree level"},
    ReportLabel{"hot_page.rightmost_percent", "entries on the rightmost leaf"},
    ReportLabel{"hot_page.writers_meeting", "writers meeting on a page"},
    ReportLabel{"hot_page.writers_meeting_max", "most of them at a time"},
};
constexpr std::array of_steps{
    ReportLabel{"reading.rows", "rows read"},
    ReportLabel{"reading.leaf_pages", "leaf pages read"},
    ReportLabel{"reading.internal_pages", "internal pages read"},
    ReportLabel{"reading.heap_pages", "heap pages read"},
    ReportLabel{"reading.cache_bytes", "cache that holds them"},
    ReportLabel{"ranges", "ranges"},
    ReportLabel{"ranges_written", "ranges written"},
    ReportLabel{"ranges_split", "ranges split"},
    ReportLabel{"hottest_percent", "hottest range's share of rows"},
    ReportLabel{"max_over_mean", "hottest over mean"},
    ReportLabel{"window.hottest_percent", "hottest range's share in a window"},
    ReportLabel{"window.hottest_percent_max", "same of the worst window"},
    ReportLabel{"window.ranges_written", "ranges written in a window"},
    ReportLabel{"file_size", "file size"},
    ReportLabel{"redo.bytes", "redo log"},
    ReportLabel{"heap.size", "heap size"},
    ReportLabel{"heap.pages", "heap pages"},
    ReportLabel{"wal.bytes", "WAL"},
    ReportLabel{"wal.records", "WAL records"},
    ReportLabel{"wal.fpi", "full-page images"},
    ReportLabel{"wal.lsn_bytes", "WAL position moved"},
    ReportLabel{"buffers.dirtied", "dirtied buffers"},
    ReportLabel{"buffers.hit", "buffers hit"},
    ReportLabel{"buffers.read", "buffers read"},
    ReportLabel{"buffers.written", "buffers written"},
};
constexpr std::array of_costs{
    ReportLabel{"wal.bytes", "WAL"},
    ReportLabel{"redo.bytes", "redo log"},
    ReportLabel{"wal.fpi", "full-page images"},
    ReportLabel{"buffers.dirtied", "dirtied buffers"},
};

}  // namespace

std::span<const ReportLabel> index_labels() {
  return of_indexes;
}

std::span<const ReportLabel> step_labels() {
  return of_steps;
}

std::span<const ReportLabel> cost_labels() {
  return of_costs;
}

}  // namespace keycost
