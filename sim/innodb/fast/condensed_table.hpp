// A table of one index whose leaves are kept as keys alone: the rest of a server's work for each row.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/engine.hpp"
#include "sim/innodb/btree.hpp"
#include "sim/innodb/undo.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::innodb::fast {

/// The table cannot go on like this: a page would have to leave the pool.
struct NotCondensed {};

/// What a server has and a condensed table works with. `charge_index` and `charge_undo` charge what has been
/// spent since the last of such calls.
struct ServerParts {
  Btree& tree;
  UndoLog& undo;
  RedoLog& log;
  std::function<void()> charge_index;
  std::function<void()> charge_undo;
};

/// The primary key, and where its values come from.
struct CondensedKey {
  ColumnDefinition column;
  std::size_t size_bytes = 0;  ///< as it is stored
  bool is_short = false;       ///< only its first 8 bytes are looked at
  bool is_auto_increment = false;
  std::function<std::unique_ptr<KeyColumn>()> open;
  std::uint64_t rows = 0;         ///< that will ever come
  std::uint64_t rows_before = 0;  ///< that are in the table already
};

class CondensedTable {
 public:
  virtual ~CondensedTable() = default;

  /// The next rows of the column, as part of the transaction that is going on. Throws KeysEqual,
  /// NotCondensed.
  virtual void insert(std::uint64_t rows) = 0;
  /// What has been left for later: before anybody asks how large the log is. Throws KeysEqual.
  virtual void settle() = 0;
  /// Every leaf's line in key order, as page_lines() has it of a page.
  virtual std::vector<std::vector<std::string>> leaf_lines() const = 0;
  /// Throws InvariantBroken. `rows`: that must be there.
  virtual void check(std::uint64_t rows) const = 0;
};

/// `parts.tree`'s leaves are taken from it; it has a level above them.
std::unique_ptr<CondensedTable> condense(const ServerParts& parts, const CondensedKey& key);

}  // namespace keycost::innodb::fast
