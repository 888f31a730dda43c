// The quantities that the engines of this program's B-trees share: what a read step touches, where writers
// meet. Each engine's set has them among its own.
#pragma once

#include "sim/metrics.hpp"

namespace keycost::reading {

constexpr MetricValue known_if(bool is_known, MetricValue value) {
  return is_known ? value : MetricValue(std::monostate{});
}

inline constexpr std::string_view model = "the simulated pages (sim/reading/README.md)";

inline constexpr StepMetric rows_metric{
    {"reading.rows", Unit::rows, false, "Rows that a read step reads by their primary key.", "count of rows",
     model, true},
    [](const StepResult& step) { return known_if(step.reading.rows > 0, step.reading.rows); }};

inline constexpr StepMetric leaf_pages_metric{
    {"reading.leaf_pages", Unit::pages, false,
     "Different leaf pages of the primary key that have these rows' entries.", "count of pages", model, true},
    [](const StepResult& step) { return known_if(step.reading.rows > 0, step.reading.leaf_pages); }};

inline constexpr StepMetric internal_pages_metric{
    {"reading.internal_pages", Unit::pages, false, "Different pages above those leaves, the root among them.",
     "count of pages", model, true},
    [](const StepResult& step) { return known_if(step.reading.rows > 0, step.reading.internal_pages); }};

inline constexpr StepMetric heap_pages_metric{
    {"reading.heap_pages", Unit::pages, false, "Different pages of the table itself that have these rows.",
     "count of pages", model, true},
    [](const StepResult& step) { return known_if(step.reading.rows > 0, step.reading.heap_pages); }};

inline constexpr StepMetric cache_bytes_metric{
    {"reading.cache_bytes", Unit::bytes, false,
     "Memory that a cache needs to hold everything that these rows are read through: the working set.",
     "(leaf + internal + heap pages) × page size", model, true},
    [](const StepResult& step) {
      return known_if(step.reading.rows > 0, step.reading.pages() * step.reading.page_size_bytes);
    }};

inline constexpr IndexMetric rightmost_metric{
    {"hot_page.rightmost_percent", Unit::percent, false,
     "Share of the step's entries that went onto the index's rightmost leaf. Only with the scenario's "
     "concurrent_writers.",
     "100 × entries on the leaf without a right neighbour / entries", model, true},
    [](const IndexState& index) {
      return known_if(index.hot_page.entries > 0, 100.0 *
                                                      static_cast<double>(index.hot_page.on_rightmost_leaf) /
                                                      static_cast<double>(index.hot_page.entries));
    }};

inline constexpr IndexMetric meeting_metric{
    {"hot_page.writers_meeting", Unit::rows, false,
     "Of the latest concurrent_writers entries, how many went onto the page that most of them went onto, on "
     "average: "
     "so many writers want the same page's latch. 1 when no two meet.",
     "sum over entries / entries", model, true},
    [](const IndexState& index) {
      return known_if(index.hot_page.groups > 0, static_cast<double>(index.hot_page.most_on_a_page) /
                                                     static_cast<double>(index.hot_page.groups));
    }};

inline constexpr IndexMetric meeting_max_metric{
    {"hot_page.writers_meeting_max", Unit::rows, false, "The most of them at any time of the step.",
     "greatest over entries", model, true},
    [](const IndexState& index) {
      return known_if(index.hot_page.groups > 0, index.hot_page.most_of_a_group);
    }};

}  // namespace keycost::reading
