#include "sim/theory/random_tree.hpp"

#include "sim/random/uniform.hpp"
#include "sim/theory/steady_state.hpp"

namespace keycost::theory {

RandomTree::RandomTree(const TreeRules& rules, const std::vector<std::uint32_t>& keys_by_leaf,
                       RandomKey random)
    : rules_(rules), random_(random), sums_(2, 0) {
  for (const std::uint32_t keys : keys_by_leaf) {
    keys_by_leaf_.push_back(0);
    add(keys_by_leaf_.size() - 1, keys);
    keys_ += keys;
  }
  rightmost_ = keys_by_leaf_.size() - 1;
}

/// Every insert goes next to a key that is there: any of them, each as likely.
void RandomTree::grow_to(std::uint64_t keys) {
  while (keys_ < keys) {
    const std::size_t leaf = leaf_of(scaled_below(half_of(random_.block(draws_++)), keys_));
    add(leaf, 1);
    ++keys_;
    const bool is_rightmost = rules_.rightmost && leaf == rightmost_;
    const std::size_t capacity = is_rightmost ? rules_.rightmost->capacity : rules_.inner.capacity;
    if (keys_by_leaf_[leaf] > capacity) split(leaf);
  }
}

/// Of key 0, 1, 2, …, counted leaf after leaf.
std::size_t RandomTree::leaf_of(std::uint64_t key) const {
  auto left = static_cast<std::int64_t>(key);
  std::size_t position = 0;
  for (std::size_t half = sums_.size() / 2; half > 0; half /= 2) {
    if (position + half >= sums_.size() || sums_[position + half] > left) continue;
    position += half;
    left -= sums_[position];
  }
  return position;
}

void RandomTree::add(std::size_t leaf, std::int64_t keys) {
  keys_by_leaf_[leaf] = static_cast<std::uint32_t>(keys_by_leaf_[leaf] + keys);
  if (leaf + 1 >= sums_.size()) {
    // Twice the room; what the last sum covers is the whole so far.
    const std::int64_t whole = sums_.back();
    sums_.resize(2 * sums_.size() - 1, 0);
    sums_.back() = whole;
  }
  for (std::size_t i = leaf + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += keys;
}

void RandomTree::split(std::size_t leaf) {
  const bool is_rightmost = rules_.rightmost && leaf == rightmost_;
  const auto left =
      static_cast<std::int64_t>(is_rightmost ? rules_.rightmost->left : rules_.inner.children.front().keys);
  const std::int64_t right = keys_by_leaf_[leaf] - left;
  add(leaf, -right);
  keys_by_leaf_.push_back(0);
  add(keys_by_leaf_.size() - 1, right);
  if (is_rightmost) rightmost_ = keys_by_leaf_.size() - 1;
}

std::vector<std::uint32_t> stationary_leaves(const SplitRule& rule, std::uint64_t leaves) {
  const SteadyState steady = steady_state(rule);
  std::vector<std::uint32_t> keys_by_leaf;
  double due = 0.0;
  for (std::size_t i = 1; i < steady.leaves_per_key.size(); ++i) {
    due += static_cast<double>(leaves) * steady.keys_per_leaf * steady.leaves_per_key[i];
    while (static_cast<double>(keys_by_leaf.size()) + 0.5 < due)
      keys_by_leaf.push_back(static_cast<std::uint32_t>(i));
  }
  return keys_by_leaf;
}

}  // namespace keycost::theory
