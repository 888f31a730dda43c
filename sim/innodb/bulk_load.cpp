#include "sim/innodb/bulk_load.hpp"

#include <utility>

#include "sim/innodb/observer.hpp"

namespace keycost::innodb {

namespace {

constexpr std::uint32_t extents_for_a_load = 1;
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

// PageBulk::init. That the page is taken is logged by itself, since pages need not be finished in the order
// in which they were taken; all else of a page is one mini-transaction.
void BulkLoad::start_page(std::size_t level) {
  MiniTransaction taking(tree_.log_);
  auto mtr = std::make_unique<MiniTransaction>(tree_.log_);
  mtr->set_logged(tree_.rules_.logs_bulk_load);
  if (tree_.rules_.bulk_load_reserves_extents) tree_.space_.reserve_free_extents(extents_for_a_load, taking);
  const auto level_of_page = static_cast<std::uint16_t>(level);
  Page& page = tree_.take_page(0, Direction::up, tree_.segment_of(level_of_page), taking, *mtr);
  taking.commit();
  page.create_for_bulk_load(level_of_page, tree_.index_id_, *mtr);
  tree_.note_transaction(page, *mtr);
  tree_.count_page(level_of_page);
  if (Observer* observer = tree_.log_.observer())
    observer->page_allocated(tree_, page.number(), level_of_page);
  levels_[level] = {&page, free_space_of_empty_page_bytes, std::move(mtr)};
}

void BulkLoad::insert(const NewRecord& record, std::size_t level) {
  if (level == levels_.size()) {
    levels_.emplace_back();
    start_page(level);
  }
  if (!has_room(levels_[level], record.size.bytes())) {
    Level full = std::move(levels_[level]);
    start_page(level);
    commit_page(full, &levels_[level]);
  }
  Level& target = levels_[level];
  target.free_bytes -= cost_bytes(*target.page, record.size.bytes());
  target.page->append(record, *target.mtr);
  if (level == 0) ++tree_.records_;
}

// BtrBulk::pageCommit. The finished page gets its node pointer on the level above; the first one there is
// that level's minimum.
void BulkLoad::commit_page(Level& level, Level* next) {
  Page& page = *level.page;
  finish_page(page, *level.mtr);
  if (next != nullptr) {
    page.set_next(next->page->number(), *level.mtr);
    next->page->set_previous(page.number(), *next->mtr);
  }
  const bool is_uppermost = next == nullptr && page.level() + std::size_t{1} == levels_.size();
  if (!is_uppermost) insert_node_pointer(page);
  level.mtr->commit();
}

void BulkLoad::insert_node_pointer(const Page& page) {
  std::vector<std::byte> bytes;
  const RecordFormat& format = tree_.format();
  const std::size_t origin = format.build_node_pointer(page.record(0), page.number(), bytes);
  if (page.previous() == no_page) bytes[origin - 5] |= min_rec_flag;
  const RecordPointer pointer = bytes.data() + origin;
  insert({pointer, format.size(pointer, false)}, page.level() + std::size_t{1});
}

void BulkLoad::finish_page(Page& page, MiniTransaction& mtr) const {
  page.finish_appending(mtr);
  if (tree_.rules_.bulk_load_leaves_last_insert) page.remember_last_appended();
}

void BulkLoad::release() {
  for (Level& level : levels_) {
    finish_page(*level.page, *level.mtr);
    level.mtr->commit();
  }
}

// BtrBulk::finish.
void BulkLoad::finish() {
  if (levels_.empty()) return;
  for (std::size_t level = 0; level < levels_.size(); ++level) commit_page(levels_[level], nullptr);
  Page& last = *levels_.back().page;
  Page& root = tree_.mutable_page(tree_.root_page());
  MiniTransaction mtr(tree_.log_);
  mtr.set_logged(tree_.rules_.logs_bulk_load);
  --tree_.pages_by_level_[root.level()];
  root.set_level(last.level(), mtr);
  tree_.count_page(root.level());
  tree_.note_transaction(root, mtr);
  for (std::size_t i = 0; i < last.records(); ++i) root.append({last.record(i), last.record_size(i)}, mtr);
  finish_page(root, mtr);
  MiniTransaction freeing(tree_.log_);
  tree_.free_page(last, freeing);
  freeing.commit();
  mtr.commit();
  if (tree_.rules_.logs_bulk_load) return;
  // That the index has been loaded past the log: MLOG_INDEX_LOAD, with its number (row_merge_write_redo).
  MiniTransaction loaded(tree_.log_);
  loaded.log_mysql_page(root.id(), sizeof(std::uint64_t));
  loaded.commit();
}

}  // namespace keycost::innodb
