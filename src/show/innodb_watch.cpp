#include "src/show/innodb_watch.hpp"

namespace keycost {

using namespace innodb;

double fill_of(const Page& page) {
  const std::size_t used = page.data_size_bytes() + directory_reserved_space(page.records());
  return static_cast<double>(used) / static_cast<double>(free_space_of_empty_page_bytes);
}

std::string InnodbWatch::name_of(const Btree& index) const {
  for (const Server::NamedIndex& named : server_->indexes()) {
    if (named.tree == &index) return named.name;
  }
  return "an index that is being built";
}

void InnodbWatch::pass(EventKind kind, const Step* step) {
  const std::uint64_t number =
      step != nullptr ? ++executions_[step] : ++counts_[static_cast<std::size_t>(kind)];
  visit_(kind, number, step);
}

void InnodbWatch::run_begins(const Server& server) {
  server_ = &server;
  pass(EventKind::start);
}

// A rebuild replaces every index, so nothing of before can be pointed at.
void InnodbWatch::step_ends(const Step& step) {
  if (std::holds_alternative<RebuildStep>(step.action)) {
    entry_.reset();
    entries_of_row_.clear();
  }
  pass(EventKind::step, &step);
}

void InnodbWatch::row_arrived(std::uint64_t) {
  row_is_done_ = true;
  pass(EventKind::row);
}

void InnodbWatch::entry_inserted(const EntryEvent& entry) {
  if (entry.level > 0) return;
  entry_ = entry;
  if (row_is_done_) entries_of_row_.clear();
  row_is_done_ = false;
  entries_of_row_.push_back(entry);
}

void InnodbWatch::page_splits(const SplitEvent& split) {
  split_ = InnodbSplitSeen{rows() + 1, name_of(*split.index), split, fill_of(split.index->page(split.page))};
  pass(EventKind::split);
}

void InnodbWatch::root_raised(const RootEvent&) {
  pass(EventKind::root);
}

}  // namespace keycost
