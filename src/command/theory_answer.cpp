#include "src/command/theory_answer.hpp"

#include <algorithm>
#include <cmath>

#include "sim/theory/leaf_count_spread.hpp"

namespace keycost {

namespace {

constexpr std::size_t modes_shown = 4;

theory::LeafDistribution start_of(const TheoryQuestion& question) {
  if (!question.loaded_keys) return theory::one_key(question.rules);
  const auto keys = static_cast<double>(*question.loaded_keys);
  if (question.fill == LoadFill::fixed) return theory::bulk_loaded(*question.leaf, keys);
  // By a law, so many leaves that their keys are these.
  const auto load = question.fill == LoadFill::uniform ? theory::loaded_evenly : theory::loaded_stationary;
  return load(question.rules, keys / load(question.rules, 1.0).keys());
}

/// 1, 2 and 5 times each power of ten between what the tree starts with and what it ends with.
std::vector<std::uint64_t> sizes_between(std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t smallest = 1000;
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t power = smallest; power < last; power *= 10) {
    for (const std::uint64_t size : {power, 2 * power, 5 * power}) {
      if (size >= first && size < last) sizes.push_back(size);
    }
  }
  sizes.push_back(last);
  return sizes;
}

/// Where things happen after a load: at the crests and troughs of the first waves.
std::vector<std::uint64_t> sizes_after_load(std::uint64_t loaded, std::uint64_t last) {
  std::vector<std::uint64_t> sizes;
  for (const double growth :
       {1.0, 1.02, 1.05, 1.1, 1.11, 1.12, 1.15, 1.17, 1.2, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0}) {
    const auto size = static_cast<std::uint64_t>(std::llround(static_cast<double>(loaded) * growth));
    if (size < last) sizes.push_back(size);
  }
  const std::vector<std::uint64_t> later = sizes_between(4 * loaded, last);
  sizes.insert(sizes.end(), later.begin(), later.end());
  return sizes;
}

TheoryPoint point_of(const TheoryQuestion& question, theory::LeafCountSpread& tree) {
  TheoryPoint point;
  point.keys = static_cast<std::uint64_t>(tree.keys());
  point.leaves = tree.leaves();
  point.standard_deviation = tree.standard_deviation();
  point.occupancy = tree.keys() / (tree.leaves() * static_cast<double>(question.rules.inner.capacity));
  if (question.leaf) point.density_percent = question.leaf->density_percent(tree.keys(), tree.leaves());
  point.split_probability = tree.expected().split_probability();
  return point;
}

}  // namespace

TheoryAnswer answer(const TheoryQuestion& question) {
  TheoryAnswer answer{question,
                      theory::steady_state(question.rules.inner),
                      theory::leading_modes(question.rules.inner, modes_shown),
                      {},
                      {},
                      {},
                      0};
  if (question.loaded_keys && question.fill == LoadFill::fixed)
    answer.wave = theory::first_wave(question.rules.inner, theory::bulk_loaded_keys(*question.leaf));
  const std::uint64_t loaded = question.loaded_keys.value_or(0);
  const std::vector<std::uint64_t> sizes =
      loaded == 0 ? sizes_between(1, question.keys) : sizes_after_load(loaded, question.keys);
  theory::LeafCountSpread tree(question.rules, start_of(question));
  for (const std::uint64_t size : sizes) {
    tree.advance_to(static_cast<double>(size));
    answer.curve.push_back(point_of(question, tree));
  }
  if (question.inserts) {
    answer.hits = theory::leaves_hit(tree.expected().distribution(), *question.inserts);
    answer.share_hit_in_steady_state = theory::share_hit_in_steady_state(
        static_cast<double>(*question.inserts) * static_cast<double>(question.rules.inner.capacity) /
        static_cast<double>(question.keys));
  }
  return answer;
}

}  // namespace keycost
