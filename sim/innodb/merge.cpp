// Merging a page above the leaves with a neighbour, and taking out a level that has one page only.
// Source: storage/innobase/btr/btr0cur.cc (btr_cur_compress_if_useful), btr0btr.cc (btr_compress,
// btr_can_merge_with_page, btr_lift_page_up).
#include "sim/error.hpp"
#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

void Btree::compress_if_useful(Page& page, MiniTransaction& mtr) {
  if (page.number() == root_) return;
  const bool is_alone = page.previous() == no_page && page.next() == no_page;
  if (page.data_size_bytes() < merge_threshold_bytes || is_alone) compress(page, mtr);
}

// The left neighbour first, else the right one.
void Btree::compress(Page& page, MiniTransaction& mtr) {
  if (page.previous() == no_page && page.next() == no_page) return lift_page_up(page, mtr);
  if (can_merge_with(page, page.previous(), mtr)) return merge_into_left(page, mtr);
  if (can_merge_with(page, page.next(), mtr)) merge_into_right(page, mtr);
}

bool Btree::can_merge_with(const Page& page, PageNumber neighbour_number, MiniTransaction& mtr) {
  if (neighbour_number == no_page) return false;
  Page& neighbour = mutable_page(neighbour_number);
  const std::size_t data = page.data_size_bytes();
  if (data > neighbour.max_insert_size_after_reorganize(page.records())) return false;
  if (data > neighbour.max_insert_size(page.records())) neighbour.reorganize(mtr);
  return true;
}

void Btree::merge_into_left(Page& page, MiniTransaction& mtr) {
  const Cursor father = father_of(page);
  mutable_page(page.previous()).copy_start(page, page.records(), mtr);
  unlink(page, mtr);
  delete_node_pointer({father.page, father.position - 1}, mtr);
  free_page(page, mtr);
}

// The pointer to this page leads to the neighbour from now on, and the neighbour's own is deleted.
void Btree::merge_into_right(Page& page, MiniTransaction& mtr) {
  const Cursor father = father_of(page);
  Page& right = mutable_page(page.next());
  const Cursor father_of_right = father_of(right);
  right.copy_end(page, 0, mtr);
  unlink(page, mtr);
  father.page->set_child_page(father.position - 1, right.number(), mtr);
  delete_node_pointer({father_of_right.page, father_of_right.position - 1}, mtr);
  free_page(page, mtr);
}

void Btree::unlink(Page& page, MiniTransaction& mtr) {
  if (page.previous() != no_page) mutable_page(page.previous()).set_next(page.next(), mtr);
  if (page.next() != no_page) mutable_page(page.next()).set_previous(page.previous(), mtr);
}

// The only page of its level gives its records to the page above.
void Btree::lift_page_up(Page& page, MiniTransaction& mtr) {
  const Cursor father = father_of(page);
  require(father.page->number() == root_, "above a level with one page stands the root");
  const std::uint16_t level = page.level();
  --pages_by_level_[father.page->level()];
  count_page(level);
  father.page->make_empty(level, mtr);
  father.page->copy_end(page, 0, mtr);
  free_page(page, mtr);
}

}  // namespace keycost::innodb
