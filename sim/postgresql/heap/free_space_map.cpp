#include "sim/postgresql/heap/free_space_map.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "sim/postgresql/heap/free_space_page.hpp"
#include "sim/postgresql/hint.hpp"

namespace keycost::postgresql {

namespace {

// Source: freespace.c.
constexpr std::size_t category_step_bytes = block_size_bytes / 256;  // FSM_CAT_STEP
constexpr std::size_t request_max_bytes = 8160;                      // MaxFSMRequestSize = MaxHeapTupleSize
constexpr BlockNumber root_block = 0;

/// Rounded down, so that the map never promises what a page does not have.
std::uint8_t category_available(std::size_t free_bytes) {
  if (free_bytes >= request_max_bytes) return 255;
  return static_cast<std::uint8_t>(std::min<std::size_t>(free_bytes / category_step_bytes, 254));
}

/// Rounded up, so that whatever is found is enough.
std::uint8_t category_needed(std::size_t needed_bytes) {
  if (needed_bytes == 0) return 1;
  return static_cast<std::uint8_t>(
      std::min<std::size_t>((needed_bytes + category_step_bytes - 1) / category_step_bytes, 255));
}

/// Block of the fork that holds leaf page `leaf_page`: pages are numbered depth first, three levels deep.
BlockNumber fork_block_of_leaf(std::size_t leaf_page) {
  const std::size_t middle_pages = leaf_page / free_space_page::leaf_slots + 1;
  return static_cast<BlockNumber>(leaf_page + middle_pages + 1);
}

}  // namespace

PinnedPage FreeSpaceMap::read_leaf(std::size_t leaf_page) {
  const BlockNumber block = fork_block_of_leaf(leaf_page);
  if (block < fork_.blocks()) return buffers_->read(fork_, block);
  PinnedPage page;
  while (fork_.blocks() <= block) {
    page = buffers_->extend(fork_);
    page->initialize(0);
  }
  return page;
}

std::optional<BlockNumber> FreeSpaceMap::record_and_search(BlockNumber block, std::size_t free_bytes,
                                                           std::size_t needed_bytes) {
  const std::size_t leaf_page = block / free_space_page::leaf_slots;
  {
    const PinnedPage page = read_leaf(leaf_page);
    if (free_space_page::set(*page, block % free_space_page::leaf_slots, category_available(free_bytes))) {
      mark_dirty_hint(*buffers_, *log_, page, BlockUse::whole);
    }
    if (const auto slot = free_space_page::search(*page, category_needed(needed_bytes), true)) {
      return static_cast<BlockNumber>(leaf_page * free_space_page::leaf_slots + *slot);
    }
  }
  return search(needed_bytes);
}

std::optional<BlockNumber> FreeSpaceMap::search(std::size_t needed_bytes) {
  if (fork_.blocks() == 0) return std::nullopt;  // no fork, no access
  const PinnedPage root = buffers_->read(fork_, root_block);
  require(!free_space_page::search(*root, category_needed(needed_bytes), false),
          "only VACUUM fills the free space map's upper levels, and nothing here vacuums");
  return std::nullopt;
}

}  // namespace keycost::postgresql
