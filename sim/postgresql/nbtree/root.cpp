// The root: finding it, making the first one, growing a new one above it.
// Source: src/backend/access/nbtree/nbtpage.c (_bt_getroot, _bt_metaversion), nbtinsert.c (_bt_newlevel).
#include "sim/error.hpp"
#include "sim/postgresql/nbtree/btree.hpp"
#include "sim/postgresql/nbtree/record_data.hpp"
#include "sim/postgresql/observer.hpp"

namespace keycost::postgresql {

// Every insert asks the metapage for its version before it does anything, unless the session has a copy. As
// long as there is no root, nothing is copied.
void Btree::read_metapage_for_key_rules() {
  if (cached_root_) return;
  const PinnedPage metapage = buffers_->read(*main_, metapage_block);
  const index_page::Root root = index_page::root_of_metapage(*metapage);
  if (root.block != no_block) cached_root_ = root;
}

PinnedPage Btree::read_root(bool create) {
  if (cached_root_) {
    PinnedPage root = buffers_->read(*main_, cached_root_->block);
    // A root that has been split is no longer alone on its level.
    if (index_page::is_leftmost(*root) && index_page::is_rightmost(*root)) return root;
    cached_root_.reset();
  }
  index_page::Root root;
  {
    const PinnedPage metapage = buffers_->read(*main_, metapage_block);
    root = index_page::root_of_metapage(*metapage);
    if (root.block == no_block) return create ? create_first_root(metapage) : PinnedPage();
  }
  cached_root_ = root;
  return buffers_->read(*main_, root.block);
}

// The metapage is held meanwhile: what it says is what makes the new page the root.
PinnedPage Btree::create_first_root(const PinnedPage& metapage) {
  PinnedPage root = buffers_->extend(*main_);
  root->initialize(index_special_size_bytes);
  index_page::set_flags(*root, index_page::leaf_flag | index_page::root_flag);
  index_page::set_root_of_metapage(*metapage, {root.block(), 0});
  buffers_->mark_dirty(root);
  buffers_->mark_dirty(metapage);
  log_->insert(WalRecord(RecordType::btree_newroot)
                   .block(root, BlockUse::initialized)
                   .block(metapage, BlockUse::initialized, metadata_record_size_bytes)
                   .main_data(newroot_record_size_bytes));
  if (Observer* observer = log_->observer()) observer->root_grown({main_.get(), root.block(), 0});
  return root;
}

// The old root stays where it is, as the left of two children; the new one takes the next block.
void Btree::grow_root(const PinnedPage& left, const PinnedPage& right) {
  const PinnedPage root = buffers_->extend(*main_);
  const PinnedPage metapage = buffers_->read(*main_, metapage_block);
  const std::uint32_t level = index_page::level(*left) + 1;

  root->initialize(index_special_size_bytes);
  index_page::set_flags(*root, index_page::root_flag);
  index_page::set_level(*root, level);
  const std::span<const std::byte> high_key = index_tuple::bytes(left->item(high_key_offset));
  pivot_.assign(high_key.begin(), high_key.end());
  index_tuple::set_block(pivot_.data(), right.block());
  const MinusInfinityTuple left_entry(left.block());
  root->add_item(left_entry.data, first_offset);
  root->add_item(pivot_, first_offset + 1);

  index_page::set_root_of_metapage(*metapage, {root.block(), level});
  index_page::clear_flags(*left, index_page::incomplete_split_flag);
  buffers_->mark_dirty(left);
  buffers_->mark_dirty(root);
  buffers_->mark_dirty(metapage);
  log_->insert(WalRecord(RecordType::btree_newroot)
                   .block(root, BlockUse::initialized, sizeof left_entry.data + pivot_.size())
                   .block(left, BlockUse::standard)
                   .block(metapage, BlockUse::initialized, metadata_record_size_bytes)
                   .main_data(newroot_record_size_bytes));
  if (Observer* observer = log_->observer()) observer->root_grown({main_.get(), root.block(), level});
}

}  // namespace keycost::postgresql
