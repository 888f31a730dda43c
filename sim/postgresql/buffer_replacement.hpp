// Which buffer takes the next page: a free one, else the one that the clock sweep finds.
//
// The sweep goes round the pool and takes a use away from every buffer that it passes, until it meets one
// that has none left. A page that is asked for often has up to five, so it survives five rounds; a page that
// was read once, one. An insert into a random leaf of an index larger than the pool therefore evicts another
// leaf, and if that one is dirty, writes it out first: the statement pays for it. Source:
// src/backend/storage/buffer/freelist.c (StrategyGetBuffer, GetBufferFromRing).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sim/postgresql/buffer.hpp"

namespace keycost::postgresql {

/// The few buffers that a bulk operation goes round in, so that it does not drive everything else out.
/// Source: freelist.c (BufferAccessStrategyData).
class BufferRing {
 public:
  explicit BufferRing(std::size_t buffers_max) : buffers_(buffers_max, nullptr) {}

 private:
  friend class BufferReplacement;
  std::vector<Buffer*> buffers_;
  std::size_t current_ = 0;
};

class BufferReplacement {
 public:
  explicit BufferReplacement(std::uint64_t buffers_max) : buffers_max_(buffers_max) {}

  /// StrategyGetBuffer: a buffer that nobody holds, its old page still in it. O(1), or as far as the sweep
  /// goes.
  Buffer& take(BufferRing* ring);

  /// StrategyFreeBuffer: the next to be taken.
  void free(Buffer& buffer) { freed_.push_back(&buffer); }

  std::uint64_t buffers_max() const { return buffers_max_; }
  /// The buffers that were ever taken, in their order in the pool.
  std::deque<Buffer>& buffers() { return buffers_; }
  const std::deque<Buffer>& buffers() const { return buffers_; }

  /// For a pool that is in use already: the buffer at `position`, from 0.
  Buffer& at(std::uint64_t position);

 private:
  Buffer* take_from_ring(BufferRing& ring);
  Buffer* take_free();
  Buffer& sweep();

  std::uint64_t buffers_max_;
  std::deque<Buffer> buffers_;     // only as many as were needed so far: memory follows use, not the setting
  std::uint64_t never_taken_ = 0;  // from here on buffers are free, unless they are in use from the start
  std::vector<Buffer*> freed_;
  std::uint64_t hand_ = 0;  // of the clock
};

}  // namespace keycost::postgresql
