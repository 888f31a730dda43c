#include "sim/theory/fragmentation.hpp"

#include <utility>
#include <vector>

#include "sim/theory/chain_growth.hpp"

namespace keycost::theory {

// A percentage is a ratio of two numbers that vary together. Near its mean m it moves as (marked − m ·
// leaves) / leaves does: each marked leaf is worth 1 − m, each other −m.
ExpectedFragmentation expected_fragmentation(const TreeRules& rules, double keys) {
  LeafChain chain;
  const std::size_t unmarked = chain.add_run(rules.inner.capacity);
  const std::size_t marked = chain.add_run(rules.inner.capacity);
  const std::size_t rightmost = chain.add_run(rules.rightmost->capacity);
  const std::size_t left = rules.inner.children.front().keys;
  const std::size_t right = rules.inner.capacity + 1 - left;
  for (const std::size_t run : {unmarked, marked})
    chain.add_split(run + rules.inner.capacity - 1, 1.0, unmarked + left - 1, marked + right - 1);
  chain.add_split(rightmost + rules.rightmost->capacity - 1, 1.0, unmarked + rules.rightmost->left - 1,
                  rightmost + rules.rightmost->rest() - 1);
  std::vector<double> start(chain.states(), 0.0);
  start[rightmost] = 1.0;
  std::vector<double> worth(chain.states(), 0.0);
  for (std::size_t state = marked; state < rightmost; ++state) worth[state] = 1.0;
  ChainGrowth tree(std::move(chain), std::move(start));
  tree.advance_to(keys);
  const double share = tree.sum(worth) / tree.leaves();
  for (double& value : worth) value -= share;
  return {100.0 * share, 100.0 * tree.standard_deviation(std::move(worth)) / tree.leaves()};
}

}  // namespace keycost::theory
