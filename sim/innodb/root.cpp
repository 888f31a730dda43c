// The root: it keeps its page for ever. When it is full its records move to a new page below it.
// Source: storage/innobase/btr/btr0btr.cc (btr_create, btr_root_raise_and_insert, btr_page_alloc,
// btr_page_free).
#include "sim/innodb/btree.hpp"

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
  return {&page, cursor.position};
}

Page& Btree::allocate_page(PageNumber hint, Direction direction, std::uint16_t level, SegmentId segment,
                           MiniTransaction& mtr) {
  const PageNumber number = space_.allocate_page(segment, hint, direction);
  if (pages_.size() <= number) pages_.resize(number + std::size_t{1});
  pages_[number] = std::make_unique<Page>(PageId{space_id_, number}, level, shape_.format, rules_);
  mtr.initialise_page(pages_[number]->id());
  mtr.create_index_page(pages_[number]->id());
  count_page(level);
  return *pages_[number];
}

void Btree::free_page(Page& page, MiniTransaction& mtr) {
  mtr.free_page(page.id());
  --pages_by_level_[page.level()];
  const PageNumber number = page.number();
  space_.free_page(page.is_leaf() ? leaf_segment_ : top_segment_, number);
  pages_[number].reset();
}

void Btree::count_page(std::uint16_t level) {
  if (pages_by_level_.size() <= level) pages_by_level_.resize(level + std::size_t{1});
  ++pages_by_level_[level];
}

}  // namespace keycost::innodb
