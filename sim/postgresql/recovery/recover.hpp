// Startup after a crash: from the last checkpoint's redo point on, every record that is on disk is replayed
// onto the pages that are on disk. Source: src/backend/access/transam/xlogrecovery.c (PerformWalRecovery).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/postgresql/recovery/durable_state.hpp"
#include "sim/postgresql/recovery/redo.hpp"

namespace keycost::postgresql {

/// A page that was being written when the power went: sectors before `at_bytes` are the new version's, the
/// others are those that were there before.
struct TornPage {
  std::size_t relation = 0;  ///< in DurableState::relations()
  BlockNumber block = 0;
  std::size_t at_bytes = block_size_bytes / 2;
  Page new_version;
};

struct ReplayedBlock {
  std::size_t record = 0;  ///< in DurableState::records()
  RedoAction action = RedoAction::skipped;
};

struct Recovery {
  std::vector<Blocks> relations;  ///< as DurableState::relations(), after recovery
  std::uint64_t records = 0;      ///< replayed
  std::uint64_t restored = 0;     ///< blocks, by what was done to them
  std::uint64_t initialized = 0;
  std::uint64_t applied = 0;
  std::uint64_t skipped = 0;
  /// A page that is neither of its two versions fails its checksum when it is first read, unless an image is
  /// there to take its place: with data_checksums recovery ends here. What comes after is what a server
  /// without them does.
  std::optional<std::size_t> checksum_failure;  ///< the record that asked for the page
  /// Recovery ended with PANIC at this record.
  std::optional<std::size_t> failed_at;
  std::string why_failed;
  std::size_t failed_relation = 0;
  BlockNumber failed_block = 0;
  std::vector<ReplayedBlock> of_torn_page;  ///< what was done to it, record by record
  Page torn;                                ///< as recovery found it
  Page old_version;                         ///< as it was before it was torn
};

Recovery recover(const DurableState& state, const TornPage* torn);

}  // namespace keycost::postgresql
