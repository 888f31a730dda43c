// CHECKPOINT: from here on every page's first change is logged whole again.
// Source: src/backend/access/transam/xlog.c (CreateCheckPoint), src/backend/storage/ipc/standby.c
// (LogStandbySnapshot).
#pragma once

#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

/// Between two statements: marks the redo point, writes out every dirty page, logs that it is done.
void checkpoint(BufferManager& buffers, WriteAheadLog& log);

/// The last thing that a server does before it ends: the redo point is the record itself.
void shutdown_checkpoint(BufferManager& buffers, WriteAheadLog& log);

}  // namespace keycost::postgresql
