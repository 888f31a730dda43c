#include "sim/reading/innodb_watch.hpp"

#include <algorithm>
#include <set>

#include "sim/innodb/btree.hpp"
#include "sim/innodb/server.hpp"
#include "sim/reading/rows_read.hpp"

namespace keycost::reading {

using namespace innodb;

namespace {

/// The primary key of a leaf record, each part with its length: two are the same where the keys are.
std::string key_of(const Btree& tree, const Page& page, std::size_t position,
                   std::vector<StoredValue>& fields) {
  tree.format().read_leaf(page.record(position), fields);
  std::string key;
  for (std::size_t i = 0; i < tree.format().key_fields(); ++i) {
    const std::span<const std::byte> bytes = fields[i].bytes;
    key.push_back(static_cast<char>(bytes.size() >> 8));
    key.push_back(static_cast<char>(bytes.size()));
    for (const std::byte byte : bytes) key.push_back(static_cast<char>(byte));
  }
  return key;
}

/// Calls `visit` with each page of a level, from left to right.
template <class Visit>
void for_each_page(const Btree& tree, std::uint16_t level, Visit visit) {
  for (const Page* page = &tree.leftmost_page(level); page != nullptr;
       page = page->next() == no_page ? nullptr : &tree.page(page->next()))
    visit(*page);
}

std::set<PageNumber> leaves_of(const Btree& tree, const std::vector<std::string>& keys) {
  std::set<PageNumber> leaves;
  std::vector<StoredValue> fields;
  for_each_page(tree, 0, [&](const Page& page) {
    for (std::size_t position = 0; position < page.records(); ++position) {
      if (std::binary_search(keys.begin(), keys.end(), key_of(tree, page, position, fields)))
        leaves.insert(page.number());
    }
  });
  return leaves;
}

/// The pages above that lead to any of `below`, level by level up to the root.
std::size_t pages_above(const Btree& tree, std::set<PageNumber> below) {
  std::size_t pages = 0;
  for (std::uint16_t level = 1; level <= tree.root().level(); ++level) {
    std::set<PageNumber> parents;
    for_each_page(tree, level, [&](const Page& page) {
      for (std::size_t position = 0; position < page.records(); ++position) {
        if (below.count(page.child_page(position)) != 0) parents.insert(page.number());
      }
    });
    pages += parents.size();
    below = std::move(parents);
  }
  return pages;
}

}  // namespace

ReadingUsage InnodbWatch::read(const ReadStep& step) const {
  std::vector<std::string> keys;
  for (const std::uint64_t row : rows_read(step, keys_.size(), scenario_.seed)) keys.push_back(keys_[row]);
  std::sort(keys.begin(), keys.end());
  const Btree& clustered = *server_->indexes().front().tree;
  const std::set<PageNumber> leaves = leaves_of(clustered, keys);
  ReadingUsage usage;
  usage.rows = keys.size();
  usage.leaf_pages = leaves.size();
  usage.internal_pages = pages_above(clustered, leaves);
  usage.page_size_bytes = page_size_bytes;
  return usage;
}

void InnodbWatch::run_begins(const Server& server) {
  server_ = &server;
  if (next_ != nullptr) next_->run_begins(server);
}

void InnodbWatch::entry_inserted(const EntryEvent& entry) {
  const Page& page = entry.index->page(entry.page);
  if (entry.level == 0 && scenario_.concurrent_writers > 0) {
    auto place = std::find_if(hot_pages_.begin(), hot_pages_.end(),
                              [&](const auto& known) { return known.first == entry.index; });
    if (place == hot_pages_.end())
      place = hot_pages_.insert(hot_pages_.end(), {entry.index, HotPage(scenario_.concurrent_writers)});
    place->second.entry(entry.page, page.next() == no_page);
  }
  if (entry.level == 0 && entry.index->shape().is_clustered && reads_) {
    std::vector<StoredValue> fields;
    keys_.push_back(key_of(*entry.index, page, entry.position, fields));
  }
  if (next_ != nullptr) next_->entry_inserted(entry);
}

void InnodbWatch::step_ends(const Step& step) {
  StepResult seen;
  if (const auto* read_step = std::get_if<ReadStep>(&step.action)) seen.reading = read(*read_step);
  for (const Server::NamedIndex& named : server_->indexes()) {
    for (auto& [index, hot_page] : hot_pages_) {
      if (index != named.tree) continue;
      seen.indexes.emplace_back(named.name, IndexState{});
      seen.indexes.back().second.hot_page = hot_page.take();
    }
  }
  // Whatever index has been replaced by a rebuild is gone.
  std::erase_if(hot_pages_, [&](const auto& known) {
    const std::vector<Server::NamedIndex> there = server_->indexes();
    return std::none_of(there.begin(), there.end(),
                        [&](const Server::NamedIndex& named) { return named.tree == known.first; });
  });
  executions_.push_back(std::move(seen));
  if (next_ != nullptr) next_->step_ends(step);
}

// What follows is for the other observer alone.

void InnodbWatch::run_ends() {
  if (next_ != nullptr) next_->run_ends();
}
void InnodbWatch::step_begins(const Step& step) {
  if (next_ != nullptr) next_->step_begins(step);
}
void InnodbWatch::row_arrived(std::uint64_t number) {
  if (next_ != nullptr) next_->row_arrived(number);
}
void InnodbWatch::page_splits(const SplitEvent& split) {
  if (next_ != nullptr) next_->page_splits(split);
}
void InnodbWatch::root_raised(const RootEvent& root) {
  if (next_ != nullptr) next_->root_raised(root);
}
void InnodbWatch::page_allocated(const Btree& index, PageNumber page, std::uint16_t level) {
  if (next_ != nullptr) next_->page_allocated(index, page, level);
}
void InnodbWatch::page_freed(const Btree& index, PageNumber page) {
  if (next_ != nullptr) next_->page_freed(index, page);
}

}  // namespace keycost::reading
