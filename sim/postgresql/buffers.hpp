// Shared buffers: counts what EXPLAIN (ANALYZE, BUFFERS) counts.
//
// Every access to a page goes through here, in the order and with the pins that the server has, so that a
// pool with replacement can be put in without touching the access methods. This version's pool holds
// everything. Source: src/backend/storage/buffer/bufmgr.c (ReadBuffer_common, ExtendBufferedRelCommon,
// MarkBufferDirty).
#pragma once

#include <utility>
#include <vector>

#include "sim/postgresql/page.hpp"
#include "sim/postgresql/relation.hpp"
#include "sim/result.hpp"

namespace keycost::postgresql {

class BufferManager;

/// A page that is held in its buffer until this goes away.
class PinnedPage {
 public:
  PinnedPage() = default;
  PinnedPage(Relation& relation, BlockNumber block)
      : relation_(&relation), page_(&relation.page(block)), block_(block) {}

  Page* operator->() const { return page_; }
  Page& operator*() const { return *page_; }
  BlockNumber block() const { return block_; }
  Relation& relation() const { return *relation_; }
  explicit operator bool() const { return page_ != nullptr; }

 private:
  Relation* relation_ = nullptr;
  Page* page_ = nullptr;
  BlockNumber block_ = 0;
};

class BufferManager {
 public:
  /// ReadBuffer: a hit if the page is in the pool, else a read.
  PinnedPage read(Relation& relation, BlockNumber block) {
    Relation::BufferState& state = relation.state(block);
    if (state.resident) {
      ++usage_.hit;
    } else {
      ++usage_.read;
      state.resident = true;
    }
    return {relation, block};
  }

  /// Grows the relation by one block, which is written to disk as zeros at once; neither a hit nor a read.
  PinnedPage extend(Relation& relation) {
    const BlockNumber block = relation.extend();
    relation.state(block).resident = true;
    ++usage_.written;
    return {relation, block};
  }

  /// MarkBufferDirty.
  void mark_dirty(const PinnedPage& page) {
    if (!is_dirty(page)) set_dirty(page);
  }

  bool is_dirty(const PinnedPage& page) const { return page.relation().state(page.block()).dirty; }

  /// All dirty pages are written out by the checkpointer, which no statement is charged for.
  void write_all_dirty();

  /// The relation's file is gone: its dirty pages are forgotten.
  void drop(const Relation& relation);

  const BufferUsage& usage() const { return usage_; }

 private:
  void set_dirty(const PinnedPage& page) {
    page.relation().state(page.block()).dirty = true;
    dirty_.emplace_back(&page.relation(), page.block());
    ++usage_.dirtied;
  }

  BufferUsage usage_;
  std::vector<std::pair<Relation*, BlockNumber>> dirty_;
};

}  // namespace keycost::postgresql
