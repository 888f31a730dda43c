// Random keys: held against the expected tree at that size, four standard deviations either way.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/theory/fragmentation.hpp"
#include "sim/theory/leaf_count_spread.hpp"
#include "src/report/numbers.hpp"
#include "src/selftest/selftest.hpp"
#include "src/selftest/twin_run.hpp"

namespace keycost {

namespace {

constexpr double deviations = 4;

/// Records of these types in a step: how many, and their images.
WalTypeUsage usage_of(const StepResult& step, std::initializer_list<std::string_view> types) {
  WalTypeUsage sum;
  for (const WalTypeUsage& usage : step.wal.by_type) {
    if (std::ranges::find(types, usage.type) == types.end()) continue;
    sum.count += usage.count;
    sum.fpi += usage.fpi;
  }
  return sum;
}

}  // namespace

// A level begins with one page, and each split adds one: splits = pages − levels.
std::vector<CheckLine> check_conservation() {
  constexpr std::uint64_t rows = 200'000;
  const TableRun run = run_random_uuids(1, rows);
  std::uint64_t keys = 0;
  for (const LeafPage& page : leaf_pages(run)) keys += page.keys;
  const IndexState& index = index_after(run);
  const WalTypeUsage splits = usage_of(run.result.steps[0], {"Btree/SPLIT_L", "Btree/SPLIT_R"});
  const std::uint64_t pages = index.leaf_pages + index.internal_pages;
  return {
      {"keys on leaves", static_cast<double>(rows), static_cast<double>(keys), 0, 0},
      {"splits", static_cast<double>(pages - index.tree_level - 1), static_cast<double>(splits.count), 0, 0}};
}

std::vector<CheckLine> check_random_sizes() {
  std::vector<CheckLine> lines;
  theory::LeafCountSpread tree(leaf_of(SqlType::uuid).rules);
  for (const std::uint64_t rows : {10'000u, 50'000u, 100'000u, 250'000u, 1'000'000u}) {
    tree.advance_to(static_cast<double>(rows));
    const TableRun run = run_random_uuids(1, rows);
    lines.push_back({fmt::format("leaves at {} uuids", with_thousands(rows)), tree.leaves(),
                     static_cast<double>(index_after(run).leaf_pages), deviations * tree.standard_deviation(),
                     2});
  }
  return lines;
}

std::vector<CheckLine> check_random_mean() {
  constexpr std::uint64_t rows = 50'000;
  constexpr std::uint64_t runs = 30;
  theory::LeafCountSpread tree(leaf_of(SqlType::uuid).rules);
  tree.advance_to(static_cast<double>(rows));
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed)
    sum += static_cast<double>(index_after(run_random_uuids(seed, rows)).leaf_pages);
  return {{fmt::format("mean leaves of {} trees of {} uuids", runs, with_thousands(rows)), tree.leaves(),
           sum / static_cast<double>(runs),
           deviations * tree.standard_deviation() / std::sqrt(static_cast<double>(runs)), 2}};
}

std::vector<CheckLine> check_fragmentation() {
  constexpr std::uint64_t rows = 1'000'000;
  const TableRun run = run_random_uuids(2, rows);
  const theory::ExpectedFragmentation expected =
      theory::expected_fragmentation(leaf_of(SqlType::uuid).rules, static_cast<double>(rows));
  return {{"fragmentation at 1,000,000 uuids, %", expected.percent, index_after(run).leaf_fragmentation,
           deviations * expected.percent_sd, 2}};
}

// A leaf that splits as its first change is logged whole in the split's record, and so may be a neighbour and
// a parent that were not hit: insert images alone are too few, with those of splits too many.
std::vector<CheckLine> check_images() {
  constexpr std::uint64_t rows = 200'000;
  constexpr std::uint64_t more = 2'000;
  double expected = 0;
  double variance = 0;
  for (const LeafPage& page : leaf_pages(run_random_uuids(1, rows))) {
    const double missed =
        std::pow(1 - static_cast<double>(page.keys) / static_cast<double>(rows), static_cast<double>(more));
    expected += 1 - missed;
    variance += missed * (1 - missed);
  }
  const TableRun run = run_random_uuids(1, rows, more);
  const StepResult& step = run.result.steps[1];
  const auto inserts = static_cast<double>(usage_of(step, {"Btree/INSERT_LEAF"}).fpi);
  const auto splits = static_cast<double>(usage_of(step, {"Btree/SPLIT_L", "Btree/SPLIT_R"}).fpi);
  const double nearest = std::clamp(expected, inserts, inserts + splits);
  return {{fmt::format("leaves logged whole by {} inserts, of {}", with_thousands(more),
                       with_thousands(index_after(run, 0).leaf_pages)),
           expected, nearest, deviations * std::sqrt(variance), 1}};
}

}  // namespace keycost
