// One fork of a relation: its pages in block order, and which buffer holds each of them, if any.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/postgresql/page.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql {

struct Buffer;

/// What a fork's file is called and sorted by: the relation's file number, then the fork.
using FileNumber = std::uint64_t;
constexpr FileNumber main_fork_of(std::uint64_t relation) {
  return relation * 4;
}
constexpr FileNumber free_space_map_fork_of(std::uint64_t relation) {
  return relation * 4 + 1;  // FSM_FORKNUM. Source: src/include/common/relpath.h
}

class Relation {
 public:
  BlockNumber blocks() const { return static_cast<BlockNumber>(buffers_.size()); }

  Page& page(BlockNumber block) { return chunks_[block / chunk_pages][block % chunk_pages]; }
  const Page& page(BlockNumber block) const { return chunks_[block / chunk_pages][block % chunk_pages]; }

  /// Adds a block of that size; its bytes are for the caller to initialize.
  BlockNumber extend(std::size_t size_bytes = block_size_bytes) {
    const BlockNumber block = blocks();
    if (block % chunk_pages == 0) chunks_.emplace_back(new Page[chunk_pages]);
    page(block).set_size_bytes(size_bytes);
    buffers_.push_back(nullptr);
    return block;
  }

  /// The buffer that holds the block, or nullptr: then it is on disk only.
  Buffer* buffer(BlockNumber block) const { return buffers_[block]; }
  void set_buffer(BlockNumber block, Buffer* buffer) { buffers_[block] = buffer; }

  FileNumber file_number() const { return file_number_; }
  void set_file_number(FileNumber number) { file_number_ = number; }
  /// What this fork has caused so far: the log and the buffers both write it down here.
  Cost& cost() { return cost_; }
  const Cost& cost() const { return cost_; }

 private:
  static constexpr std::size_t chunk_pages = 64;  // pages never move; half a megabyte is asked for at a time

  std::vector<std::unique_ptr<Page[]>> chunks_;
  std::vector<Buffer*> buffers_;
  FileNumber file_number_ = 0;
  Cost cost_;
};

}  // namespace keycost::postgresql
