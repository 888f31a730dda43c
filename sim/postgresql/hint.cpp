#include "sim/postgresql/hint.hpp"

namespace keycost::postgresql {

void mark_dirty_hint(BufferManager& buffers, WriteAheadLog& log, const PinnedPage& page, BlockUse use) {
  if (buffers.is_dirty(page)) return;
  if (log.logs_hints() && page->lsn() <= log.redo_point()) {
    log.insert(WalRecord(RecordType::xlog_fpi_for_hint).block(page, use));
  }
  buffers.mark_dirty(page);
}

}  // namespace keycost::postgresql
