#include <algorithm>

#include "sim/innodb/btree.hpp"
#include "src/browser/recorder.hpp"

namespace keycost {

using namespace innodb;

namespace {

std::size_t used_bytes(const Page& page) {
  return page.data_size_bytes() + directory_reserved_space(page.records());
}

}  // namespace

// InnoDB's log is counted, not simulated record by record.
InnodbRecorder::InnodbRecorder() : recording_(0, free_space_of_empty_page_bytes) {}

void InnodbRecorder::run_begins(const Server& server) {
  server_ = &server;
  redo_bytes_ = server.spent().redo.bytes;
  walk();
  recording_.tick(TickKind::start);
}

void InnodbRecorder::step_ends(const Step& step) {
  if (std::holds_alternative<RepeatStep>(step.action)) return;
  note_row();
  const bool is_checkpoint = std::holds_alternative<CheckpointStep>(step.action);
  if (is_checkpoint) recording_.checkpoint_ended();
  if (!is_checkpoint && !std::holds_alternative<InsertStep>(step.action)) walk();
  recording_.tick(TickKind::step, step_words(step));
}

void InnodbRecorder::row_arrived(std::uint64_t) {
  note_row();
  recording_.tick(TickKind::row);
}

void InnodbRecorder::entry_inserted(const EntryEvent& entry) {
  if (entry.index == index_ && entry.level == 0) newest_ = entry.page;
}

void InnodbRecorder::page_splits(const SplitEvent& split) {
  if (split.index == index_ && split.level == 0) splits_.emplace_back(split.page, split.new_page);
}

void InnodbRecorder::root_raised(const RootEvent& root) {
  if (root.index == index_ && root.root_level == 1) is_reshaped_ = true;
}

void InnodbRecorder::page_freed(const Btree& index, PageNumber) {
  if (&index == index_) is_reshaped_ = true;
}

/// Pages are looked at once the row is through: until then halves are being filled.
void InnodbRecorder::note_row() {
  if (is_reshaped_) {
    walk();
    for (std::size_t i = 0; i < splits_.size(); ++i) recording_.split_counted();
  } else {
    for (const auto& [page, new_page] : splits_) note_split(page, new_page);
  }
  if (newest_) {
    note_leaf(*newest_);
    recording_.newest(*newest_);
  }
  splits_.clear();
  is_reshaped_ = false;
  newest_.reset();
  note_log();
}

void InnodbRecorder::note_log() {
  const std::uint64_t bytes = server_->spent().redo.bytes;
  recording_.redo_grown(bytes - redo_bytes_);
  redo_bytes_ = bytes;
}

void InnodbRecorder::note_split(PageNumber page, PageNumber new_page) {
  const Page& added = index_->page(new_page);
  if (added.previous() == page) {
    recording_.leaf_after(page, new_page);
  } else {
    // A split to the left: the new page lies before the full one.
    recording_.leaf_before(page, new_page);
  }
  note_leaf(page);
  note_leaf(new_page);
}

void InnodbRecorder::note_leaf(PageNumber page) {
  if (index_->has_page(page)) recording_.used(page, used_bytes(index_->page(page)));
}

void InnodbRecorder::walk() {
  index_ = server_->indexes().front().tree;
  std::vector<std::uint32_t> order;
  std::vector<RecordedState::Leaf> leaves(index_->page_numbers_end());
  for (const Page* page = &index_->leftmost_page(0); page != nullptr;
       page = page->next() == no_page ? nullptr : &index_->page(page->next())) {
    order.push_back(page->number());
    leaves[page->number()].used_bytes = static_cast<std::uint32_t>(used_bytes(*page));
  }
  recording_.leaves_replaced(std::move(order), std::move(leaves));
}

}  // namespace keycost
