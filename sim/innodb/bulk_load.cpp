#include "sim/innodb/bulk_load.hpp"

namespace keycost::innodb {

namespace {

constexpr std::uint32_t extents_reserved = 1;
constexpr std::size_t records_at_least = 2;  // so that the tree does not grow too high

/// What one more record costs of a page: itself, and at times a directory slot.
std::size_t cost_bytes(const Page& page, std::size_t record_size_bytes) {
  return record_size_bytes + directory_reserved_space(page.records() + 1) -
         directory_reserved_space(page.records());
}

}  // namespace

// A clustered index keeps its sixteenth free also with a fill factor of 100, on every level.
std::size_t bulk_load_reserved_bytes(bool is_clustered, int fill_factor_percent) {
  return fill_factor_percent == 100 && is_clustered
             ? space_reserve_bytes
             : page_size_bytes * static_cast<std::size_t>(100 - fill_factor_percent) / 100;
}

BulkLoad::BulkLoad(Btree& tree, int fill_factor_percent)
    : tree_(tree),
      reserved_bytes_(bulk_load_reserved_bytes(tree.shape().is_clustered, fill_factor_percent)) {}

bool BulkLoad::has_room(const Level& level, std::size_t record_size_bytes) const {
  const std::size_t cost = cost_bytes(*level.page, record_size_bytes);
  if (cost > level.free_bytes) return false;
  return level.page->records() < records_at_least || level.free_bytes - cost >= reserved_bytes_;
}

void BulkLoad::start_page(std::size_t level) {
  MiniTransaction mtr(tree_.log_);
  if (tree_.rules_.bulk_load_reserves_extents) tree_.space_.reserve_free_extents(extents_reserved);
  Page& page = tree_.allocate_page(0, Direction::up, static_cast<std::uint16_t>(level),
                                   level == 0 ? tree_.leaf_segment_ : tree_.top_segment_, mtr);
  mtr.commit();
  levels_[level] = {&page};
}

void BulkLoad::insert(const NewRecord& record, std::size_t level) {
  if (level == levels_.size()) {
    levels_.emplace_back();
    start_page(level);
  }
  if (!has_room(levels_[level], record.size.bytes())) {
    Page& full = *levels_[level].page;
    start_page(level);
    Page& next = *levels_[level].page;
    MiniTransaction mtr(tree_.log_);
    full.set_next(next.number(), mtr);
    next.set_previous(full.number(), mtr);
    mtr.commit();
    commit_page(full);
  }
  Level& target = levels_[level];
  target.free_bytes -= cost_bytes(*target.page, record.size.bytes());
  target.page->append(record);
  if (level == 0) ++tree_.records_;
}

// The finished page gets its node pointer on the level above; the first one there is that level's minimum.
void BulkLoad::commit_page(Page& page) {
  if (!tree_.rules_.bulk_load_leaves_last_insert) page.forget_last_insert();
  const auto level_above = static_cast<std::size_t>(page.level()) + 1;
  std::vector<std::byte> bytes;
  const RecordFormat& format = tree_.format();
  const std::size_t origin = format.build_node_pointer(page.record(0), page.number(), bytes);
  if (page.previous() == no_page) bytes[origin - 5] |= min_rec_flag;
  const RecordPointer pointer = bytes.data() + origin;
  insert({pointer, format.size(pointer, false)}, level_above);
}

void BulkLoad::finish() {
  if (levels_.empty()) return;
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) commit_page(*levels_[level].page);
  Page& last = *levels_.back().page;
  Page& root = tree_.mutable_page(tree_.root_page());
  MiniTransaction mtr(tree_.log_);
  --tree_.pages_by_level_[root.level()];
  root.make_empty(last.level(), mtr);
  tree_.count_page(root.level());
  for (std::size_t i = 0; i < last.records(); ++i) root.append({last.record(i), last.record_size(i)});
  if (!tree_.rules_.bulk_load_leaves_last_insert) root.forget_last_insert();
  tree_.free_page(last, mtr);
  mtr.commit();
}

}  // namespace keycost::innodb
