#include "src/show/postgresql_watch.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace keycost {

using namespace postgresql;

std::string lsn_text(Lsn lsn) {
  return fmt::format("{:X}/{:08X}", lsn >> 32, lsn & 0xFFFFFFFF);
}

std::vector<Server::NamedRelation> PostgresqlWatch::relations() const {
  std::vector<Server::NamedRelation> relations = server_->relations();
  std::erase_if(relations, [](const Server::NamedRelation& relation) {
    return relation.tree != nullptr && relation.pages->file_number() == 0;
  });
  return relations;
}

std::string PostgresqlWatch::name_of(const Relation& relation) const {
  for (const Server::NamedRelation& named : server_->relations()) {
    if (named.pages == &relation) return named.fork == "main" ? named.name : named.name + "_fsm";
  }
  return "toast_index";  // of the table's out-of-line storage, which nothing else touches
}

void PostgresqlWatch::pass(EventKind kind, const Step* step) {
  const std::uint64_t number =
      step != nullptr ? ++executions_[step] : ++counts_[static_cast<std::size_t>(kind)];
  visit_(kind, number, step);
}

void PostgresqlWatch::run_begins(const Server& server) {
  server_ = &server;
  recovery_begin_ = server.log().position();
  flushed_ = recovery_begin_;
  pass(EventKind::start);
}

void PostgresqlWatch::step_ends(const Step& step) {
  pass(EventKind::step, &step);
}

void PostgresqlWatch::row_arrived(const RowEvent& row) {
  row_ = row;
  if (row_is_done_) entries_of_row_.clear();
  row_is_done_ = true;
  row_is_logged_ = true;
  pass(EventKind::row);
}

void PostgresqlWatch::entry_inserted(const EntryEvent& entry) {
  entry_ = entry;
  entry_->tuple = {};  // is the server's
  if (row_is_done_) entries_of_row_.clear();
  row_is_done_ = false;
  entries_of_row_.push_back(*entry_);
}

void PostgresqlWatch::page_splits(const SplitEvent& split) {
  SplitSeen& seen = split_.emplace();
  seen.row = rows() + 1;
  for (const Server::NamedRelation& named : server_->relations()) {
    if (named.pages != split.index) continue;
    seen.index = named.name;
    seen.tree = named.tree;
  }
  seen.block = split.block;
  seen.new_block = split.new_block;
  seen.level = split.level;
  seen.new_offset = split.new_offset;
  seen.splits_posting_list = split.splits_posting_list;
  seen.new_item.assign(split.new_item.begin(), split.new_item.end());
  seen.why = split.why;
  seen.before = split.index->page(split.block);
  pass(EventKind::split);
}

void PostgresqlWatch::root_grown(const RootEvent&) {
  pass(EventKind::root);
}

void PostgresqlWatch::page_deduplicated(const DeduplicationEvent&) {
  pass(EventKind::deduplication);
}

void PostgresqlWatch::record_logged(const RecordEvent& event) {
  LoggedRecord record{event.type, event.begin, event.end, event.size_bytes, 0, 0, {}};
  for (const LoggedBlock& block : event.blocks) {
    record.blocks.push_back({name_of(*block.relation), block.block, block.has_image});
    if (!block.has_image) continue;
    ++record.images;
    record.images_size_bytes += block.image_size_bytes;
  }
  if (event.type == RecordType::btree_split_l || event.type == RecordType::btree_split_r)
    finish_split(record, event);
  if (row_is_logged_) logged_for_row_ = {};
  row_is_logged_ = false;
  ++logged_for_row_.records;
  logged_for_row_.bytes += record.size_bytes;
  logged_for_row_.images += record.images;
  logged_for_row_.images_bytes += record.images_size_bytes;
  records_.push_back(std::move(record));
  // A commit waits until the log is on disk up to its own end.
  if (event.type == RecordType::transaction_commit) {
    flushed_ = event.end;
    rows_committed_ = rows();
  }
  pass(EventKind::record);
  for (std::size_t i = 0; i < records_.back().images; ++i) pass(EventKind::image);
  if (event.type == RecordType::transaction_commit) pass(EventKind::commit);
}

void PostgresqlWatch::finish_split(const LoggedRecord& record, const RecordEvent& event) {
  split_->record = record;
  split_->left = event.blocks[0].relation->page(event.blocks[0].block);
  split_->right = event.blocks[1].relation->page(event.blocks[1].block);
}

// The log goes first: no page is written before the records that changed it.
void PostgresqlWatch::page_written(const Relation& relation, BlockNumber block, PageWrite reason) {
  flushed_ = std::max(flushed_, relation.page(block).lsn());
  if (reason == PageWrite::checkpoint && !checkpoints_.empty()) ++checkpoints_.back().pages_written;
}

void PostgresqlWatch::checkpoint_begins(const CheckpointEvent& checkpoint) {
  checkpoints_.push_back(
      {rows(), 0, checkpoint.redo, 0, checkpoint.pages_to_write, 0, checkpoint.at_shutdown});
  pass(EventKind::redo);
}

void PostgresqlWatch::checkpoint_ends(const CheckpointEvent& checkpoint) {
  CheckpointSeen& seen = checkpoints_.back();
  seen.row_end = rows();
  seen.end = records_.empty() ? server_->log().position() : records_.back().end;
  flushed_ = std::max(flushed_, seen.end);
  recovery_begin_ = checkpoint.redo;
  std::erase_if(records_, [&](const LoggedRecord& record) { return record.begin < recovery_begin_; });
  pass(EventKind::checkpoint);
}

}  // namespace keycost
