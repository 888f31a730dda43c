// An InnoDB index of fixed-width rows alone in a tablespace, for tests of its insert path: rows are an
// unsigned key in the first bytes of a fixed width, and filler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/innodb/btree.hpp"
#include "sim/innodb/page.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/innodb/tablespace.hpp"

namespace keycost::test {

struct RowShape {
  std::size_t key_bytes = 16;
  std::size_t record_bytes = 69;  ///< header and key included
  bool is_clustered = true;
};

innodb::RecordFormat fixed_format(const RowShape& shape);

/// A leaf record with that key; the object must outlive `record()`.
class FixedRow {
 public:
  FixedRow(const RowShape& shape, std::uint64_t key);
  innodb::NewRecord record() const;

 private:
  std::vector<std::byte> bytes_;
};

class TestTree {
 public:
  explicit TestTree(const RowShape& shape = {},
                    const innodb::ServerRules& rules = innodb::mariadb_10_11_rules);

  void insert(std::uint64_t key);
  /// Throws unless tree and tablespace are whole.
  void check() const;
  const innodb::Btree& tree() const { return tree_; }
  innodb::Btree& tree() { return tree_; }
  const innodb::Tablespace& space() const { return *space_; }
  std::uint32_t reserved_pages() const;
  /// Records of each leaf, from left to right.
  std::vector<std::size_t> leaf_records() const;
  const RowShape& shape() const { return shape_; }

 private:
  RowShape shape_;
  innodb::BufferPool pool_;
  innodb::RedoLog log_;
  std::unique_ptr<innodb::Tablespace> space_;
  innodb::Btree tree_;
};

}  // namespace keycost::test
