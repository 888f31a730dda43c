#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/wal/record_type.hpp"
#include "src/browser/recorder.hpp"

namespace keycost {

using namespace postgresql;

namespace {

/// As pgstatindex sees it: whatever is not the hole between line pointers and tuples.
std::size_t used_bytes(const Page& page) {
  return index_page_usable_bytes_of(page.size_bytes()) - page.exact_free_bytes();
}

const Relation* first_index(const Server& server) {
  for (const Server::NamedRelation& relation : server.relations()) {
    // An index that is being built has no pages yet.
    if (relation.tree != nullptr && relation.pages->blocks() > 0) return relation.pages;
  }
  return nullptr;
}

BlockNumber leftmost_leaf(const Relation& index) {
  BlockNumber block = index_page::root_of_metapage(index.page(metapage_block)).block;
  while (block != no_block && !index_page::is_leaf(index.page(block))) {
    const Page& page = index.page(block);
    block = index_tuple::block(page.item(index_page::first_data_offset(page)));
  }
  return block;
}

std::uint64_t count_dirty(const Server& server) {
  std::uint64_t dirty = 0;
  for (const Server::NamedRelation& relation : server.relations()) {
    for (BlockNumber block = 0; block < relation.pages->blocks(); ++block) {
      const Buffer* buffer = relation.pages->buffer(block);
      dirty += buffer != nullptr && buffer->dirty;
    }
  }
  return dirty;
}

/// Whether it changes pages otherwise than row by row.
bool is_reshaping(const Step& step) {
  return !std::holds_alternative<InsertStep>(step.action) && !std::holds_alternative<CopyStep>(step.action) &&
         !std::holds_alternative<CheckpointStep>(step.action) &&
         !std::holds_alternative<ReadStep>(step.action);
}

}  // namespace

PostgresqlRecorder::PostgresqlRecorder() : recording_(record_types, index_page_usable_bytes) {}

void PostgresqlRecorder::run_begins(const Server& server) {
  server_ = &server;
  index_ = first_index(server);
  recording_.set_page_bytes(index_page_usable_bytes_of(server.page_size_bytes()));
  recording_.dirty_pages_are(count_dirty(server));
  recording_.tick(TickKind::start);
}

void PostgresqlRecorder::step_ends(const Step& step) {
  if (std::holds_alternative<RepeatStep>(step.action)) return;
  if (is_reshaping(step)) walk();
  recording_.tick(TickKind::step, step_words(step));
}

void PostgresqlRecorder::row_arrived(const RowEvent&) {
  recording_.tick(TickKind::row);
}

void PostgresqlRecorder::entry_inserted(const EntryEvent& entry) {
  if (entry.index == index_) recording_.newest(entry.leaf);
}

void PostgresqlRecorder::root_grown(const RootEvent& root) {
  if (index_ == nullptr) index_ = first_index(*server_);
  if (root.index == index_ && root.level == 0) recording_.leaf_first(root.block);
}

// Whatever changes a page logs it, and by then the page has changed.
void PostgresqlRecorder::record_logged(const RecordEvent& record) {
  std::size_t images = 0;
  std::size_t images_bytes = 0;
  for (const LoggedBlock& block : record.blocks) {
    images += block.has_image;
    if (block.has_image) images_bytes += block.image_size_bytes;
  }
  recording_.logged(static_cast<std::size_t>(record.type), record.size_bytes - images_bytes, images,
                    images_bytes);
  const bool is_split = record.type == RecordType::btree_split_l || record.type == RecordType::btree_split_r;
  if (is_split && record.blocks[0].relation == index_ &&
      index_page::is_leaf(index_->page(record.blocks[0].block)))
    recording_.leaf_after(record.blocks[0].block, record.blocks[1].block);
  for (const LoggedBlock& block : record.blocks) {
    if (block.relation != index_) continue;
    if (block.has_image) recording_.imaged(block.block);
    note_leaf(block.block);
  }
}

void PostgresqlRecorder::note_leaf(BlockNumber block) {
  const Page& page = index_->page(block);
  if (index_page::is_leaf(page)) recording_.used(block, used_bytes(page));
}

void PostgresqlRecorder::page_dirtied(const Relation& relation, BlockNumber block) {
  if (&relation == index_) return recording_.dirtied(block);
  recording_.other_dirtied();
}

void PostgresqlRecorder::page_written(const Relation& relation, BlockNumber block, PageWrite) {
  if (&relation == index_) return recording_.written(block);
  recording_.other_written();
}

void PostgresqlRecorder::checkpoint_begins(const CheckpointEvent&) {
  recording_.redo_point();
}

void PostgresqlRecorder::checkpoint_ends(const CheckpointEvent&) {
  recording_.checkpoint_ended();
}

/// After a step that may have built the index anew.
void PostgresqlRecorder::walk() {
  index_ = first_index(*server_);
  std::vector<std::uint32_t> order;
  std::vector<RecordedState::Leaf> leaves;
  if (index_ != nullptr) {
    leaves.resize(index_->blocks());
    const std::vector<RecordedState::Leaf>& before = recording_.now().leaves;
    for (BlockNumber block = 0; block < index_->blocks(); ++block) {
      const Buffer* buffer = index_->buffer(block);
      if (buffer != nullptr && buffer->dirty) leaves[block].marks |= LeafMarks::dirty;
      if (block < before.size() && (before[block].marks & LeafMarks::imaged) != 0)
        leaves[block].marks |= LeafMarks::imaged;
    }
    for (BlockNumber block = leftmost_leaf(*index_); block != no_block;
         block = index_page::next(index_->page(block))) {
      leaves[block].used_bytes = static_cast<std::uint32_t>(used_bytes(index_->page(block)));
      order.push_back(block);
    }
  }
  recording_.leaves_replaced(std::move(order), std::move(leaves));
  recording_.dirty_pages_are(count_dirty(*server_));
}

}  // namespace keycost
