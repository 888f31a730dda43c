// A record with everything in it that recovery needs, laid out as the server lays it out.
//
// A run writes only the lengths of its records. Who wants to replay them forms the data from the pages as
// they were before and after the change; that it comes to as many bytes as the run has counted is checked for
// every record. Sources: src/include/access/heapam_xlog.h, nbtxlog.h, src/include/commands/sequence.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/postgresql/observer.hpp"
#include "sim/postgresql/page.hpp"
#include "sim/postgresql/wal/record.hpp"

namespace keycost::postgresql {

struct RedoBlock {
  std::size_t relation = 0;  ///< a number that whoever keeps the records gives out
  BlockNumber block = 0;
  BlockUse use = BlockUse::standard;
  std::unique_ptr<Page> image;  ///< a full-page image; then there is no data
  std::vector<std::byte> data;
};

struct RedoRecord {
  RecordType type = RecordType::xlog_fpi;
  Lsn begin = 0;
  Lsn end = 0;
  std::uint32_t transaction_id = 0;  ///< in the record's header; of rows alone
  std::vector<RedoBlock> blocks;
  std::vector<std::byte> main_data;
};

/// Adds data to `record`, block by block and for the record itself. `before`: each of its blocks as it was
/// before the change, as far as records tell (nullptr: there was none); `after`: as it is now. Blocks that
/// have an image get no data. Throws InvariantBroken if the data's length is not the one that was counted.
void form_data(RedoRecord& record, const RecordEvent& event, std::span<const Page* const> before,
               std::span<const Page* const> after);

}  // namespace keycost::postgresql
