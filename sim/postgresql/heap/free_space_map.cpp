#include "sim/postgresql/heap/free_space_map.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "sim/postgresql/heap/free_space_page.hpp"
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/hint.hpp"

namespace keycost::postgresql {

namespace {

constexpr int categories = 256;                      // FSM_CATEGORIES
constexpr std::size_t slots_of_three_levels = 1626;  // with as many a page, three levels hold every heap

/// Rounded down, so that the map never promises what a page does not have.
std::uint8_t category_available(std::size_t free_bytes, std::size_t page_size_bytes) {
  if (free_bytes >= heap_tuple_max_size_bytes(page_size_bytes)) return 255;  // MaxFSMRequestSize
  const std::size_t step_bytes = page_size_bytes / categories;               // FSM_CAT_STEP
  return static_cast<std::uint8_t>(std::min<std::size_t>(free_bytes / step_bytes, 254));
}

/// Rounded up, so that whatever is found is enough.
std::uint8_t category_needed(std::size_t needed_bytes, std::size_t page_size_bytes) {
  if (needed_bytes == 0) return 1;
  const std::size_t step_bytes = page_size_bytes / categories;
  return static_cast<std::uint8_t>(std::min<std::size_t>((needed_bytes + step_bytes - 1) / step_bytes, 255));
}

}  // namespace

// Source of the constants: freespace.c.
FreeSpaceMap::FreeSpaceMap(BufferManager& buffers, WriteAheadLog& log)
    : buffers_(&buffers),
      log_(&log),
      slots_(free_space_page::leaf_slots(buffers.page_size_bytes())),
      root_level_(slots_ >= slots_of_three_levels ? 2 : 3) {}

std::size_t FreeSpaceMap::place_on_level(BlockNumber block, int level) const {
  std::size_t place = block;
  for (int i = 0; i < level; ++i) place /= slots_;
  return place;
}

// fsm_logical_to_physical: pages lie depth first, a page before those below it.
BlockNumber FreeSpaceMap::fork_block(Address address) const {
  std::size_t leaf = address.page;
  for (int i = 0; i < address.level; ++i) leaf *= slots_;
  std::size_t pages = 0;
  for (int level = 0; level <= root_level_; ++level) {
    pages += leaf + 1;
    leaf /= slots_;
  }
  return static_cast<BlockNumber>(pages - static_cast<std::size_t>(address.level) - 1);
}

PinnedPage FreeSpaceMap::read(Address address) {
  const BlockNumber block = fork_block(address);
  return block < fork_.blocks() ? buffers_->read(fork_, block) : PinnedPage();
}

PinnedPage FreeSpaceMap::read_or_extend(Address address) {
  if (PinnedPage page = read(address)) return page;
  PinnedPage page;
  while (fork_.blocks() <= fork_block(address)) {
    page.release();
    page = buffers_->extend(fork_);
    page->initialize(0);
  }
  return page;
}

void FreeSpaceMap::set(const PinnedPage& page, std::size_t slot, std::uint8_t category) {
  if (free_space_page::set(*page, slot, category)) mark_dirty_hint(*buffers_, *log_, page, BlockUse::whole);
}

void FreeSpaceMap::record(BlockNumber block, std::size_t free_bytes) {
  set(read_or_extend({0, block / slots_}), block % slots_,
      category_available(free_bytes, buffers_->page_size_bytes()));
}

std::optional<BlockNumber> FreeSpaceMap::record_and_search(BlockNumber block, std::size_t free_bytes,
                                                           std::size_t needed_bytes,
                                                           BlockNumber heap_blocks) {
  const std::size_t leaf_page = block / slots_;
  {
    const PinnedPage page = read_or_extend({0, leaf_page});
    set(page, block % slots_, category_available(free_bytes, buffers_->page_size_bytes()));
    if (const auto slot = free_space_page::search(
            *page, category_needed(needed_bytes, buffers_->page_size_bytes()), true)) {
      return static_cast<BlockNumber>(leaf_page * slots_ + *slot);
    }
  }
  return search(needed_bytes, heap_blocks);
}

// fsm_search. A page may promise more than the one below it has: then the promise is corrected and the search
// begins anew.
std::optional<BlockNumber> FreeSpaceMap::search(std::size_t needed_bytes, BlockNumber heap_blocks) {
  const std::uint8_t category = category_needed(needed_bytes, buffers_->page_size_bytes());
  Address address{root_level_, 0};
  for (;;) {
    const PinnedPage page = read(address);
    const auto slot = page ? free_space_page::search(*page, category, address.level == 0) : std::nullopt;
    if (slot && address.level > 0) {
      address = {address.level - 1, address.page * slots_ + *slot};
    } else if (slot) {
      const auto block = static_cast<BlockNumber>(address.page * slots_ + *slot);
      require(block < heap_blocks, "the free space map knows only blocks that the heap has");
      return block;
    } else if (address.level == root_level_) {
      return std::nullopt;
    } else {
      const std::uint8_t available = page ? free_space_page::largest(*page) : std::uint8_t{0};
      set(read_or_extend({address.level + 1, address.page / slots_}), address.page % slots_, available);
      address = {root_level_, 0};
    }
  }
}

void FreeSpaceMap::update_upper_levels(BlockNumber first, BlockNumber end) {
  bool past_end = false;
  if (end > first) update_page({root_level_, 0}, first, end, past_end);
}

// fsm_vacuum_page: returns the largest category on the page, after the pages below it have been looked at.
std::uint8_t FreeSpaceMap::update_page(Address address, BlockNumber first, BlockNumber end, bool& past_end) {
  const PinnedPage page = read(address);
  past_end = !page;
  if (past_end) return 0;
  if (address.level > 0) {
    const std::size_t page_begin = address.page * slots_;
    const std::size_t from = std::max(place_on_level(first, address.level), page_begin);
    const std::size_t to = std::min(place_on_level(end - 1, address.level), page_begin + slots_ - 1);
    bool below_past_end = false;
    for (std::size_t place = from; place <= to; ++place) {
      const std::uint8_t available =
          below_past_end ? std::uint8_t{0}
                         : update_page({address.level - 1, place}, first, end, below_past_end);
      set(page, place - page_begin, available);
    }
  }
  const std::uint8_t largest = free_space_page::largest(*page);
  free_space_page::reset_next_slot(*page);
  return largest;
}

}  // namespace keycost::postgresql
