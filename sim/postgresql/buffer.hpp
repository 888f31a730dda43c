// A buffer and a page that is held in one. Source: src/include/storage/buf_internals.h (BufferDesc).
#pragma once

#include <cstdint>
#include <utility>

#include "sim/postgresql/page.hpp"
#include "sim/postgresql/relation.hpp"

namespace keycost::postgresql {

/// What the server knows about one buffer of the pool.
struct Buffer {
  Relation* relation = nullptr;  ///< whose page it holds; none when it is free or a page of another table's
  BlockNumber block = 0;
  bool in_use = false;
  bool dirty = false;              ///< changed since it was last written
  bool checkpoint_needed = false;  ///< was dirty when the checkpoint that is under way began
  std::uint8_t usage_count = 0;    ///< how many rounds of the clock sweep it will survive
  std::uint32_t pins = 0;          ///< how often the session holds it; never evicted meanwhile
};

inline constexpr std::uint8_t usage_count_max = 5;  // BM_MAX_USAGE_COUNT. Source: buf_internals.h

/// A page that stays in its buffer until this goes away. Can be moved; `another_pin` holds it twice.
class PinnedPage {
 public:
  PinnedPage() = default;
  /// `buffer` holds a page of a relation and has been asked for: see BufferManager.
  explicit PinnedPage(Buffer& buffer) : buffer_(&buffer), page_(&buffer.relation->page(buffer.block)) {
    ++buffer.pins;
  }
  PinnedPage(PinnedPage&& other) noexcept
      : buffer_(std::exchange(other.buffer_, nullptr)), page_(std::exchange(other.page_, nullptr)) {}
  PinnedPage& operator=(PinnedPage&& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(page_, other.page_);
    other.release();
    return *this;
  }
  ~PinnedPage() { release(); }

  void release() {
    if (buffer_ != nullptr) --buffer_->pins;
    buffer_ = nullptr;
    page_ = nullptr;
  }

  /// IncrBufferRefCount: no access, so nothing is counted.
  PinnedPage another_pin() const { return PinnedPage(*buffer_); }

  Page* operator->() const { return page_; }
  Page& operator*() const { return *page_; }
  Buffer& buffer() const { return *buffer_; }
  BlockNumber block() const { return buffer_->block; }
  Relation& relation() const { return *buffer_->relation; }
  explicit operator bool() const { return page_ != nullptr; }

 private:
  Buffer* buffer_ = nullptr;
  Page* page_ = nullptr;
};

}  // namespace keycost::postgresql
