// Shared buffers: who holds which page, and what EXPLAIN (ANALYZE, BUFFERS) counts of it.
//
// Every access to a page goes through here, in the order and with the pins that the server has: what is held
// while a victim is looked for cannot be the victim. Source: src/backend/storage/buffer/bufmgr.c
// (BufferAlloc, PinBuffer, GetVictimBuffer, ExtendBufferedRelShared, MarkBufferDirty).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/postgresql/buffer.hpp"
#include "sim/postgresql/buffer_replacement.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql {

class Observer;

class BufferManager {
 public:
  /// A pool of `buffers` pages of `page_size_bytes`, all free. `connections_max`: max_connections, see
  /// pages_held_at_once.
  BufferManager(std::uint64_t buffers, std::uint64_t connections_max,
                std::size_t page_size_bytes = block_size_bytes);

  /// ReadBuffer: a hit if the page is in the pool, else a read. Bulk operations pass their ring.
  PinnedPage read(Relation& relation, BlockNumber block, BufferRing* ring = nullptr) {
    Buffer* buffer = relation.buffer(block);
    if (buffer == nullptr) return load(relation, block, ring);
    count(relation, &BufferUsage::hit);
    if (buffer->pins == 0) count_use(*buffer, ring);
    return PinnedPage(*buffer);
  }

  /// Grows the relation by one block, which is written to disk as zeros at once; neither a hit nor a read.
  PinnedPage extend(Relation& relation, BufferRing* ring = nullptr);

  /// `count` further accesses to a page that is in the pool and has been asked for already, one by one.
  void count_hits(Relation& relation, std::uint64_t count) {
    usage_.hit += count;
    relation.cost().buffers.hit += count;
  }

  /// MarkBufferDirty.
  void mark_dirty(const PinnedPage& page) {
    Buffer& buffer = page.buffer();
    if (buffer.dirty) return;
    buffer.dirty = true;
    count(page.relation(), &BufferUsage::dirtied);
    if (observer_ != nullptr) tell_dirtied(page);
  }

  bool is_dirty(const PinnedPage& page) const { return page.buffer().dirty; }

  /// Who is told of pages that are read, dirtied and written; nullptr: nobody.
  Observer* observer() const { return observer_; }
  void set_observer(Observer* observer) { observer_ = observer; }

  /// All dirty pages are written out by the checkpointer, which no statement is charged for.
  void write_all_dirty();

  /// The relations' files are gone: their pages are forgotten, their buffers free. O(pool).
  void drop(const std::vector<std::unique_ptr<Relation>>& relations);

  /// The server ends and starts again: nothing is in the pool. All is written out, nothing is held.
  void restart();

  /// LimitAdditionalPins: how many pages a session may hold at once beyond those that it holds already; at
  /// least one.
  std::uint64_t pages_held_at_once() const;

  /// A ring of at most `size_bytes`, and of no more than an eighth of the pool.
  BufferRing make_ring(std::size_t size_bytes) const;
  /// The ring in which a scan reads a relation that is large beside the pool; none for a smaller one.
  std::optional<BufferRing> ring_for_scan(BlockNumber blocks) const;

  /// Of every page of the server.
  std::size_t page_size_bytes() const { return page_size_bytes_; }
  std::uint64_t buffers_max() const { return replacement_.buffers_max(); }
  BufferReplacement& replacement() { return replacement_; }
  const BufferReplacement& replacement() const { return replacement_; }
  const BufferUsage& usage() const { return usage_; }

 private:
  // PinBuffer, of a page that the session does not hold yet.
  static void count_use(Buffer& buffer, const BufferRing* ring) {
    if (ring == nullptr ? buffer.usage_count < usage_count_max : buffer.usage_count == 0)
      ++buffer.usage_count;
  }
  /// Every count goes to the total and to the relation that was asked for.
  void count(Relation& relation, std::uint64_t BufferUsage::*counter) {
    ++(usage_.*counter);
    ++(relation.cost().buffers.*counter);
  }
  std::uint64_t pin_share() const;
  void tell_dirtied(const PinnedPage& page) const;
  PinnedPage load(Relation& relation, BlockNumber block, BufferRing* ring);
  Buffer& evict(Relation& wanted, BufferRing* ring);
  static void assign(Buffer& buffer, Relation& relation, BlockNumber block);

  BufferReplacement replacement_;
  std::uint64_t connections_max_;
  std::size_t page_size_bytes_;
  BufferUsage usage_;
  Observer* observer_ = nullptr;
};

}  // namespace keycost::postgresql
