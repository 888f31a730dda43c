#include "sim/innodb/buffer_pool.hpp"

#include <algorithm>

#include "sim/error.hpp"

namespace keycost::innodb {

namespace {

// Source: include/buf0lru.h (BUF_LRU_OLD_MIN_LEN, BUF_LRU_OLD_RATIO_DIV), buf/buf0lru.cc
// (BUF_LRU_OLD_TOLERANCE, BUF_LRU_NON_OLD_MIN_LEN), buf/buf0flu.cc (BUF_LRU_MIN_LEN).
constexpr std::size_t lru_old_min_length = 512;  // of the list, from which on it has an old part
constexpr std::size_t old_ratio_divisor = 1024;
constexpr std::size_t old_tolerance = 20;
constexpr std::size_t not_old_min_length = 5;
constexpr std::size_t lru_min_length = 256;

}  // namespace

BufferPool::BufferPool(const ServerRules& rules, const Settings& settings)
    : rules_(rules),
      frames_(rules.buffer_pool_frames(settings.buffer_pool_size_bytes)),
      lru_scan_depth_(settings.lru_scan_depth),
      old_ratio_(settings.old_blocks_percent * old_ratio_divisor / 100),
      old_blocks_time_ms_(settings.old_blocks_time_ms),
      has_doublewrite_(settings.has_doublewrite),
      modified_age_max_(rules.modified_age_max(settings.redo_log_size_bytes)) {
  for (PageNumber page = 0; page < rules_.pages_of_server; ++page) place({system_space, page}, false);
  release();
}

BufferPool::BlockNumber BufferPool::find(PageId page) const {
  if (page.space >= block_of_page_.size()) return none;
  const std::vector<BlockNumber>& blocks = block_of_page_[page.space];
  return page.page < blocks.size() ? blocks[page.page] : none;
}

bool BufferPool::is_dirty(PageId page) const {
  const BlockNumber block = find(page);
  return block != none && blocks_[block].oldest_modification > 0;
}

void BufferPool::get(PageId page) {
  BlockNumber block = find(page);
  if (block == none) {
    ++usage_.read;
    block = place(page, true);
  } else {
    ++usage_.hit;
    make_young_if_needed(block);
  }
  fix(block);
  if (blocks_[block].is_accessed) return;
  blocks_[block].is_accessed = true;
  blocks_[block].first_access_ms = now_ms_;
}

void BufferPool::create(PageId page) {
  BlockNumber block = find(page);
  if (block == none) block = place(page, false);
  fix(block);
  blocks_[block].is_new_in_file = true;
  blocks_[block].is_accessed = true;
  blocks_[block].first_access_ms = now_ms_;
}

// buf_LRU_get_free_block, which wakes the page cleaner if frames run short.
BufferPool::BlockNumber BufferPool::place(PageId page, bool is_old) {
  if (free_frames() == 0) free_frames_from_tail();
  BlockNumber block = static_cast<BlockNumber>(blocks_.size());
  if (unused_blocks_.empty()) {
    blocks_.emplace_back();
  } else {
    block = unused_blocks_.back();
    unused_blocks_.pop_back();
  }
  blocks_[block] = Block{};
  blocks_[block].page = page;
  if (block_of_page_.size() <= page.space) block_of_page_.resize(page.space + std::size_t{1});
  std::vector<BlockNumber>& of_file = block_of_page_[page.space];
  if (of_file.size() <= page.page) of_file.resize(page.page + std::size_t{1}, none);
  of_file[page.page] = block;
  add_to_lru(block, is_old);
  fix(block);
  if (needs_eviction()) free_frames_from_tail();
  return block;
}

void BufferPool::fix(BlockNumber block) {
  if (blocks_[block].is_fixed) return;
  blocks_[block].is_fixed = true;
  fixed_blocks_.push_back(block);
}

void BufferPool::release() {
  for (const BlockNumber block : fixed_blocks_) blocks_[block].is_fixed = false;
  fixed_blocks_.clear();
}

void BufferPool::evict(BlockNumber block) {
  if (blocks_[block].oldest_modification > 0) remove_from_flush_list(block);
  remove_from_lru(block);
  ++freed_page_clock_;
  block_of_page_[blocks_[block].page.space][blocks_[block].page.page] = none;
  unused_blocks_.push_back(block);
}

void BufferPool::free(PageId page) {
  if (const BlockNumber block = find(page); block != none) evict(block);
}

void BufferPool::drop_file(std::uint32_t space) {
  if (space >= block_of_page_.size()) return;
  for (const BlockNumber block : std::vector<BlockNumber>(block_of_page_[space])) {
    if (block != none) evict(block);
  }
}

// Nothing moves before the first eviction. A page of the old part moves to the head if its first access lies
// back far enough; one of the young part if a quarter of that part's pages have been freed since it came.
bool BufferPool::is_too_old(const Block& block) const {
  if (freed_page_clock_ == 0) return false;
  if (old_blocks_time_ms_ > 0 && block.is_old)
    return block.is_accessed && now_ms_ - block.first_access_ms >= old_blocks_time_ms_;
  return freed_page_clock_ >=
         block.freed_page_clock + frames_ * (old_ratio_divisor - old_ratio_) / (old_ratio_divisor * 4);
}

void BufferPool::make_young_if_needed(BlockNumber block) {
  if (!is_too_old(blocks_[block])) return;
  remove_from_lru(block);
  add_to_lru(block, false);
}

void BufferPool::link_before(BlockNumber block, BlockNumber older) {
  Block& added = blocks_[block];
  added.older = older;
  added.younger = older == none ? lru_tail_ : blocks_[older].younger;
  (added.younger == none ? lru_head_ : blocks_[added.younger].older) = block;
  (older == none ? lru_tail_ : blocks_[older].younger) = block;
}

// buf_LRU_add_block.
void BufferPool::add_to_lru(BlockNumber block, bool is_old) {
  ++lru_length_;
  if (!is_old || lru_length_ <= lru_old_min_length) {
    link_before(block, lru_head_);
    blocks_[block].freed_page_clock = freed_page_clock_;
    is_old = false;
  } else {
    link_before(block, blocks_[lru_old_].older);
    ++lru_old_length_;
  }
  blocks_[block].is_old = is_old;
  if (lru_length_ > lru_old_min_length) {
    adjust_old_part();
  } else if (lru_length_ == lru_old_min_length) {
    begin_old_part();
  }
}

void BufferPool::remove_from_lru(BlockNumber block) {
  Block& removed = blocks_[block];
  if (block == lru_old_) {
    lru_old_ = removed.younger;
    blocks_[lru_old_].is_old = true;
    ++lru_old_length_;
  }
  (removed.younger == none ? lru_head_ : blocks_[removed.younger].older) = removed.older;
  (removed.older == none ? lru_tail_ : blocks_[removed.older].younger) = removed.younger;
  --lru_length_;
  if (lru_old_ == none) return;
  if (removed.is_old) --lru_old_length_;
  if (lru_length_ >= lru_old_min_length) return adjust_old_part();
  for (BlockNumber i = lru_head_; i != none; i = blocks_[i].older) blocks_[i].is_old = false;
  lru_old_ = none;
  lru_old_length_ = 0;
}

// buf_LRU_old_init.
void BufferPool::begin_old_part() {
  for (BlockNumber i = lru_head_; i != none; i = blocks_[i].older) blocks_[i].is_old = true;
  lru_old_ = lru_head_;
  lru_old_length_ = lru_length_;
  adjust_old_part();
}

// buf_LRU_old_adjust_len.
void BufferPool::adjust_old_part() {
  const std::size_t wanted = std::min(lru_length_ * old_ratio_ / old_ratio_divisor,
                                      lru_length_ - (old_tolerance + not_old_min_length));
  while (lru_old_length_ + old_tolerance < wanted) {
    lru_old_ = blocks_[lru_old_].younger;
    blocks_[lru_old_].is_old = true;
    ++lru_old_length_;
  }
  while (lru_old_length_ > wanted + old_tolerance) {
    blocks_[lru_old_].is_old = false;
    lru_old_ = blocks_[lru_old_].older;
    --lru_old_length_;
  }
}

bool BufferPool::needs_eviction() const {
  return lru_length_ > lru_min_length && free_frames() < lru_scan_depth_ / rules_.scan_depths_kept_free;
}

// The page cleaner's rounds. The second one finds clean what the first one wrote; a third would find nothing
// more.
void BufferPool::free_frames_from_tail() {
  has_evicted_ = true;
  flush_lru_batch();
  if (free_frames() == 0 || needs_eviction()) flush_lru_batch();
  checkpoint_lsn_ = flush_tail_ == none ? lsn_ : blocks_[flush_tail_].oldest_modification;
}

// buf_flush_LRU_list_batch: from the tail on clean pages are evicted and dirty ones written, until as many
// frames are free as are to be looked at, or few pages are left. In MariaDB what was written stays, for a
// later round to find clean, so that a round among dirty pages may write a good part of the list.
void BufferPool::flush_lru_batch() {
  const std::size_t length_min =
      rules_.small_pools_keep_a_twentieth ? std::min(frames_ / 20 - 1, lru_min_length) : lru_min_length;
  for (BlockNumber block = lru_tail_;
       block != none && lru_length_ > length_min && free_frames() < lru_scan_depth_;) {
    const BlockNumber next = blocks_[block].younger;
    if (blocks_[block].is_fixed) {
      block = next;
      continue;
    }
    const bool is_dirty = blocks_[block].oldest_modification > 0;
    if (is_dirty) write(block);
    if (!is_dirty || !rules_.written_pages_stay) evict(block);
    block = next;
  }
}

void BufferPool::note_modification(PageId page, Lsn lsn) {
  BlockNumber block = find(page);
  if (block == none) {
    get(page);
    block = find(page);
  }
  if (blocks_[block].oldest_modification > 0) return;
  ++usage_.dirtied;
  ++dirty_pages_;
  blocks_[block].oldest_modification = lsn;
  blocks_[block].dirtied_before = flush_head_;
  blocks_[block].dirtied_after = none;
  (flush_head_ == none ? flush_tail_ : blocks_[flush_head_].dirtied_after) = block;
  flush_head_ = block;
}

void BufferPool::remove_from_flush_list(BlockNumber block) {
  Block& removed = blocks_[block];
  (removed.dirtied_after == none ? flush_head_ : blocks_[removed.dirtied_after].dirtied_before) =
      removed.dirtied_before;
  (removed.dirtied_before == none ? flush_tail_ : blocks_[removed.dirtied_before].dirtied_after) =
      removed.dirtied_after;
  removed.oldest_modification = 0;
  --dirty_pages_;
}

// A page that is new in its file cannot be torn by its first write: a crash would replay it from the log
// alone. MariaDB leaves it out of the doublewrite buffer (MDEV-19738), MySQL does not.
void BufferPool::write(BlockNumber block) {
  ++usage_.written;
  const bool is_exempt = rules_.new_pages_skip_doublewrite && blocks_[block].is_new_in_file;
  if (has_doublewrite_ && !is_exempt) ++usage_.doublewritten;
  blocks_[block].is_new_in_file = false;
  remove_from_flush_list(block);
}

// MariaDB writes all that is dirty by then; MySQL goes on with the oldest pages as the log grows.
void BufferPool::note_log(Lsn lsn) {
  lsn_ = lsn;
  if (rules_.flushes_all_for_redo) {
    if (lsn - checkpoint_lsn_ > modified_age_max_) checkpoint();
    return;
  }
  while (flush_tail_ != none && lsn - blocks_[flush_tail_].oldest_modification > modified_age_max_)
    write(flush_tail_);
}

void BufferPool::checkpoint() {
  while (flush_tail_ != none) write(flush_tail_);
  checkpoint_lsn_ = lsn_;
  ++checkpoints_;
}

void BufferPool::restart() {
  checkpoint();
  while (lru_tail_ != none) evict(lru_tail_);
  freed_page_clock_ = 0;
  for (PageNumber page = 0; page < rules_.pages_of_server; ++page) place({system_space, page}, false);
  release();
}

void BufferPool::check() const {
  std::size_t length = 0;
  std::size_t old = 0;
  std::size_t dirty = 0;
  for (BlockNumber i = lru_head_; i != none; i = blocks_[i].older) {
    ++length;
    if (blocks_[i].is_old) ++old;
    if (blocks_[i].oldest_modification > 0) ++dirty;
    require(find(blocks_[i].page) == i, "a page in the pool is found by its number");
    require(blocks_[i].older == none || !blocks_[i].is_old || blocks_[blocks_[i].older].is_old,
            "the LRU list's old part is its end");
  }
  require(length == lru_length_ && length <= frames_, "every page has a frame");
  require(old == lru_old_length_, "the LRU list's old part is as long as counted");
  require(dirty == dirty_pages_, "every dirty page is counted");
  Lsn last = 0;
  for (BlockNumber i = flush_tail_; i != none; i = blocks_[i].dirtied_after) {
    require(blocks_[i].oldest_modification >= last, "the flush list is in the order of the log");
    last = blocks_[i].oldest_modification;
    --dirty;
  }
  require(dirty == 0, "every dirty page is on the flush list");
}

}  // namespace keycost::innodb
