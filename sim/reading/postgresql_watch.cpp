#include "sim/reading/postgresql_watch.hpp"

#include <algorithm>
#include <set>

#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/index_tuple.hpp"
#include "sim/postgresql/server.hpp"
#include "sim/reading/rows_read.hpp"

namespace keycost::reading {

using namespace postgresql;

namespace {

std::uint64_t packed(TupleId id) {
  return std::uint64_t{id.block} << 16 | id.offset;
}

/// The leaves of an index that have an entry of one of `rows`, which are sorted.
std::set<BlockNumber> leaves_of(const Relation& index, const std::vector<std::uint64_t>& rows) {
  std::set<BlockNumber> leaves;
  for (BlockNumber block = 1; block < index.blocks(); ++block) {
    const Page& page = index.page(block);
    if (!index_page::is_leaf(page)) continue;
    for (OffsetNumber offset = index_page::first_data_offset(page); offset <= page.max_offset(); ++offset) {
      const std::byte* item = page.item(offset);
      for (std::size_t i = 0; i < index_tuple::row_count(item); ++i) {
        if (std::binary_search(rows.begin(), rows.end(), packed(index_tuple::row(item, i))))
          leaves.insert(block);
      }
    }
  }
  return leaves;
}

/// The pages above that lead to any of `below`, level by level up to the root.
std::size_t pages_above(const Relation& index, std::set<BlockNumber> below) {
  std::size_t pages = 0;
  const index_page::Root root = index_page::root_of_metapage(index.page(metapage_block));
  for (std::uint32_t level = 1; level <= root.level; ++level) {
    std::set<BlockNumber> parents;
    for (BlockNumber block = 1; block < index.blocks(); ++block) {
      const Page& page = index.page(block);
      if (index_page::is_leaf(page) || index_page::level(page) != level) continue;
      for (OffsetNumber offset = index_page::first_data_offset(page); offset <= page.max_offset(); ++offset) {
        if (below.count(index_tuple::block(page.item(offset))) != 0) parents.insert(block);
      }
    }
    pages += parents.size();
    below = std::move(parents);
  }
  return pages;
}

const Relation* primary_key_of(const Server& server) {
  for (const IndexDefinition& index : server.table().indexes) {
    if (!index.primary) continue;
    for (const Server::NamedRelation& relation : server.relations()) {
      if (relation.tree != nullptr && relation.name == index.name) return relation.pages;
    }
  }
  return nullptr;
}

}  // namespace

ReadingUsage PostgresqlWatch::read(const ReadStep& step) const {
  std::vector<std::uint64_t> ids;
  std::set<BlockNumber> heap_blocks;
  for (const std::uint64_t row : rows_read(step, rows_.size(), scenario_.seed)) {
    ids.push_back(packed(rows_[row]));
    heap_blocks.insert(rows_[row].block);
  }
  std::sort(ids.begin(), ids.end());
  ReadingUsage usage;
  usage.rows = ids.size();
  usage.heap_pages = heap_blocks.size();
  usage.page_size_bytes = server_->page_size_bytes();
  if (const Relation* index = primary_key_of(*server_)) {
    const std::set<BlockNumber> leaves = leaves_of(*index, ids);
    usage.leaf_pages = leaves.size();
    usage.internal_pages = pages_above(*index, leaves);
  }
  return usage;
}

void PostgresqlWatch::run_begins(const Server& server) {
  server_ = &server;
  if (next_ != nullptr) next_->run_begins(server);
}

void PostgresqlWatch::row_arrived(const RowEvent& row) {
  if (row.inserted && reads_) rows_.push_back(row.id);
  if (next_ != nullptr) next_->row_arrived(row);
}

void PostgresqlWatch::entry_inserted(const EntryEvent& entry) {
  if (scenario_.concurrent_writers > 0) {
    auto place = std::find_if(hot_pages_.begin(), hot_pages_.end(),
                              [&](const auto& known) { return known.first == entry.index; });
    if (place == hot_pages_.end())
      place = hot_pages_.insert(hot_pages_.end(), {entry.index, HotPage(scenario_.concurrent_writers)});
    place->second.entry(entry.leaf, index_page::is_rightmost(entry.index->page(entry.leaf)));
  }
  if (next_ != nullptr) next_->entry_inserted(entry);
}

void PostgresqlWatch::step_ends(const Step& step) {
  StepResult seen;
  if (const auto* read_step = std::get_if<ReadStep>(&step.action)) seen.reading = read(*read_step);
  for (const Server::NamedRelation& relation : server_->relations()) {
    for (auto& [index, hot_page] : hot_pages_) {
      if (index != relation.pages) continue;
      seen.indexes.emplace_back(relation.name, IndexState{});
      seen.indexes.back().second.hot_page = hot_page.take();
    }
  }
  executions_.push_back(std::move(seen));
  if (next_ != nullptr) next_->step_ends(step);
}

// A rebuilt index is another file; nobody is at work on the old one.
void PostgresqlWatch::relation_dropped(const Relation& relation) {
  std::erase_if(hot_pages_, [&](const auto& known) { return known.first == &relation; });
  if (next_ != nullptr) next_->relation_dropped(relation);
}

// What follows is for the other observer alone.

void PostgresqlWatch::run_ends() {
  if (next_ != nullptr) next_->run_ends();
}
void PostgresqlWatch::step_begins(const Step& step) {
  if (next_ != nullptr) next_->step_begins(step);
}
void PostgresqlWatch::page_splits(const SplitEvent& split) {
  if (next_ != nullptr) next_->page_splits(split);
}
void PostgresqlWatch::root_grown(const RootEvent& root) {
  if (next_ != nullptr) next_->root_grown(root);
}
void PostgresqlWatch::page_deduplicated(const DeduplicationEvent& pass) {
  if (next_ != nullptr) next_->page_deduplicated(pass);
}
void PostgresqlWatch::record_logged(const RecordEvent& record) {
  if (next_ != nullptr) next_->record_logged(record);
}
void PostgresqlWatch::relation_extended(const Relation& relation, BlockNumber block) {
  if (next_ != nullptr) next_->relation_extended(relation, block);
}
void PostgresqlWatch::page_read(const Relation& relation, BlockNumber block) {
  if (next_ != nullptr) next_->page_read(relation, block);
}
void PostgresqlWatch::page_dirtied(const Relation& relation, BlockNumber block) {
  if (next_ != nullptr) next_->page_dirtied(relation, block);
}
void PostgresqlWatch::page_written(const Relation& relation, BlockNumber block, PageWrite reason) {
  if (next_ != nullptr) next_->page_written(relation, block, reason);
}
void PostgresqlWatch::checkpoint_begins(const CheckpointEvent& checkpoint) {
  if (next_ != nullptr) next_->checkpoint_begins(checkpoint);
}
void PostgresqlWatch::checkpoint_ends(const CheckpointEvent& checkpoint) {
  if (next_ != nullptr) next_->checkpoint_ends(checkpoint);
}

}  // namespace keycost::reading
