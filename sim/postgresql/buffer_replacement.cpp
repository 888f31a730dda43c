#include "sim/postgresql/buffer_replacement.hpp"

#include "sim/error.hpp"

namespace keycost::postgresql {

Buffer& BufferReplacement::take(BufferRing* ring) {
  if (ring == nullptr) {
    if (Buffer* free = take_free()) return *free;
    return sweep();
  }
  if (Buffer* mine = take_from_ring(*ring)) return *mine;
  Buffer& buffer = take(nullptr);
  ring->buffers_[ring->current_] = &buffer;
  return buffer;
}

// A ring's buffer that someone else uses as well is left to them; another takes its place.
Buffer* BufferReplacement::take_from_ring(BufferRing& ring) {
  if (++ring.current_ >= ring.buffers_.size()) ring.current_ = 0;
  Buffer* buffer = ring.buffers_[ring.current_];
  return buffer != nullptr && buffer->pins == 0 && buffer->usage_count <= 1 ? buffer : nullptr;
}

Buffer* BufferReplacement::take_free() {
  if (!freed_.empty()) {
    Buffer* buffer = freed_.back();
    freed_.pop_back();
    return buffer;
  }
  while (never_taken_ < buffers_max_) {
    Buffer& buffer = at(never_taken_++);
    if (!buffer.in_use) return &buffer;
  }
  return nullptr;
}

Buffer& BufferReplacement::sweep() {
  std::uint64_t passed_without_effect = 0;
  for (;;) {
    Buffer& buffer = buffers_[hand_];
    if (++hand_ == buffers_max_) hand_ = 0;
    if (buffer.pins == 0) {
      if (buffer.usage_count == 0) return buffer;
      --buffer.usage_count;
      passed_without_effect = 0;
    } else {
      require(++passed_without_effect <= buffers_max_,
              "a session holds fewer pages than the smallest pool has");
    }
  }
}

Buffer& BufferReplacement::at(std::uint64_t position) {
  while (buffers_.size() <= position) buffers_.emplace_back();
  return buffers_[position];
}

}  // namespace keycost::postgresql
