#include "sim/postgresql/metrics.hpp"

#include <array>
#include <cmath>

#include "sim/postgresql/wal/record_type.hpp"
#include "sim/reading/metrics.hpp"
#include "sim/theory/metrics.hpp"

namespace keycost::postgresql {

namespace {

MetricValue percentage(double value) {
  return std::isnan(value) ? MetricValue(std::monostate{}) : MetricValue(value);
}

constexpr std::string_view explain_wal = "EXPLAIN (ANALYZE, WAL)";
constexpr std::string_view explain_buffers = "EXPLAIN (ANALYZE, BUFFERS)";
constexpr std::string_view wal_inspect = "pg_walinspect, pg_get_wal_stats(start, end, true)";
constexpr std::string_view stat_checkpointer = "pg_stat_checkpointer";
constexpr std::string_view statindex = "pgstattuple, pgstatindex";

constexpr std::array cost_table{
    CostMetric{
        {"wal.records", Unit::records, false,
         "WAL records that the statement wrote, its commit not included.", "count of records", explain_wal},
        [](const Cost& cost) { return cost.wal.records; }},
    CostMetric{
        {"wal.fpi", Unit::images, false,
         "Full-page images: pages logged whole because this was their first change since a checkpoint.",
         "count of images in those records", explain_wal},
        [](const Cost& cost) { return cost.wal.fpi; }},
    CostMetric{{"wal.bytes", Unit::bytes, false,
                "WAL that the statement wrote, images included, its commit not included.",
                "sum of record lengths, without padding and page headers", explain_wal},
               [](const Cost& cost) { return cost.wal.bytes; }},
    CostMetric{{"wal.lsn_bytes", Unit::bytes, false,
                "How far the WAL position moved over the step: what is written to disk, archived and shipped "
                "to replicas.",
                "sum of record lengths each rounded up to 8, commits included, + 24 for each WAL page "
                "entered (40 for "
                "the first of a segment)",
                "pg_wal_lsn_diff"},
               [](const Cost& cost) { return cost.wal.lsn_bytes; }},
    CostMetric{{"buffers.hit", Unit::buffers, false, "Page accesses that found their page in shared buffers.",
                "count of accesses; a page counts every time it is asked for", explain_buffers},
               [](const Cost& cost) { return cost.buffers.hit; }},
    CostMetric{{"buffers.read", Unit::buffers, false, "Page accesses that had to read the page from disk.",
                "count of accesses", explain_buffers},
               [](const Cost& cost) { return cost.buffers.read; }},
    CostMetric{{"buffers.dirtied", Unit::buffers, false,
                "Clean pages that the statement changed: each must be written out once more before the next "
                "checkpoint ends.",
                "count of changes from clean to dirty", explain_buffers},
               [](const Cost& cost) { return cost.buffers.dirtied; }},
    CostMetric{{"buffers.written", Unit::buffers, false,
                "Pages that the statement itself wrote: new pages by which a file grew, and dirty pages it "
                "had to evict.",
                "count of pages", explain_buffers},
               [](const Cost& cost) { return cost.buffers.written; }},
};

constexpr std::array step_table{
    StepMetric{{"rows", Unit::rows, false, "Rows inserted by transactions that committed.",
                "count of inserted rows", "the scenario"},
               [](const StepResult& step) -> MetricValue { return step.rows; }},
    StepMetric{{"conflicts", Unit::rows, false,
                "Rows that ON CONFLICT DO NOTHING left out, since their key was there.", "count of rows",
                "EXPLAIN (ANALYZE), Conflicting Tuples"},
               [](const StepResult& step) -> MetricValue { return step.conflicts; }},
    StepMetric{{"rolled_back", Unit::rows, false,
                "Rows whose transaction rolled back: dead, but still in the table and its indexes.",
                "count of rows", "the scenario"},
               [](const StepResult& step) -> MetricValue { return step.rolled_back; }},
    whole_step<cost_table, 0>(),
    whole_step<cost_table, 1>(),
    whole_step<cost_table, 2>(),
    whole_step<cost_table, 3>(),
    whole_step<cost_table, 4>(),
    whole_step<cost_table, 5>(),
    whole_step<cost_table, 6>(),
    whole_step<cost_table, 7>(),
    StepMetric{{"heap.pages", Unit::pages, true, "Pages of the table itself, without its indexes.",
                "count of blocks", "pg_relation_size / 8192"},
               [](const StepResult& step) -> MetricValue { return step.heap.pages; }},
    StepMetric{{"heap.size", Unit::bytes, true, "Size of the table itself, without its indexes.",
                "heap.pages × 8192", "pg_relation_size"},
               [](const StepResult& step) -> MetricValue { return step.heap.size; }},
    StepMetric{{"checkpointer.num_timed", Unit::checkpoints, false,
                "Checkpoints that began by the clock while the step's rows arrived. On a server its start is "
                "late by what the checkpointer sleeps, so figures with one in them are expected values.",
                "count; one falls due checkpoint_timeout after the last began, at rows_per_second",
                stat_checkpointer},
               [](const StepResult& step) -> MetricValue { return step.checkpointer.num_timed; }},
    StepMetric{{"checkpointer.num_requested", Unit::checkpoints, false,
                "Checkpoints that began for the volume of WAL while the step's rows arrived. On a server "
                "each begins a moment later, when the segment is written out.",
                "count; one falls due max_wal_size / (1 + checkpoint_completion_target) after the last redo "
                "point, in whole segments",
                stat_checkpointer},
               [](const StepResult& step) -> MetricValue { return step.checkpointer.num_requested; }},
    StepMetric{{"checkpointer.buffers_written", Unit::buffers, false,
                "Pages that the checkpointer wrote while the step's rows arrived.",
                "count of pages that were dirty at a redo point and not evicted before their turn",
                stat_checkpointer},
               [](const StepResult& step) -> MetricValue { return step.checkpointer.buffers_written; }},
    reading::rows_metric,
    reading::leaf_pages_metric,
    reading::internal_pages_metric,
    reading::heap_pages_metric,
    reading::cache_bytes_metric,
};

constexpr std::array wal_type_table{
    WalTypeMetric{{"count", Unit::records, false, "WAL records of this type, commits included.",
                   "count of records", wal_inspect},
                  [](const WalTypeUsage& usage) -> MetricValue { return usage.count; }},
    WalTypeMetric{{"record_size", Unit::bytes, false, "Length of these records without their images.",
                   "sum of record lengths − fpi_size", wal_inspect},
                  [](const WalTypeUsage& usage) -> MetricValue { return usage.record_size; }},
    WalTypeMetric{{"fpi", Unit::images, false, "Full-page images in these records.", "count of images",
                   "pg_walinspect, pg_get_wal_block_info"},
                  [](const WalTypeUsage& usage) -> MetricValue { return usage.fpi; }},
    WalTypeMetric{{"fpi_size", Unit::bytes, false, "Length of the images in these records.",
                   "sum of image lengths", wal_inspect},
                  [](const WalTypeUsage& usage) -> MetricValue { return usage.fpi_size; }},
    WalTypeMetric{{"combined_size", Unit::bytes, false, "Length of these records with their images.",
                   "record_size + fpi_size", wal_inspect},
                  [](const WalTypeUsage& usage) -> MetricValue { return usage.combined_size(); }},
};

constexpr std::array index_table{
    IndexMetric{{"tree_level", Unit::levels, true, "Levels above the leaves: 0 when the root is a leaf.",
                 "level of the root", statindex},
                [](const IndexState& index) -> MetricValue { return index.tree_level; }},
    IndexMetric{{"index_size", Unit::bytes, true, "Size of the index, its metapage included.",
                 "(1 + leaf_pages + internal_pages + empty_pages + deleted_pages) × 8192", statindex},
                [](const IndexState& index) -> MetricValue { return index.index_size; }},
    IndexMetric{{"root_block_no", Unit::block_number, true,
                 "Block number of the root page, 0 when there is none.", "from the metapage", statindex},
                [](const IndexState& index) -> MetricValue { return index.root_block_no; }},
    IndexMetric{
        {"internal_pages", Unit::pages, true, "Pages above the leaves, the root among them if it is no leaf.",
         "count of pages", statindex},
        [](const IndexState& index) -> MetricValue { return index.internal_pages; }},
    IndexMetric{
        {"leaf_pages", Unit::pages, true, "Pages that hold index entries.", "count of pages", statindex},
        [](const IndexState& index) -> MetricValue { return index.leaf_pages; }},
    IndexMetric{{"empty_pages", Unit::pages, true, "Half-dead pages, on their way to deletion.",
                 "count of pages", statindex},
                [](const IndexState& index) -> MetricValue { return index.empty_pages; }},
    IndexMetric{{"deleted_pages", Unit::pages, true, "Deleted pages that wait for reuse.", "count of pages",
                 statindex},
                [](const IndexState& index) -> MetricValue { return index.deleted_pages; }},
    IndexMetric{{"avg_leaf_density", Unit::percent, true,
                 "How full the leaf pages are on average; high keys and line pointers count as used. 90 is "
                 "as full as "
                 "PostgreSQL leaves an ascending load.",
                 "100 − 100 × free bytes on leaves / (8152 × leaf_pages), to two decimals", statindex},
                [](const IndexState& index) -> MetricValue { return percentage(index.avg_leaf_density); }},
    IndexMetric{{"leaf_fragmentation", Unit::percent, true,
                 "Leaves whose right neighbour lies earlier in the file, so that an ordered scan jumps back. "
                 "0 does not "
                 "mean dense.",
                 "100 × leaves with next block < own block / leaf_pages, to two decimals", statindex},
                [](const IndexState& index) -> MetricValue { return percentage(index.leaf_fragmentation); }},
    theory::leaf_pages_metric,
    theory::leaf_pages_sd_metric,
    theory::expected_metric<&ExpectedLeaves::fill>(
        {"theory.avg_leaf_density", Unit::percent, true, "avg_leaf_density of the expected leaf pages.",
         "100 × (entry × rows + high key × (theory.leaf_pages − 1)) / (8152 × theory.leaf_pages)",
         theory::metric_source, true}),
    theory::expected_metric<&ExpectedLeaves::fill_sd>(
        {"theory.avg_leaf_density_sd", Unit::percent, true,
         "Standard deviation of a single such index around it.",
         "theory.leaf_pages_sd × how much a leaf more lowers the density", theory::metric_source, true}),
    reading::rightmost_metric,
    reading::meeting_metric,
    reading::meeting_max_metric,
};

}  // namespace

const MetricSet& metrics() {
  static const MetricSet set{step_table, wal_type_table, index_table, record_type_names(), cost_table};
  return set;
}

}  // namespace keycost::postgresql
