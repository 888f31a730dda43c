#include "sim/postgresql/nbtree/bulk_build.hpp"

#include <cstring>

#include "sim/error.hpp"

namespace keycost::postgresql {

namespace {

constexpr int internal_fillfactor_percent = 70;  // BTREE_NONLEAF_FILLFACTOR. Source: nbtree.h
constexpr std::size_t pending_writes_max = 32;   // MAX_PENDING_WRITES. Source: bulk_write.c

constexpr std::size_t line_pointer_position(OffsetNumber offset) {
  return page_header_size_bytes + (offset - std::size_t{1}) * line_pointer_size_bytes;
}

std::size_t posting_bytes(const std::byte* tuple) {
  return index_tuple::size_bytes(tuple) - index_tuple::key_size_bytes(tuple);
}

}  // namespace

BulkBuild::BulkBuild(const KeyDescriptor& key, int fillfactor_percent, std::size_t page_size_bytes,
                     Relation& index, WriteAheadLog& log)
    : key_(key),
      index_(index),
      log_(log),
      page_size_bytes_(page_size_bytes),
      leaf_target_free_bytes_(page_size_bytes * static_cast<std::size_t>(100 - fillfactor_percent) / 100),
      internal_target_free_bytes_(page_size_bytes *
                                  static_cast<std::size_t>(100 - internal_fillfactor_percent) / 100) {
  index_.extend(page_size_bytes_);  // the metapage's block, written last
}

void BulkBuild::add(std::span<const std::byte> tuple) {
  if (levels_.empty()) start_level();
  add(0, tuple);
}

// _bt_buildadd. A level's first item stands for minus infinity, on internal pages by losing its key.
void BulkBuild::add(std::size_t level, std::span<const std::byte> tuple) {
  const bool leaf = level == 0;
  if (is_full(levels_[level], leaf, tuple.size())) finish_page(level);
  Level& at = levels_[level];
  if (at.last == high_key_offset && at.low_key.empty()) {
    const MinusInfinityTuple lowest(0);
    at.low_key.assign(std::begin(lowest.data), std::end(lowest.data));
  }
  at.last_posting_bytes = leaf ? posting_bytes(tuple.data()) : 0;
  const OffsetNumber offset = ++at.last;
  Page& page = index_.page(at.block);
  if (!leaf && offset == high_key_offset + 1) {
    page.add_item(MinusInfinityTuple(index_tuple::block(tuple.data())).data, offset);
  } else {
    page.add_item(tuple, offset);
  }
}

// A leaf must keep room for the heap TID that its high key may need. Beyond that a page is full at its
// fillfactor, where the posting list of its last item does not count, since it is cut off when that item
// becomes the high key.
bool BulkBuild::is_full(const Level& level, bool leaf, std::size_t tuple_size_bytes) const {
  const std::size_t free = index_.page(level.block).free_bytes();
  if (free < tuple_size_bytes + (leaf ? maxalign(tuple_id_size_bytes) : 0)) return true;
  const std::size_t target = leaf ? leaf_target_free_bytes_ : internal_target_free_bytes_;
  return free + level.last_posting_bytes < target && level.last > high_key_offset + 1;
}

void BulkBuild::start_level() {
  const std::size_t level = levels_.size();
  levels_.emplace_back();
  levels_[level].block = new_page(level);
}

BlockNumber BulkBuild::new_page(std::size_t level) {
  const BlockNumber block = index_.extend(page_size_bytes_);
  Page& page = index_.page(block);
  page.initialize(index_special_size_bytes);
  index_page::set_level(page, static_cast<std::uint32_t>(level));
  index_page::set_flags(page, level == 0 ? index_page::leaf_flag : std::uint16_t{0});
  page.set_lower(page.lower() + line_pointer_size_bytes);  // of the high key to come
  return block;
}

// The last item moves to a new page; on the old one what is needed of it stays, as the high key.
void BulkBuild::finish_page(std::size_t level) {
  const bool leaf = level == 0;
  const BlockNumber old_block = levels_[level].block;
  const BlockNumber new_block = new_page(level);
  Page& old_page = index_.page(old_block);
  Page& page = index_.page(new_block);
  const std::span<const std::byte> last = index_tuple::bytes(old_page.item(levels_[level].last));
  if (leaf) {
    page.add_item(last, high_key_offset + 1);
  } else {
    page.add_item(MinusInfinityTuple(index_tuple::block(last.data())).data, high_key_offset + 1);
  }
  bound_by_last_item(old_page, levels_[level], leaf);
  link_into_parent(level);

  Level& at = levels_[level];
  const std::span<const std::byte> high_key = index_tuple::bytes(old_page.item(high_key_offset));
  at.low_key.assign(high_key.begin(), high_key.end());
  index_page::set_next(old_page, new_block);
  index_page::set_previous(page, old_block);
  write(old_block);
  at.block = new_block;
  at.last = high_key_offset + 1;
}

// The item's bytes stay where they are; its line pointer becomes the high key's. On a leaf the truncated key
// overwrites it, flush with its end, and the bytes before it are left behind in the page's hole.
void BulkBuild::bound_by_last_item(Page& page, Level& level, bool leaf) {
  const auto pointer = page.load<std::uint32_t>(line_pointer_position(level.last));
  std::vector<std::byte> high_key;
  if (leaf)
    key_.truncate(page.item(static_cast<OffsetNumber>(level.last - 1)), page.item(level.last), high_key);
  page.store(line_pointer_position(high_key_offset), pointer);
  page.store(line_pointer_position(level.last), std::uint32_t{0});
  page.set_lower(page.lower() - line_pointer_size_bytes);
  if (leaf) page.overwrite_last_item(high_key_offset, high_key);
}

void BulkBuild::link_into_parent(std::size_t level) {
  if (levels_.size() == level + 1) start_level();
  index_tuple::set_block(levels_[level].low_key.data(), levels_[level].block);
  const std::vector<std::byte> entry = std::move(levels_[level].low_key);
  levels_[level].low_key.clear();
  add(level + 1, entry);
}

// _bt_uppershutdown. A rightmost page has no high key: its line pointers move down by one.
void BulkBuild::finish() {
  index_page::Root root;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    Page& page = index_.page(levels_[level].block);
    if (level + 1 == levels_.size()) {
      root = {levels_[level].block, static_cast<std::uint32_t>(level)};
      index_page::set_flags(page, index_page::flags(page) | index_page::root_flag);
    } else {
      link_into_parent(level);
    }
    std::memmove(page.data() + line_pointer_position(1), page.data() + line_pointer_position(2),
                 page.lower() - line_pointer_position(2));
    page.set_lower(page.lower() - line_pointer_size_bytes);
    write(levels_[level].block);
  }
  Page& metapage = index_.page(metapage_block);
  index_page::initialize_metapage(metapage, key_.all_equal_image());
  index_page::set_root_of_metapage(metapage, root);
  write(metapage_block);
  flush();
}

void BulkBuild::write(BlockNumber block) {
  pending_.push_back(block);
  if (pending_.size() == pending_writes_max) flush();
}

void BulkBuild::flush() {
  if (pending_.empty()) return;
  log_.insert_new_pages(index_, pending_);
  pending_.clear();
}

}  // namespace keycost::postgresql
