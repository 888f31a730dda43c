// Replaying one record onto pages, as startup does after a crash.
//
// A block with an image gets the image, whatever it holds; a block that its record initialises is rebuilt
// from nothing; any other is changed only if its page is older than the record, as its LSN says. A page that
// was torn while it was written may carry the new LSN over old content, or the other way round: nothing here
// can see that. Sources: src/backend/access/transam/xlogutils.c (XLogReadBufferForRedoExtended),
// src/backend/access/heap/ heapam_xlog.c, src/backend/access/nbtree/nbtxlog.c,
// src/backend/commands/sequence.c (seq_redo).
#pragma once

#include <string>

#include "sim/postgresql/nbtree/key.hpp"
#include "sim/postgresql/recovery/redo_record.hpp"

namespace keycost::postgresql {

enum class RedoAction : std::uint8_t {
  restored,     ///< from a full-page image
  initialized,  ///< from the record alone
  applied,      ///< the change was made
  skipped,      ///< the page has it already, says its LSN
  impossible,   ///< the page is no page, or not one that the record can be about: recovery ends here
};

/// Replays `record` onto its block at position `i`. `page` is the block as it is on disk; of zeros if the
/// file ends before it. `why` tells what is impossible.
RedoAction redo(const RedoRecord& record, std::size_t i, Page& page, std::string& why);

}  // namespace keycost::postgresql
