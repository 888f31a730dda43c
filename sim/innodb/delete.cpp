// Deleting a node pointer, with what follows from it on the levels above.
// Source: storage/innobase/btr/btr0cur.cc (btr_cur_pessimistic_delete), btr0btr.cc (btr_discard_page).
#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

// `cursor.position` is the record's own here, not the gap behind it.
void Btree::delete_node_pointer(const Cursor& cursor, MiniTransaction& mtr) {
  Page& page = *cursor.page;
  if (page.records() == 1 && page.number() != root_) return discard_page(page, mtr);
  if (cursor.position == 0) {
    if (page.previous() == no_page) {
      page.remove(0, mtr);
      page.set_minimum(0, mtr);
      compress_if_useful(page, mtr);
      return;
    }
    // The pointer to a page has the key of its first pointer, so it is replaced.
    const Cursor father = father_of(page);
    delete_node_pointer({father.page, father.position - 1}, mtr);
    insert_node_pointer(page.record(1), page.number(), static_cast<std::uint16_t>(page.level() + 1), mtr);
  }
  page.remove(cursor.position, mtr);
  compress_if_useful(page, mtr);
}

// The last pointer of a page goes with the page. If that leaves the root with one pointer, the tree loses a
// level.
void Btree::discard_page(Page& page, MiniTransaction& mtr) {
  const Cursor father = father_of(page);
  const PageNumber left = page.previous();
  const PageNumber right = page.next();
  if (left == no_page && right != no_page) mutable_page(right).set_minimum(0, mtr);
  const PageNumber father_number = father.page->number();
  delete_node_pointer({father.page, father.position - 1}, mtr);
  unlink(page, mtr);
  free_page(page, mtr);
  if (father_number == root_ && root().records() == 1)
    lift_page_up(mutable_page(left != no_page ? left : right), mtr);
}

}  // namespace keycost::innodb
