// The buffer pool: which pages are in memory, which of them are dirty, and what is read and written for lack
// of room or of redo log.
//
// Pages stand on the LRU list in two parts. What was read comes to the head of the old part, what is new in
// its file to the head of the young one; from there both move towards the tail, where pages are written if
// they are dirty, and evicted. The server's page cleaner does that beside the sessions; here it has done its
// work the moment it is asked to. Sources: storage/innobase/buf/buf0lru.cc, buf0flu.cc, buf0buf.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/innodb/page_format.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/result.hpp"

namespace keycost::innodb {

/// A place in the redo log, in bytes.
using Lsn = std::uint64_t;

class BufferPool {
 public:
  /// Holds nothing but the server's own pages.
  BufferPool(const ServerRules& rules, const Settings& settings);
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  /// A page is needed (buf_page_get_gen): it is there, or read. It stays there, unwritten, until release().
  /// O(1), but for evictions.
  void get(PageId page);
  /// A page begins anew in its file, so that nothing has to be read (buf_page_create).
  void create(PageId page);
  /// The mini-transaction ends that holds pages fixed.
  void release();
  /// A page has changed; the mini-transaction that did it ends at `lsn` (buf_flush_note_modification).
  void note_modification(PageId page, Lsn lsn);
  /// A page is free in its file from now on: it is never written again (buf_page_free).
  void free(PageId page);
  /// The file is gone, and its pages with it, unwritten.
  void drop_file(std::uint32_t space);
  /// The redo log has grown to `lsn`: if its oldest part is needed for too long, dirty pages are written
  /// (log_close, buf_flush_ahead).
  void note_log(Lsn lsn);
  /// Writes every dirty page (log_make_checkpoint).
  void checkpoint();
  /// Writes every dirty page and forgets all pages.
  void restart();
  /// Milliseconds since the first row.
  void set_time(std::uint64_t milliseconds) { now_ms_ = milliseconds; }

  const BufferUsage& usage() const { return usage_; }
  std::size_t pages() const { return lru_length_; }
  std::size_t dirty_pages() const { return dirty_pages_; }
  std::size_t frames() const { return frames_; }
  bool holds(PageId page) const { return find(page) != none; }
  bool is_dirty(PageId page) const;
  /// How often everything was written at once: a page that was dirty is clean since.
  std::uint64_t checkpoints() const { return checkpoints_; }
  /// How far the log may grow until everything that is dirty is written, in MariaDB.
  Lsn log_limit() const { return checkpoint_lsn_ + modified_age_max_; }
  /// Whether frames have ever been too few.
  bool has_evicted() const { return has_evicted_; }

  /// Throws InvariantBroken if lists and counts disagree. O(frames).
  void check() const;

 private:
  using BlockNumber = std::uint32_t;
  static constexpr BlockNumber none = ~BlockNumber{0};

  struct Block {
    PageId page;
    BlockNumber younger = none;  ///< towards the head of the LRU list
    BlockNumber older = none;
    BlockNumber dirtied_after = none;  ///< towards the head of the flush list
    BlockNumber dirtied_before = none;
    Lsn oldest_modification = 0;  ///< 0: clean
    std::uint64_t freed_page_clock = 0;
    std::uint64_t first_access_ms = 0;
    bool is_fixed = false;
    bool is_accessed = false;
    bool is_old = false;
    bool is_new_in_file = false;  ///< REINIT: created, not yet written since
  };

  BlockNumber find(PageId page) const;
  BlockNumber place(PageId page, bool is_old);
  void fix(BlockNumber block);
  void evict(BlockNumber block);
  void make_young_if_needed(BlockNumber block);
  bool is_too_old(const Block& block) const;
  void add_to_lru(BlockNumber block, bool is_old);
  void remove_from_lru(BlockNumber block);
  void link_before(BlockNumber block, BlockNumber older);
  void begin_old_part();
  void adjust_old_part();
  bool needs_eviction() const;
  void free_frames_from_tail();
  void flush_lru_batch();
  void write(BlockNumber block);
  void remove_from_flush_list(BlockNumber block);
  std::size_t free_frames() const { return frames_ - lru_length_; }

  const ServerRules& rules_;
  std::size_t frames_;
  std::size_t lru_scan_depth_;
  std::size_t old_ratio_;  ///< of the LRU list, in 1024ths
  std::uint64_t old_blocks_time_ms_;
  bool has_doublewrite_;
  Lsn modified_age_max_;

  std::vector<Block> blocks_;
  std::vector<BlockNumber> unused_blocks_;
  std::vector<BlockNumber> fixed_blocks_;
  std::vector<std::vector<BlockNumber>>
      block_of_page_;  ///< by file, then by page number; none where it is not
  BlockNumber lru_head_ = none;
  BlockNumber lru_tail_ = none;
  BlockNumber lru_old_ = none;  ///< the first block of the old part
  std::size_t lru_length_ = 0;
  std::size_t lru_old_length_ = 0;
  BlockNumber flush_head_ = none;
  BlockNumber flush_tail_ = none;  ///< dirty for longest
  std::size_t dirty_pages_ = 0;
  std::uint64_t freed_page_clock_ = 0;
  std::uint64_t checkpoints_ = 0;
  bool has_evicted_ = false;
  std::uint64_t now_ms_ = 0;
  Lsn lsn_ = 0;
  Lsn checkpoint_lsn_ = 0;
  BufferUsage usage_;
};

}  // namespace keycost::innodb
