// Splitting a page. Source: storage/innobase/btr/btr0btr.cc (btr_page_split_and_insert,
// btr_attach_half_pages).
#include "sim/error.hpp"
#include "sim/innodb/btree.hpp"
#include "sim/innodb/observer.hpp"

namespace keycost::innodb {

Page& Btree::split_and_insert(Cursor cursor, const NewRecord& record, MiniTransaction& mtr) {
  for (bool is_first_try = true;; is_first_try = false) {
    if (insert_into_right_sibling(cursor, record, mtr)) return *pages_[cursor.page->next()];
    Page& page = *cursor.page;
    const SplitPoint split = is_first_try
                                 ? choose_split_point(page, cursor.position)
                                 : choose_split_point_by_size(page, cursor.position, record.size.bytes());
    Page& new_page = allocate_beside(page, split, mtr);
    if (log_.observer() != nullptr) tell_split(cursor, record, new_page, split, !is_first_try);
    attach_half_pages(page, new_page,
                      split.new_record_separates ? record.origin : page.record(split.move_from), split, mtr);
    move_records(page, new_page, split, mtr);
    count(split);
    const bool is_new_page_low = split.kind == SplitKind::left;
    Page& target = split.new_record_is_low == is_new_page_low ? new_page : page;
    cursor = {&target, target.position_behind(record.origin)};
    if (insert_at(target, cursor.position, record, mtr)) {
      set_free_bits(page, mtr);
      set_free_bits(new_page, mtr);
      return target;
    }
    require(is_first_try, "a record fits after a split by size");
    cursor.position = target.position_behind(record.origin);
  }
}

void Btree::tell_split(const Cursor& cursor, const NewRecord& record, const Page& new_page,
                       const SplitPoint& split, bool by_size) const {
  const Page& page = *cursor.page;
  SplitEvent event{this,
                   page.number(),
                   new_page.number(),
                   page.level(),
                   page.records(),
                   cursor.position,
                   record.size.bytes(),
                   {},
                   by_size,
                   split};
  for (std::size_t i = 0; i < page.records(); ++i) {
    if (page.record_offset(i) == page.last_insert()) event.last_insert = i;
  }
  log_.observer()->page_splits(event);
}

// Splits to the left ask for the page before, everything else for the page behind.
Page& Btree::allocate_beside(const Page& page, const SplitPoint& split, MiniTransaction& mtr) {
  const bool is_left = split.kind == SplitKind::left;
  return allocate_page(is_left ? page.number() - 1 : page.number() + 1,
                       is_left ? Direction::down : Direction::up, page.level(), mtr);
}

// First the level above: a pointer to the upper page, which may split pages there in turn. A split to the
// left first makes the old pointer lead to the new, lower page; its key stays.
void Btree::attach_half_pages(Page& page, Page& new_page, RecordPointer separator, const SplitPoint& split,
                              MiniTransaction& mtr) {
  const bool is_left = split.kind == SplitKind::left;
  Page& lower = is_left ? new_page : page;
  Page& upper = is_left ? page : new_page;
  if (is_left) {
    const Cursor father = father_of(page);
    father.page->set_child_page(father.position - 1, lower.number(), mtr);
  }
  const PageNumber previous = page.previous();
  const PageNumber next = page.next();
  insert_node_pointer(separator, upper.number(), static_cast<std::uint16_t>(page.level() + 1), mtr);
  if (is_left) {
    if (previous != no_page) mutable_page(previous).set_next(lower.number(), mtr);
    lower.set_previous(previous, mtr);
  } else {
    if (next != no_page) mutable_page(next).set_previous(upper.number(), mtr);
    upper.set_next(next, mtr);
  }
  upper.set_previous(lower.number(), mtr);
  lower.set_next(upper.number(), mtr);
}

void Btree::move_records(Page& page, Page& new_page, const SplitPoint& split, MiniTransaction& mtr) {
  if (split.kind == SplitKind::left) {
    new_page.copy_start(page, split.move_from, mtr);
    move_max_transaction(page, new_page, mtr);
    page.remove_start(split.move_from, mtr);
  } else {
    new_page.copy_end(page, split.move_from, mtr);
    move_max_transaction(page, new_page, mtr);
    page.remove_end(split.move_from, mtr);
  }
}

/// A secondary index's leaf knows the newest transaction that changed it; so must the page that gets its
/// entries.
void Btree::move_max_transaction(const Page& from, Page& to, MiniTransaction& mtr) const {
  if (!shape_.is_clustered && from.is_leaf()) to.raise_max_transaction(from.max_transaction(), mtr);
}

void Btree::count(const SplitPoint& split) {
  switch (split.kind) {
    case SplitKind::right:
      ++splits_.right;
      return;
    case SplitKind::left:
      ++splits_.left;
      return;
    case SplitKind::middle:
      ++splits_.middle;
      return;
  }
}

}  // namespace keycost::innodb
