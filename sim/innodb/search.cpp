// From the root to a place. Sources: storage/innobase/btr/btr0cur.cc (btr_cur_search_to_nth_level),
// btr0btr.cc (btr_page_get_father); row/row0ins.cc for duplicates.
#include "sim/error.hpp"
#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

// On each page above, the last node pointer that is not above the record. The first one of a level's leftmost
// page lies below everything, whatever its key says.
Cursor Btree::search(RecordPointer record, std::uint16_t level) {
  Page* page = get(root_);
  std::size_t position = page->position_behind(record);
  while (page->level() > level) {
    page = get(page->child_page(position - 1));
    position = page->position_behind(record);
  }
  return {page, position};
}

void Btree::read_all() {
  for (std::size_t number = 0; number < pages_.size(); ++number) {
    if (pages_[number] != nullptr) get(static_cast<PageNumber>(number));
    log_.pool().release();
  }
}

const Page& Btree::leftmost_page(std::uint16_t level) const {
  const Page* page = pages_[root_].get();
  while (page->level() > level) page = pages_[page->child_page(0)].get();
  return *page;
}

// The key of a leftmost page's pointer is never brought up to date, so the way there is by place.
Cursor Btree::father_of(const Page& child) {
  const bool is_leftmost = child.previous() == no_page;
  return father_of(child.number(), is_leftmost, is_leftmost ? nullptr : child.record(0), child.level());
}

Cursor Btree::father_of(PageNumber child, bool is_leftmost, RecordPointer first_record,
                        std::uint16_t child_level) {
  const auto level = static_cast<std::uint16_t>(child_level + 1);
  const Cursor cursor =
      is_leftmost ? Cursor{get(leftmost_page(level).number()), 1} : search(first_record, level);
  require(cursor.position > 0 && cursor.page->child_page(cursor.position - 1) == child,
          "a node pointer leads to every page");
  return cursor;
}

// NULL is no duplicate of NULL in a unique secondary index. There entries with the same columns differ in the
// primary key, so the neighbour may lie on either side, also on the next page.
void Btree::refuse_duplicate(const Cursor& cursor, RecordPointer record) const {
  const std::size_t fields = shape_.unique_fields;
  if (fields == 0) return;
  const auto is_same = [&](const Page* page, std::size_t position) {
    return page != nullptr && position < page->records() &&
           shape_.format.compare_fields(page->record(position), record, fields) == 0;
  };
  const Page* page = cursor.page;
  const Page* previous = page_or_none(page->previous());
  const Page* next = page_or_none(page->next());
  const bool follows_same = cursor.position > 0
                                ? is_same(page, cursor.position - 1)
                                : previous != nullptr && is_same(previous, previous->records() - 1);
  const bool precedes_same =
      cursor.position < page->records() ? is_same(page, cursor.position) : is_same(next, 0);
  if ((follows_same || precedes_same) && !shape_.format.has_null(record, fields)) throw DuplicateKey();
}

}  // namespace keycost::innodb
