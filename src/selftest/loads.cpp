// Keys in an order that leaves nothing to chance.
#include <fmt/format.h>

#include "sim/random/uniform.hpp"
#include "sim/theory/exact_counts.hpp"
#include "src/selftest/selftest.hpp"
#include "src/selftest/twin_run.hpp"

namespace keycost {

namespace {

constexpr std::uint64_t million = 1'000'000;

std::string type_name(SqlType type) {
  return std::string(describe(type).name);
}

CheckLine leaves_line(std::string what, double expected, const TableRun& run, double allowed) {
  const std::size_t last = run.result.steps.size() - 1;
  return {std::move(what), expected, static_cast<double>(index_after(run, last).leaf_pages), allowed, 0};
}

/// Rows in groups of k + 1, each in random order: no key is more than k places from where it belongs.
std::uint64_t shuffled_in_groups(std::uint64_t row, std::uint64_t group) {
  // The i-th of a group's places that are still free, drawn as Fisher and Yates do, from the group's own
  // draws.
  std::vector<std::uint64_t> places;
  for (std::uint64_t i = 0; i < group; ++i) places.push_back(i);
  const std::uint64_t start = row / group * group;
  const RandomKey random{1, 0};
  for (std::uint64_t i = 0; i + 1 < group; ++i)
    std::swap(places[i], places[i + scaled_below(half_of(random.block(start + i)), group - i)]);
  return start + places[row - start];
}

}  // namespace

std::vector<CheckLine> check_ascending() {
  std::vector<CheckLine> lines;
  for (const SqlType type : {SqlType::bigint, SqlType::uuid}) {
    const TableRun run = run_twin({type, [](std::uint64_t row) { return row; }}, million);
    const auto expected = static_cast<double>(theory::ascending_leaves(leaf_of(type), million));
    lines.push_back(leaves_line(fmt::format("leaves, {}", type_name(type)), expected, run, 0));
    lines.push_back(
        {fmt::format("fragmentation, {}, %", type_name(type)), 0, index_after(run).leaf_fragmentation, 0, 2});
  }
  return lines;
}

std::vector<CheckLine> check_descending() {
  std::vector<CheckLine> lines;
  for (const SqlType type : {SqlType::bigint, SqlType::uuid}) {
    const TableRun run = run_twin({type, [](std::uint64_t row) { return million - row; }}, million);
    const theory::PostgresqlLeaf leaf = leaf_of(type);
    const auto expected = static_cast<double>(theory::descending_leaves(leaf, million));
    lines.push_back(leaves_line(fmt::format("leaves, {}", type_name(type)), expected, run, 0));
    lines.push_back({fmt::format("fragmentation, {}, %", type_name(type)),
                     theory::descending_fragmentation_percent(leaf, million),
                     index_after(run).leaf_fragmentation, 0.005, 2});
  }
  return lines;
}

std::vector<CheckLine> check_writers() {
  constexpr std::uint64_t writers = 4;
  const auto key = [](std::uint64_t row) { return (row % writers) << 40 | row / writers; };
  const TableRun run = run_twin({SqlType::uuid, key}, million);
  return {leaves_line("leaves, uuid",
                      theory::interleaved_writers_leaves(leaf_of(SqlType::uuid), million, writers), run,
                      static_cast<double>(writers))};
}

// Every leaf that the run closes keeps as many keys as stay on the left of a split; only the leaf that it
// breaks open and its own last leaf do not.
std::vector<CheckLine> check_late_run() {
  constexpr std::uint64_t half = million / 2;
  const RandomKey random{1, 0};
  const auto key = [random](std::uint64_t row) {
    return row < half ? half_of(random.block(row)) : (std::uint64_t{1} << 63) + row;
  };
  const TableRun run = run_twin({SqlType::uuid, key}, half, half);
  const auto before = static_cast<double>(index_after(run, 0).leaf_pages);
  return {
      leaves_line("leaves, uuid", theory::run_inside_leaves(leaf_of(SqlType::uuid), before, half), run, 2)};
}

std::vector<CheckLine> check_k_sorted() {
  std::vector<CheckLine> lines;
  constexpr std::uint64_t rows = 200'000;
  for (const SqlType type : {SqlType::bigint, SqlType::uuid}) {
    const theory::PostgresqlLeaf leaf = leaf_of(type);
    const std::uint64_t k = theory::harmless_displacement(leaf);
    const TableRun run =
        run_twin({type, [k](std::uint64_t row) { return shuffled_in_groups(row, k + 1); }}, rows);
    std::uint64_t fewest = leaf.capacity();
    std::uint64_t most = 0;
    for (const LeafPage& page : leaf_pages(run)) {
      if (page.is_rightmost) continue;
      fewest = std::min(fewest, page.keys);
      most = std::max(most, page.keys);
    }
    const auto at_least = static_cast<double>(leaf.rightmost_left());
    const auto room = static_cast<double>(k);
    lines.push_back({fmt::format("fragmentation, {}, k = {}, %", type_name(type), k), 0,
                     index_after(run).leaf_fragmentation, 0, 2});
    // Both between L_r and L_r + k.
    lines.push_back({fmt::format("fewest keys of a closed leaf, {}", type_name(type)), at_least + room / 2,
                     static_cast<double>(fewest), room / 2, 0});
    lines.push_back({fmt::format("most keys of a closed leaf, {}", type_name(type)), at_least + room / 2,
                     static_cast<double>(most), room / 2, 0});
  }
  return lines;
}

}  // namespace keycost
