// Building an index from sorted records, level by level at once: ALTER TABLE, OPTIMIZE TABLE, CREATE INDEX.
// Source: storage/innobase/btr/btr0bulk.cc (MySQL 8.0: btr0load.cc).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sim/innodb/btree.hpp"

namespace keycost::innodb {

/// What a page is left with, by innodb_fill_factor.
std::size_t bulk_load_reserved_bytes(bool is_clustered, int fill_factor_percent);

class BulkLoad {
 public:
  /// `tree` must be empty and stay alive. `fill_factor_percent` is innodb_fill_factor.
  BulkLoad(Btree& tree, int fill_factor_percent);

  /// The next leaf record; records come in key order.
  void insert(const NewRecord& record) { insert(record, 0); }
  /// Finishes the pages begun as far as they are, and commits what has been done to them (BtrBulk::release).
  void release();
  /// Moves the uppermost page's records to the root.
  void finish();

 private:
  struct Level {
    Page* page = nullptr;
    std::size_t free_bytes = free_space_of_empty_page_bytes;
    std::unique_ptr<MiniTransaction> mtr;  ///< everything that is done to the page
  };

  void insert(const NewRecord& record, std::size_t level);
  bool has_room(const Level& level, std::size_t record_size_bytes) const;
  void start_page(std::size_t level);
  void commit_page(Level& level, Level* next);
  void insert_node_pointer(const Page& page);
  void finish_page(Page& page, MiniTransaction& mtr) const;

  Btree& tree_;
  std::size_t reserved_bytes_;
  std::vector<Level> levels_;
};

}  // namespace keycost::innodb
