// One page of the free space map: a binary tree in an array, each node the largest value below it.
//
//   24             28
//   | next slot    | 4095 inner nodes, root first | 4069 leaves |
//
// Source: src/include/storage/fsm_internals.h, src/backend/storage/freespace/fsmpage.c.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql::free_space_page {

inline constexpr std::size_t next_slot_position = page_header_size_bytes;  // fp_next_slot
inline constexpr std::size_t nodes_position = next_slot_position + 4;      // fp_nodes
// NodesPerPage, NonLeafNodesPerPage, LeafNodesPerPage = SlotsPerFSMPage.
constexpr std::size_t nodes(std::size_t page_size_bytes) {
  return page_size_bytes - nodes_position;
}
constexpr std::size_t inner_nodes(std::size_t page_size_bytes) {
  return page_size_bytes / 2 - 1;
}
constexpr std::size_t leaf_slots(std::size_t page_size_bytes) {
  return nodes(page_size_bytes) - inner_nodes(page_size_bytes);
}
static_assert(leaf_slots(block_size_bytes) == 4069);

/// fsm_set_avail: whether anything on the page changed.
bool set(Page& page, std::size_t slot, std::uint8_t value);

/// fsm_search_avail: a slot with at least `value_min`, at or after the page's next slot if there is one there
/// (wrapping round), so that several inserters do not all end on the same page. `advance`: the next search
/// begins behind it.
std::optional<std::size_t> search(Page& page, std::uint8_t value_min, bool advance);

/// fsm_get_max_avail: the largest value on the page.
std::uint8_t largest(const Page& page);

/// The next search begins at the first slot.
void reset_next_slot(Page& page);

}  // namespace keycost::postgresql::free_space_page
