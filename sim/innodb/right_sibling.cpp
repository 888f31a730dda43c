// Before a page is split: a record that would be its last may go to the front of the next page instead.
// Source: storage/innobase/btr/btr0btr.cc (btr_insert_into_right_sibling).
#include "sim/innodb/btree.hpp"
#include "sim/innodb/observer.hpp"

namespace keycost::innodb {

// In whatever room there is: no reserve is kept, and nothing is reorganised. The next page begins with
// another key then, so its node pointer is deleted and inserted anew, which may put it on the page before.
bool Btree::insert_into_right_sibling(const Cursor& cursor, const NewRecord& record, MiniTransaction& mtr) {
  if (cursor.page->next() == no_page || cursor.position < cursor.page->records()) return false;
  Page& next = mutable_page(cursor.page->next());
  const Cursor father = father_of(next);
  const std::size_t position = next.position_behind(record.origin);
  const std::size_t room = next.max_insert_size_after_reorganize(1);
  if (!next.insert(position, record, mtr)) return false;
  if (Observer* observer = log_.observer())
    observer->entry_inserted({this, next.number(), next.level(), position});
  delete_node_pointer({father.page, father.position - 1}, mtr);
  insert_node_pointer(next.record(0), next.number(), static_cast<std::uint16_t>(next.level() + 1), mtr);
  lower_free_bits(next, room, record.size.bytes() + directory_slot_size_bytes);
  return true;
}

}  // namespace keycost::innodb
