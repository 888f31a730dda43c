#include "sim/postgresql/buffers.hpp"

#include <algorithm>

#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

namespace {

// What every server has beside max_connections, with its other settings at their defaults. Source:
// src/backend/utils/init/postinit.c (InitializeMaxBackends: autovacuum_worker_slots 16, max_worker_processes
// 8, max_wal_senders 10, NUM_SPECIAL_WORKER_PROCS 2), src/include/storage/proc.h (NUM_AUXILIARY_PROCS: 6 and
// MAX_IO_WORKERS 32).
constexpr std::uint64_t other_processes = 16 + 8 + 10 + 2 + 6 + 32;
// Pins that a session is taken to have already. Source: bufmgr.c (REFCOUNT_ARRAY_ENTRIES).
constexpr std::uint64_t pages_held_already = 8;
constexpr std::uint64_t ring_share_of_pool = 8;  // Source: freelist.c (GetAccessStrategyWithSize)

// Source: src/backend/access/heap/heapam.c (initscan).
constexpr std::uint64_t scan_ring_share_of_pool = 4;
// Source: freelist.c (GetAccessStrategy, BAS_BULKREAD): 256 kB, and io_combine_limit (128 kB) ×
// effective_io_concurrency (16) at their defaults.
constexpr std::size_t scan_ring_min_bytes = std::size_t{256} << 10;
constexpr std::size_t read_ahead_bytes = (std::size_t{128} << 10) * 16;

}  // namespace

BufferManager::BufferManager(std::uint64_t buffers, std::uint64_t connections_max,
                             std::size_t page_size_bytes)
    : replacement_(buffers), connections_max_(connections_max), page_size_bytes_(page_size_bytes) {}

PinnedPage BufferManager::load(Relation& relation, BlockNumber block, BufferRing* ring) {
  count(relation, &BufferUsage::read);
  Buffer& buffer = evict(relation, ring);
  assign(buffer, relation, block);
  if (observer_ != nullptr) observer_->page_read(relation, block);
  return PinnedPage(buffer);
}

// The buffer is taken before the file grows.
PinnedPage BufferManager::extend(Relation& relation, BufferRing* ring) {
  Buffer& buffer = evict(relation, ring);
  assign(buffer, relation, relation.extend(page_size_bytes_));
  count(relation, &BufferUsage::written);
  if (observer_ != nullptr) observer_->relation_extended(relation, buffer.block);
  return PinnedPage(buffer);
}

// GetVictimBuffer: whoever needs the buffer writes out what is in it, so that is who caused the write.
Buffer& BufferManager::evict(Relation& wanted, BufferRing* ring) {
  Buffer& victim = replacement_.take(ring);
  if (victim.dirty) {
    count(wanted, &BufferUsage::written);
    if (observer_ != nullptr && victim.relation != nullptr)
      observer_->page_written(*victim.relation, victim.block, PageWrite::eviction);
  }
  if (victim.relation != nullptr) victim.relation->set_buffer(victim.block, nullptr);
  return victim;
}

void BufferManager::assign(Buffer& buffer, Relation& relation, BlockNumber block) {
  buffer = {.relation = &relation, .block = block, .in_use = true, .usage_count = 1};
  relation.set_buffer(block, &buffer);
}

void BufferManager::write_all_dirty() {
  for (Buffer& buffer : replacement_.buffers()) {
    if (observer_ != nullptr && buffer.dirty && buffer.relation != nullptr)
      observer_->page_written(*buffer.relation, buffer.block, PageWrite::checkpoint);
    buffer.dirty = false;
  }
}

void BufferManager::tell_dirtied(const PinnedPage& page) const {
  observer_->page_dirtied(page.relation(), page.block());
}

void BufferManager::restart() {
  for (const Buffer& buffer : replacement_.buffers()) {
    if (buffer.relation != nullptr) buffer.relation->set_buffer(buffer.block, nullptr);
  }
  replacement_ = BufferReplacement(buffers_max());
}

// DropRelationsAllBuffers: one pass over the pool, so the last buffer is the first to be taken again.
void BufferManager::drop(const std::vector<std::unique_ptr<Relation>>& relations) {
  for (Buffer& buffer : replacement_.buffers()) {
    const bool is_dropped = std::any_of(relations.begin(), relations.end(), [&](const auto& relation) {
      return relation.get() == buffer.relation;
    });
    if (buffer.relation == nullptr || !is_dropped) continue;
    buffer = {};
    replacement_.free(buffer);
  }
  if (observer_ == nullptr) return;
  for (const auto& relation : relations) observer_->relation_dropped(*relation);
}

// MaxProportionalPins.
std::uint64_t BufferManager::pin_share() const {
  return buffers_max() / (connections_max_ + other_processes);
}

std::uint64_t BufferManager::pages_held_at_once() const {
  const std::uint64_t share = pin_share();
  return share > pages_held_already ? share - pages_held_already : 1;
}

BufferRing BufferManager::make_ring(std::size_t size_bytes) const {
  const std::uint64_t wanted = size_bytes / page_size_bytes_;
  return BufferRing(std::max<std::uint64_t>(1, std::min(wanted, buffers_max() / ring_share_of_pool)));
}

// Room for what the scan reads ahead, as far as the session may hold it.
std::optional<BufferRing> BufferManager::ring_for_scan(BlockNumber blocks) const {
  if (blocks <= buffers_max() / scan_ring_share_of_pool) return std::nullopt;
  const std::size_t limit = std::max<std::size_t>(scan_ring_min_bytes, pin_share() * page_size_bytes_);
  return make_ring(std::min(scan_ring_min_bytes + read_ahead_bytes, limit));
}

}  // namespace keycost::postgresql
