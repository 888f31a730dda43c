// The root: it keeps its page for ever. When it is full its records move to a new page below it.
// Source: storage/innobase/btr/btr0btr.cc (btr_create, btr_root_raise_and_insert, btr_page_alloc,
// btr_page_free).
#include "sim/innodb/btree.hpp"
#include "sim/innodb/observer.hpp"
#include "sim/innodb/tablespace_format.hpp"

namespace keycost::innodb {

// The root belongs to the segment of the pages above the leaves, even while it is a leaf itself.
Btree::Btree(IndexShape shape, const ServerRules& rules, Tablespace& space, std::uint64_t index_id,
             RedoLog& log)
    : shape_(std::move(shape)), rules_(rules), space_(space), index_id_(index_id), log_(log) {
  MiniTransaction mtr(log_);
  top_segment_ = space.create_segment(mtr);
  Page& root = take_page(0, Direction::up, top_segment_, mtr, mtr);
  root_ = root.number();
  mtr.write_number(root.frame(), fil_page_type, 2, system_page_type);
  space.write_segment_header(top_segment_, root.frame(), page_top_segment, mtr);
  leaf_segment_ = space.create_segment(mtr);
  space.write_segment_header(leaf_segment_, root.frame(), page_leaf_segment, mtr);
  root.create(0, index_id_, mtr);
  count_page(0);
  mtr.commit();
  if (Observer* observer = log_.observer()) observer->page_allocated(*this, root_, 0);
}

// The copy lies in the heap in key order, without a last insert, so the split that follows is one in the
// middle.
Cursor Btree::raise_root(const Cursor& cursor, MiniTransaction& mtr) {
  Page& root = *cursor.page;
  const std::uint16_t level = root.level();
  Page& page = allocate_page(0, Direction::none, level, mtr);
  page.copy_end(root, 0, mtr);
  move_max_transaction(root, page, mtr);
  if (!shape_.is_clustered) root.clear_max_transaction(mtr);  // it is a leaf no longer
  root.make_empty(static_cast<std::uint16_t>(level + 1), mtr);
  --pages_by_level_[level];
  count_page(root.level());
  std::vector<std::byte> bytes;
  const std::size_t origin = shape_.format.build_node_pointer(page.record(0), page.number(), bytes);
  bytes[origin - 5] |= min_rec_flag;
  root.insert(0, {bytes.data() + origin, shape_.format.size(bytes.data() + origin, false)}, mtr);
  if (Observer* observer = log_.observer()) observer->root_raised({this, page.number(), root.level()});
  return {&page, cursor.position};
}

/// A page of the file for this index, still without anything on it. It is logged as taken in `mtr` and as
/// begun in `initialising`.
Page& Btree::take_page(PageNumber hint, Direction direction, SegmentId segment, MiniTransaction& mtr,
                       MiniTransaction& initialising) {
  const PageNumber number = space_.allocate_page(segment, hint, direction, mtr, [&](PageNumber taken) {
    if (pages_.size() <= taken) pages_.resize(taken + std::size_t{1});
    pages_[taken] = std::make_unique<Page>(PageId{space_.space_id(), taken}, 0, shape_.format, rules_);
    initialising.initialise_page(pages_[taken]->frame());
  });
  return *pages_[number];
}

Page& Btree::allocate_page(PageNumber hint, Direction direction, std::uint16_t level, MiniTransaction& mtr) {
  Page& page = take_page(hint, direction, segment_of(level), mtr, mtr);
  page.create(level, index_id_, mtr);
  count_page(level);
  if (Observer* observer = log_.observer()) observer->page_allocated(*this, page.number(), level);
  return page;
}

void Btree::free_page(Page& page, MiniTransaction& mtr) {
  --pages_by_level_[page.level()];
  const PageNumber number = page.number();
  space_.free_page(segment_of(page.level()), number, mtr);
  pages_[number].reset();
  if (Observer* observer = log_.observer()) observer->page_freed(*this, number);
}

void Btree::count_page(std::uint16_t level) {
  if (pages_by_level_.size() <= level) pages_by_level_.resize(level + std::size_t{1});
  ++pages_by_level_[level];
}

}  // namespace keycost::innodb
