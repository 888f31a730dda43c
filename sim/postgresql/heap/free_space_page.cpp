#include "sim/postgresql/heap/free_space_page.hpp"

#include <algorithm>

#include "sim/error.hpp"

namespace keycost::postgresql::free_space_page {

namespace {

std::size_t parent_of(std::size_t node) {
  return (node - 1) / 2;
}
std::size_t left_child_of(std::size_t node) {
  return 2 * node + 1;
}

/// The node to the right on the same level, wrapping round to the level's first.
std::size_t right_neighbour_of(std::size_t node) {
  ++node;
  const bool first_of_next_level = ((node + 1) & node) == 0;  // levels begin at 2^k − 1
  return first_of_next_level ? parent_of(node) : node;
}

std::uint8_t value_of(const Page& page, std::size_t node) {
  return node < nodes(page.size_bytes()) ? page.load<std::uint8_t>(nodes_position + node) : std::uint8_t{0};
}

std::size_t descend(const Page& page, std::size_t node, std::uint8_t value_min) {
  const std::size_t inner = inner_nodes(page.size_bytes());
  while (node < inner) {
    node = left_child_of(node);
    if (value_of(page, node) < value_min) ++node;
    require(value_of(page, node) >= value_min, "a free space map node has a child with its value");
  }
  return node;
}

}  // namespace

bool set(Page& page, std::size_t slot, std::uint8_t value) {
  require(slot < leaf_slots(page.size_bytes()), "a free space map page has so many slots");
  std::size_t node = inner_nodes(page.size_bytes()) + slot;
  if (value_of(page, node) == value) return false;
  page.store(nodes_position + node, value);
  while (node > 0) {
    node = parent_of(node);
    const std::size_t left = left_child_of(node);
    const std::uint8_t largest = std::max(value_of(page, left), value_of(page, left + 1));
    if (value_of(page, node) == largest) break;
    page.store(nodes_position + node, largest);
  }
  return true;
}

std::optional<std::size_t> search(Page& page, std::uint8_t value_min, bool advance) {
  if (value_of(page, 0) < value_min) return std::nullopt;
  const auto next_slot = page.load<std::uint32_t>(next_slot_position);
  const std::size_t inner = inner_nodes(page.size_bytes());
  std::size_t node = inner + (next_slot < leaf_slots(page.size_bytes()) ? next_slot : 0);
  while (node > 0 && value_of(page, node) < value_min) node = parent_of(right_neighbour_of(node));
  const std::size_t slot = descend(page, node, value_min) - inner;
  page.store(next_slot_position, static_cast<std::uint32_t>(slot + (advance ? 1 : 0)));
  return slot;
}

std::uint8_t largest(const Page& page) {
  return value_of(page, 0);
}

void reset_next_slot(Page& page) {
  page.store(next_slot_position, std::uint32_t{0});
}

}  // namespace keycost::postgresql::free_space_page
