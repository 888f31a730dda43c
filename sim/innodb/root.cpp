// The root: it keeps its page for ever. When it is full its records move to a new page below it.
// Source: storage/innobase/btr/btr0btr.cc (btr_create, btr_root_raise_and_insert, btr_page_alloc,
// btr_page_free).
#include "sim/innodb/btree.hpp"
#include "sim/innodb/observer.hpp"

namespace keycost::innodb {

// The root belongs to the segment of the pages above the leaves, even while it is a leaf itself.
Btree::Btree(IndexShape shape, const ServerRules& rules, Tablespace& space, std::uint32_t space_id,
             RedoLog& log)
    : shape_(std::move(shape)),
      rules_(rules),
      space_(space),
      space_id_(space_id),
      log_(log),
      top_segment_(space.create_segment()) {
  MiniTransaction mtr(log_);
  root_ = allocate_page(0, Direction::up, 0, top_segment_, mtr).number();
  leaf_segment_ = space.create_segment();
  mtr.commit();
}

// The copy lies in the heap in key order, without a last insert, so the split that follows is one in the
// middle.
Cursor Btree::raise_root(const Cursor& cursor, MiniTransaction& mtr) {
  Page& root = *cursor.page;
  const std::uint16_t level = root.level();
  Page& page = allocate_page(0, Direction::none, level, level == 0 ? leaf_segment_ : top_segment_, mtr);
  page.copy_end(root, 0, mtr);
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

Page& Btree::allocate_page(PageNumber hint, Direction direction, std::uint16_t level, SegmentId segment,
                           MiniTransaction& mtr) {
  const PageNumber number = space_.allocate_page(segment, hint, direction);
  if (pages_.size() <= number) pages_.resize(number + std::size_t{1});
  pages_[number] = std::make_unique<Page>(PageId{space_id_, number}, level, shape_.format, rules_);
  log_allocation(pages_[number]->id(), level, mtr);
  count_page(level);
  if (Observer* observer = log_.observer()) observer->page_allocated(*this, number, level);
  return *pages_[number];
}

// The page's bit in its extent's descriptor, the counters of tablespace and segment, and of the new page its
// index and level. That lists of extents change now and then is left out.
void Btree::log_allocation(PageId page, std::uint16_t level, MiniTransaction& mtr) const {
  constexpr std::size_t some_descriptor = 175;
  constexpr std::size_t pages_used = 58;
  constexpr std::size_t some_segment_slot = 306;
  constexpr std::size_t page_level = 64;
  constexpr std::size_t page_index_id = 66;
  constexpr PageNumber pages_described_together = page_size_bytes;
  mtr.write({page.space, page.page - page.page % pages_described_together}, some_descriptor, 1);
  mtr.write({page.space, 0}, pages_used + 3, 1);
  mtr.initialise_page(page);
  mtr.write({page.space, 2}, some_segment_slot, 4);
  mtr.create_index_page(page);
  mtr.write_number(page, page_level, 2, 0, level);
  mtr.write(page, page_index_id + 7, 1);
}

void Btree::free_page(Page& page, MiniTransaction& mtr) {
  mtr.free_page(page.id());
  --pages_by_level_[page.level()];
  const PageNumber number = page.number();
  space_.free_page(page.is_leaf() ? leaf_segment_ : top_segment_, number);
  pages_[number].reset();
  if (Observer* observer = log_.observer()) observer->page_freed(*this, number);
}

void Btree::count_page(std::uint16_t level) {
  if (pages_by_level_.size() <= level) pages_by_level_.resize(level + std::size_t{1});
  ++pages_by_level_[level];
}

}  // namespace keycost::innodb
