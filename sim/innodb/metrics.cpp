#include "sim/innodb/metrics.hpp"

#include <array>
#include <utility>

#include "sim/innodb/page_format.hpp"
#include "sim/reading/metrics.hpp"
#include "sim/theory/metrics.hpp"

namespace keycost::innodb {

namespace {

constexpr std::string_view index_stats = "mysql.innodb_index_stats, after ANALYZE TABLE";

double hundredths(double value) {
  return static_cast<double>(static_cast<std::int64_t>(value * 100 + 0.5)) / 100;
}

constexpr CostMetric mariadb_redo{
    {"redo.bytes", Unit::bytes, false,
     "What the step appends to the redo log: every mini-transaction on the table's file and on undo logs, "
     "counted to the byte for a young server, whose numbers of tables, transactions and undo pages are "
     "short. "
     "Held against the log of MariaDB 10.11.19: the table's own part without a difference, loads as a whole "
     "within 0.1 % unless the server does something else meanwhile. Left out: purge, which comes later, and "
     "of "
     "OPTIMIZE TABLE and ADD INDEX what the dictionary logs, 3 to 14 KB a statement.",
     "sum of mini-transactions, each with its end marker and checksum", "Innodb_lsn_current"},
    [](const Cost& cost) { return cost.redo.bytes; }};

constexpr CostMetric mysql_redo{
    {"redo.bytes", Unit::bytes, false,
     "Estimate, read from MySQL's source and held against no server: what the step appends to the redo log "
     "for "
     "rows, splits, pages taken and undo logs, with the frames of the log's blocks. Left out: purge, undo "
     "pages "
     "given back, the dictionary, the binary log's and GTIDs' part. Sorted builds log the pages that they "
     "take, "
     "not what is on them.",
     "sum of mini-transactions + 16 bytes for every 496", "Innodb_redo_log_current_lsn"},
    [](const Cost& cost) { return cost.redo.bytes; }};

constexpr CostMetric buffers_read{
    {"buffers.read", Unit::pages, false,
     "Pages read from the table's file or the undo log's, since they were no longer in the buffer pool.",
     "count of pages", "Innodb_pages_read"},
    [](const Cost& cost) { return cost.buffers.read; }};
constexpr CostMetric buffers_dirtied{
    {"buffers.dirtied", Unit::pages, false,
     "Clean pages that a change made dirty: of the table, its file's headers and the undo log. Each is "
     "written "
     "once for that, be it in this step or later.",
     "count of pages put on the flush list", "Innodb_buffer_pool_pages_dirty + Innodb_pages_written"},
    [](const Cost& cost) { return cost.buffers.dirtied; }};
constexpr CostMetric buffers_written{
    {"buffers.written", Unit::pages, false,
     "Dirty pages written: evicted, or written for a checkpoint or because the redo log was nearly full.",
     "count of pages", "Innodb_pages_written"},
    [](const Cost& cost) { return cost.buffers.written; }};
constexpr CostMetric doublewrite_pages{
    {"doublewrite.pages", Unit::pages, false,
     "Of the pages written, those that went through the doublewrite buffer, which writes them twice. MariaDB "
     "leaves out a page's first write after it became part of the file.",
     "count of pages", "Innodb_dblwr_pages_written"},
    [](const Cost& cost) { return cost.buffers.doublewritten; }};
constexpr CostMetric page_write_bytes{
    {"page_writes.bytes", Unit::bytes, false, "What writing pages comes to, the doublewrite buffer included.",
     "(buffers.written + doublewrite.pages) × 16384", "Innodb_pages_written, Innodb_dblwr_pages_written"},
    [](const Cost& cost) {
      return (cost.buffers.written + cost.buffers.doublewritten) * std::uint64_t{page_size_bytes};
    }};

constexpr std::array mariadb_cost_table{mariadb_redo,    buffers_read,      buffers_dirtied,
                                        buffers_written, doublewrite_pages, page_write_bytes};
constexpr std::array mysql_cost_table{mysql_redo,      buffers_read,      buffers_dirtied,
                                      buffers_written, doublewrite_pages, page_write_bytes};

constexpr StepMetric inserted_rows{
    {"rows", Unit::rows, false, "Rows inserted.", "count of inserted rows", "the scenario"},
    [](const StepResult& step) -> MetricValue { return step.rows; }};
constexpr StepMetric file_size{
    {"file_size", Unit::bytes, true,
     "Size of the table's .ibd file: every index, and what is reserved or not used yet.",
     "pages of the file × 16384", "information_schema.innodb_sys_tablespaces, FILE_SIZE"},
    [](const StepResult& step) -> MetricValue { return step.file.size; }};

template <const auto& cost_table, std::size_t... i>
constexpr std::array<StepMetric, 6 + sizeof...(i)> step_table(std::index_sequence<i...>) {
  return {inserted_rows,
          file_size,
          reading::rows_metric,
          reading::leaf_pages_metric,
          reading::internal_pages_metric,
          reading::cache_bytes_metric,
          whole_step<cost_table, i>()...};
}
constexpr auto mariadb_step_table =
    step_table<mariadb_cost_table>(std::make_index_sequence<mariadb_cost_table.size()>{});
constexpr auto mysql_step_table =
    step_table<mysql_cost_table>(std::make_index_sequence<mysql_cost_table.size()>{});

constexpr std::array index_table{
    IndexMetric{{"n_leaf_pages", Unit::pages, true, "Leaf pages in use.", "used pages of the leaf segment",
                 index_stats},
                [](const IndexState& index) -> MetricValue { return index.leaf_pages; }},
    IndexMetric{
        {"size", Unit::pages, true,
         "Pages that the index's two segments reserve, whether used or not: they take whole extents of "
         "64 pages, so the number moves by leaps.",
         "reserved pages of the leaf segment + reserved pages of the segment above", index_stats},
        [](const IndexState& index) -> MetricValue { return index.reserved_pages; }},
    IndexMetric{{"clustered_index_size", Unit::pages, true,
                 "The size of the primary key's index, which holds the rows. Not there for other indexes.",
                 "size of PRIMARY", "mysql.innodb_table_stats, after ANALYZE TABLE"},
                [](const IndexState& index) -> MetricValue {
                  return index.is_clustered ? MetricValue(index.reserved_pages)
                                            : MetricValue(std::monostate{});
                }},
    IndexMetric{
        {"internal_pages", Unit::pages, true, "Pages above the leaves, the root among them if it is no leaf.",
         "count of pages", "the pages of the file"},
        [](const IndexState& index) -> MetricValue { return index.internal_pages; }},
    IndexMetric{{"tree_level", Unit::levels, true, "Levels above the leaves: 0 when the root is a leaf.",
                 "PAGE_LEVEL of the root", "the pages of the file"},
                [](const IndexState& index) -> MetricValue { return index.tree_level; }},
    IndexMetric{{"rows_per_leaf_page", Unit::rows, true, "Rows, or entries, on a leaf page on average.",
                 "rows / n_leaf_pages, to two decimals", "the pages of the file"},
                [](const IndexState& index) -> MetricValue {
                  if (index.leaf_pages == 0) return std::monostate{};
                  return hundredths(static_cast<double>(index.records) /
                                    static_cast<double>(index.leaf_pages));
                }},
    IndexMetric{
        {"splits.right", Unit::pages, false,
         "Pages split at the new record because it followed the one inserted before it: the new record "
         "begins a new page, or all but one record behind it move there.",
         "count of splits, on every level", "storage/innobase/btr/btr0btr.cc"},
        [](const IndexState& index) -> MetricValue { return index.splits.right; }},
    IndexMetric{{"splits.left", Unit::pages, false,
                 "Pages split at the new record because it preceded the one inserted before it.",
                 "count of splits, on every level", "storage/innobase/btr/btr0btr.cc"},
                [](const IndexState& index) -> MetricValue { return index.splits.left; }},
    IndexMetric{{"splits.middle", Unit::pages, false,
                 "Pages split in the middle of their records: half of them move to a new page.",
                 "count of splits, on every level", "storage/innobase/btr/btr0btr.cc"},
                [](const IndexState& index) -> MetricValue { return index.splits.middle; }},
    theory::leaf_pages_metric,
    theory::leaf_pages_sd_metric,
    theory::expected_metric<&ExpectedLeaves::fill>({"theory.rows_per_leaf_page", Unit::rows, true,
                                                    "rows_per_leaf_page of the expected leaf pages.",
                                                    "rows / theory.leaf_pages", theory::metric_source, true}),
    theory::expected_metric<&ExpectedLeaves::fill_sd>(
        {"theory.rows_per_leaf_page_sd", Unit::rows, true,
         "Standard deviation of a single such index around it.",
         "theory.leaf_pages_sd × how much a leaf more lowers the rows on one", theory::metric_source, true}),
    reading::rightmost_metric,
    reading::meeting_metric,
    reading::meeting_max_metric,
};

}  // namespace

const MetricSet& mariadb_metrics() {
  static const MetricSet set{mariadb_step_table, {}, index_table, {}, mariadb_cost_table};
  return set;
}

const MetricSet& mysql_metrics() {
  static const MetricSet set{mysql_step_table, {}, index_table, {}, mysql_cost_table};
  return set;
}

}  // namespace keycost::innodb
