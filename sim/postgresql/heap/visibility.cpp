// Whether a row is there for whoever looks at it. To find out takes a look into the commit log, so what is
// found is noted on the row itself, as a hint, which may dirty the page and log an image of it.
// Source: src/backend/access/heap/heapam_visibility.c (HeapTupleSatisfiesDirty,
// HeapTupleSatisfiesVacuumHorizon, SetHintBits).
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/hint.hpp"

namespace keycost::postgresql {

bool Heap::is_live(const PinnedPage& page, OffsetNumber offset) {
  std::byte* tuple = page->item(offset);
  if (has_committed_hint(tuple)) return true;
  if (has_aborted_hint(tuple)) return false;
  const Transactions::Fate fate = transactions_->fate(inserting_transaction(tuple));
  if (fate == Transactions::Fate::in_progress) return true;  // the reader's own
  const bool committed = fate == Transactions::Fate::committed;
  if (committed) {
    set_committed_hint(tuple);
  } else {
    set_aborted_hint(tuple);
  }
  mark_dirty_hint(*buffers_, *log_, page, BlockUse::standard);
  return committed;
}

// Row by row: when an image is taken, at the first hint, the rows behind it have none yet.
void Heap::read_all_and_hint() {
  std::optional<BufferRing> ring = buffers_->ring_for_scan(main_.blocks());
  for (BlockNumber block = 0; block < main_.blocks(); ++block) {
    const PinnedPage page = buffers_->read(main_, block, ring ? &*ring : nullptr);
    for (OffsetNumber offset = first_offset; offset <= page->max_offset(); ++offset) is_live(page, offset);
  }
}

}  // namespace keycost::postgresql
