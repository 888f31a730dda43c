// One fork of a relation: its pages in block order, and what the buffer manager knows about each of them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/postgresql/page.hpp"

namespace keycost::postgresql {

class Relation {
 public:
  BlockNumber blocks() const { return static_cast<BlockNumber>(states_.size()); }

  Page& page(BlockNumber block) { return chunks_[block / chunk_pages][block % chunk_pages]; }
  const Page& page(BlockNumber block) const { return chunks_[block / chunk_pages][block % chunk_pages]; }

  /// Adds a block; its bytes are for the caller to initialize.
  BlockNumber extend() {
    const BlockNumber block = blocks();
    if (block % chunk_pages == 0) chunks_.emplace_back(new Page[chunk_pages]);
    states_.push_back({});
    return block;
  }

  struct BufferState {
    bool resident = false;  ///< in shared buffers
    bool dirty = false;     ///< changed since it was last written
  };
  BufferState& state(BlockNumber block) { return states_[block]; }

 private:
  static constexpr std::size_t chunk_pages = 64;  // pages never move; half a megabyte is asked for at a time

  std::vector<std::unique_ptr<Page[]>> chunks_;
  std::vector<BufferState> states_;
};

}  // namespace keycost::postgresql
