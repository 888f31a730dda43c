#include "sim/postgresql/recovery/durable_state.hpp"

#include <algorithm>

#include "sim/error.hpp"

namespace keycost::postgresql {

namespace {

Blocks copy_of(const Relation& relation) {
  Blocks blocks;
  blocks.reserve(relation.blocks());
  for (BlockNumber block = 0; block < relation.blocks(); ++block) blocks.push_back(relation.page(block));
  return blocks;
}

void put(Blocks& blocks, BlockNumber block, const Page& page) {
  while (blocks.size() <= block) blocks.emplace_back().fill_with_zeros();
  blocks[block] = page;
}

/// As a record carries it: without what lies in the hole, unless the page's kind has no hole.
std::unique_ptr<Page> image_of(const Page& page, BlockUse use) {
  auto image = std::make_unique<Page>(page);
  if (use != BlockUse::whole) {
    std::fill(image->data() + image->lower(), image->data() + image->upper(), std::byte{0});
  }
  return image;
}

}  // namespace

void LogExtentObserver::run_begins(const Server& server) {
  extent_.redo = server.log().position();
  extent_.flushed = extent_.redo;
  last_end_ = extent_.redo;
}

void LogExtentObserver::record_logged(const RecordEvent& record) {
  last_end_ = record.end;
  if (record.type != RecordType::transaction_commit) return;
  extent_.flushed = record.end;
  rows_committed_ = rows_;
}

void LogExtentObserver::page_written(const Relation& relation, BlockNumber block, PageWrite) {
  extent_.flushed = std::max(extent_.flushed, relation.page(block).lsn());
}

void LogExtentObserver::checkpoint_ends(const CheckpointEvent& checkpoint) {
  extent_.redo = checkpoint.redo;
  extent_.flushed = last_end_;
}

void DurableState::run_begins(const Server& server) {
  server_ = &server;
  for (const Server::NamedRelation& relation : server.relations())
    relations_[number_of(*relation.pages)].on_disk = copy_of(*relation.pages);
  if (server.log().position() == extent_.redo) keep_logged();
}

std::size_t DurableState::number_of(const Relation& relation) {
  const auto known = numbers_.find(&relation);
  if (known != numbers_.end()) return known->second;
  KeptRelation kept;
  kept.name = "toast_index";  // the one that Server::relations() does not list
  kept.pages = &relation;
  for (const Server::NamedRelation& named : server_->relations()) {
    if (named.pages != &relation) continue;
    kept.is_map = named.fork != "main";
    kept.name = kept.is_map ? named.name + "_fsm" : named.name;
  }
  numbers_.emplace(&relation, relations_.size());
  relations_.push_back(std::move(kept));
  return relations_.size() - 1;
}

void DurableState::row_arrived(const RowEvent& row) {
  if (row.inserted) rows_in_transaction_.push_back(row.id);
}

void DurableState::relation_extended(const Relation& relation, BlockNumber block) {
  Page zeros;
  zeros.fill_with_zeros();
  KeptRelation& kept = relations_[number_of(relation)];
  put(kept.on_disk, block, zeros);
}

void DurableState::page_written(const Relation& relation, BlockNumber block, PageWrite) {
  put(relations_[number_of(relation)].on_disk, block, relation.page(block));
}

void DurableState::relation_dropped(const Relation& relation) {
  const auto known = numbers_.find(&relation);
  if (known == numbers_.end()) return;
  relations_[known->second].pages = nullptr;
  numbers_.erase(known);
}

void DurableState::checkpoint_begins(const CheckpointEvent& checkpoint) {
  if (checkpoint.redo == extent_.redo) keep_logged();
}

void DurableState::keep_logged() {
  for (const Server::NamedRelation& relation : server_->relations())
    relations_[number_of(*relation.pages)].logged = copy_of(*relation.pages);
}

void DurableState::record_logged(const RecordEvent& event) {
  // An index that is built is written past the buffers.
  if (event.type == RecordType::xlog_fpi) {
    for (const LoggedBlock& block : event.blocks)
      put(relations_[number_of(*block.relation)].on_disk, block.block, block.relation->page(block.block));
  }
  const bool is_durable = event.end <= extent_.flushed;
  if (!is_durable) ++records_lost_;
  if (is_durable && event.begin >= extent_.redo) keep(event);
  if (event.type == RecordType::transaction_commit && is_durable)
    committed_rows_.insert(committed_rows_.end(), rows_in_transaction_.begin(), rows_in_transaction_.end());
  if (event.type == RecordType::transaction_commit || event.type == RecordType::transaction_abort)
    rows_in_transaction_.clear();
}

void DurableState::keep(const RecordEvent& event) {
  RedoRecord record;
  record.type = event.type;
  record.begin = event.begin;
  record.end = event.end;
  std::vector<const Page*> before;
  std::vector<const Page*> after;
  for (const LoggedBlock& block : event.blocks)
    number_of(*block.relation);  // first, since that may move the others
  for (const LoggedBlock& block : event.blocks) {
    const std::size_t number = number_of(*block.relation);
    const Blocks& logged = relations_[number].logged;
    const Page& page = block.relation->page(block.block);
    RedoBlock& kept = record.blocks.emplace_back();
    kept.relation = number;
    kept.block = block.block;
    kept.use = block.use;
    if (block.has_image) kept.image = image_of(page, block.use);
    before.push_back(block.block < logged.size() ? &logged[block.block] : nullptr);
    after.push_back(&page);
  }
  form_data(record, event, before, after);
  for (const LoggedBlock& block : event.blocks)
    put(relations_[number_of(*block.relation)].logged, block.block, block.relation->page(block.block));
  records_.push_back(std::move(record));
}

}  // namespace keycost::postgresql
