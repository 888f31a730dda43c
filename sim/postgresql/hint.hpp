// Changes that nobody would miss: hints. They need no WAL for their own sake, but with checksums a page that
// is written half must be restorable, so the first hint on a clean page after a checkpoint logs an image of
// it. Source: src/backend/storage/buffer/bufmgr.c (MarkBufferDirtyHint), xloginsert.c
// (XLogSaveBufferForHint).
#pragma once

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

/// MarkBufferDirtyHint. `use` says whether an image may leave out the page's hole.
void mark_dirty_hint(BufferManager& buffers, WriteAheadLog& log, const PinnedPage& page, BlockUse use);

}  // namespace keycost::postgresql
