// Inserting a tuple, and carrying a split up the tree. Source: src/backend/access/nbtree/nbtinsert.c
// (_bt_doinsert, _bt_insertonpg, _bt_insert_parent).
#include <utility>

#include "sim/error.hpp"
#include "sim/postgresql/nbtree/btree.hpp"

namespace keycost::postgresql {

namespace {

constexpr std::size_t insert_record_size_bytes = 2;  // xl_btree_insert: the offset. Source: nbtxlog.h
// From this height on the session remembers the rightmost leaf. Source: nbtinsert.c
// (BTREE_FASTPATH_MIN_LEVEL).
constexpr std::uint32_t fast_path_min_level = 2;

}  // namespace

Btree::Btree(KeyDescriptor key, bool unique, int fillfactor_percent, BufferManager& buffers,
             WriteAheadLog& log)
    : key_(std::move(key)),
      unique_(unique),
      split_chooser_(key_, fillfactor_percent),
      buffers_(&buffers),
      log_(&log) {
  // Built by writing the file, past the buffers; its image in the log is newer than any checkpoint so far.
  Page& metapage = main_.page(main_.extend());
  index_page::initialize_metapage(metapage, true);
  metapage.set_lsn(log.position());
}

void Btree::start_session() {
  cached_root_.reset();
  rightmost_leaf_.reset();
}

void Btree::insert(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id) {
  key_.form(columns, row, id, new_tuple_);
  read_metapage_for_key_rules();
  const PinnedPage leaf = find_leaf(new_tuple_.data());
  const OffsetNumber offset = first_not_before(*leaf, new_tuple_.data());
  if (unique_) check_unique(*leaf, offset, new_tuple_.data());
  insert_on_page(leaf, {}, new_tuple_, offset, stack_.size());
}

// `child` is the page whose split asks for this entry; none for a leaf.
void Btree::insert_on_page(PinnedPage page, const PinnedPage& child, std::span<const std::byte> tuple,
                           OffsetNumber offset, std::size_t depth) {
  if (page->free_bytes() >= maxalign(tuple.size())) {
    add_to_page(page, child, tuple, offset);
    return;
  }
  const bool was_root = index_page::is_root(*page);
  PinnedPage right = split(page, child, tuple, offset);
  insert_into_parent(std::move(page), std::move(right), was_root, depth);
}

void Btree::add_to_page(PinnedPage page, const PinnedPage& child, std::span<const std::byte> tuple,
                        OffsetNumber offset) {
  page->add_item(tuple, offset);
  buffers_->mark_dirty(page);
  if (child) {
    index_page::clear_flags(*child, index_page::incomplete_split_flag);
    buffers_->mark_dirty(child);
    log_->insert(WalRecord(RecordType::btree_insert_upper)
                     .block(page, BlockUse::standard, tuple.size())
                     .block(child, BlockUse::standard)
                     .main_data(insert_record_size_bytes));
    return;
  }
  log_->insert(WalRecord(RecordType::btree_insert_leaf)
                   .block(page, BlockUse::standard, tuple.size())
                   .main_data(insert_record_size_bytes));
  if (index_page::is_rightmost(*page) && !index_page::is_root(*page) && cached_root_ &&
      cached_root_->level >= fast_path_min_level) {
    rightmost_leaf_ = page.block();
  }
}

// The left page's high key is what separates it from the new right page: it becomes the entry for the right
// page.
void Btree::insert_into_parent(PinnedPage left, PinnedPage right, bool was_root, std::size_t depth) {
  if (was_root) {
    grow_root(left, right);
    return;
  }
  require(depth > 0, "a page that is not the root was reached through its parent");
  const std::span<const std::byte> high_key = index_tuple::bytes(left->item(high_key_offset));
  std::vector<std::byte> entry(high_key.begin(), high_key.end());
  index_tuple::set_block(entry.data(), right.block());

  const StackEntry through = stack_[depth - 1];
  PinnedPage parent = buffers_->read(main_, through.block);
  require(index_tuple::block(parent->item(through.offset)) == left.block(),
          "the parent's entry leads to the left page");
  right = {};  // let go once the parent is held
  insert_on_page(std::move(parent), left, entry, static_cast<OffsetNumber>(through.offset + 1), depth - 1);
}

}  // namespace keycost::postgresql
