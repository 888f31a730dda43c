#include "sim/postgresql/recovery/recover.hpp"

#include <algorithm>
#include <cstring>

namespace keycost::postgresql {

namespace {

bool is_same(const Page& a, const Page& b) {
  return std::memcmp(a.data(), b.data(), block_size_bytes) == 0;
}

class Replay {
 public:
  Replay(const DurableState& state, const TornPage* torn) : state_(state), torn_(torn) {
    for (const DurableState::KeptRelation& relation : state.relations())
      result_.relations.push_back(relation.on_disk);
    if (torn != nullptr) tear();
  }

  Recovery run() {
    for (std::size_t record = 0; record < state_.records().size() && !result_.failed_at; ++record) {
      for (std::size_t i = 0; i < state_.records()[record].blocks.size() && !result_.failed_at; ++i)
        replay(record, i);
      if (!result_.failed_at) ++result_.records;
    }
    return std::move(result_);
  }

 private:
  void tear() {
    Page& page = block_of(torn_->relation, torn_->block);
    result_.old_version = page;
    std::memcpy(page.data(), torn_->new_version.data(), torn_->at_bytes);
    result_.torn = page;
    is_torn_ = !is_same(page, result_.old_version) && !is_same(page, torn_->new_version);
  }

  /// A block behind the file's end is there as zeros.
  Page& block_of(std::size_t relation, BlockNumber block) {
    Blocks& blocks = result_.relations[relation];
    while (blocks.size() <= block) blocks.emplace_back().fill_with_zeros();
    return blocks[block];
  }

  bool is_torn_page(const RedoBlock& block) const {
    return torn_ != nullptr && block.relation == torn_->relation && block.block == torn_->block;
  }

  void replay(std::size_t position, std::size_t i) {
    const RedoRecord& record = state_.records()[position];
    const RedoBlock& block = record.blocks[i];
    const bool replaces_page = block.image != nullptr || block.use == BlockUse::initialized;
    const bool reads_page = !replaces_page && record.type != RecordType::xlog_fpi_for_hint;
    if (is_torn_page(block)) {
      if (is_torn_ && reads_page && !result_.checksum_failure) result_.checksum_failure = position;
      if (replaces_page) is_torn_ = false;
    }
    const RedoAction action = redo(record, i, block_of(block.relation, block.block), result_.why_failed);
    count(action);
    if (is_torn_page(block)) result_.of_torn_page.push_back({position, action});
    if (action != RedoAction::impossible) return;
    result_.failed_at = position;
    result_.failed_relation = block.relation;
    result_.failed_block = block.block;
  }

  void count(RedoAction action) {
    switch (action) {
      case RedoAction::restored:
        ++result_.restored;
        return;
      case RedoAction::initialized:
        ++result_.initialized;
        return;
      case RedoAction::applied:
        ++result_.applied;
        return;
      case RedoAction::skipped:
        ++result_.skipped;
        return;
      case RedoAction::impossible:
        return;
    }
  }

  const DurableState& state_;
  const TornPage* torn_;
  Recovery result_;
  bool is_torn_ = false;
};

}  // namespace

Recovery recover(const DurableState& state, const TornPage* torn) {
  return Replay(state, torn).run();
}

}  // namespace keycost::postgresql
