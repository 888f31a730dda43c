// Building an index from sorted tuples: CREATE INDEX and REINDEX.
//
// Pages are filled from left to right on all levels at once, to the fillfactor in bytes, and written to the
// file past the buffers; the log gets them whole, up to 32 in a record. The result is as dense as an
// ascending load, in block order, and on no page is there room for long: the first inserts of random keys
// split nearly every leaf. Source: src/backend/access/nbtree/nbtsort.c (_bt_buildadd, _bt_uppershutdown),
// src/backend/storage/smgr/bulk_write.c.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/postgresql/nbtree/index_page.hpp"
#include "sim/postgresql/nbtree/key.hpp"
#include "sim/postgresql/relation.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

class BulkBuild {
 public:
  /// Builds into `index`, which must be empty.
  BulkBuild(const KeyDescriptor& key, int fillfactor_percent, std::size_t page_size_bytes, Relation& index,
            WriteAheadLog& log);

  /// The next leaf tuple, in order.
  void add(std::span<const std::byte> tuple);

  /// Finishes the rightmost page of every level and writes the metapage.
  void finish();

 private:
  /// The page of one level that is being filled. Until it is finished, the line pointer of a high key is kept
  /// free.
  struct Level {
    BlockNumber block = 0;
    OffsetNumber last = high_key_offset;  ///< offset of the item added last
    std::size_t last_posting_bytes = 0;   ///< of that item
    std::vector<std::byte> low_key;       ///< what the parent will get for this page
  };

  void add(std::size_t level, std::span<const std::byte> tuple);
  bool is_full(const Level& level, bool leaf, std::size_t tuple_size_bytes) const;
  void start_level();
  BlockNumber new_page(std::size_t level);
  void finish_page(std::size_t level);
  void bound_by_last_item(Page& page, Level& level, bool leaf);
  void link_into_parent(std::size_t level);
  void write(BlockNumber block);
  void flush();

  const KeyDescriptor& key_;
  Relation& index_;
  WriteAheadLog& log_;
  std::size_t page_size_bytes_;
  std::size_t leaf_target_free_bytes_;
  std::size_t internal_target_free_bytes_;
  std::vector<Level> levels_;
  std::vector<BlockNumber> pending_;  ///< written, but not yet logged
};

}  // namespace keycost::postgresql
