// A server with one table: runs a scenario's steps and reports on them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine.hpp"
#include "sim/innodb/btree.hpp"
#include "sim/innodb/redo.hpp"
#include "sim/innodb/server_rules.hpp"
#include "sim/innodb/settings.hpp"
#include "sim/innodb/stored_column.hpp"
#include "sim/innodb/table_indexes.hpp"
#include "sim/innodb/tablespace.hpp"
#include "sim/innodb/undo.hpp"
#include "sim/rows/key_column.hpp"

namespace keycost::innodb {

/// Who pays what no index pays for: names in StepResult::by_relation.
namespace charged {
inline constexpr const char* undo = "undo";              ///< a transaction's undo log, its commit
inline constexpr const char* file = "file";              ///< a file's own pages as it is made
inline constexpr const char* checkpoint = "checkpoint";  ///< pages that a checkpoint or restart writes
}  // namespace charged

/// How many indexes a young server has: their numbers take one byte.
inline constexpr std::uint64_t young_server_indexes = 24;

namespace fast {
class CondensedTable;
}

class Server {
 public:
  /// The table and its indexes as CREATE TABLE leaves them.
  /// Time passes at `rows_per_second`; 0: it does not. `observer`: who is told of everything from now on, if
  /// anybody.
  Server(const ServerRules& rules, const Settings& settings, const TableDefinition& table,
         double rows_per_second = 0, Observer* observer = nullptr);
  Server(const Server&) = delete;  // parts of it point to each other
  Server& operator=(const Server&) = delete;
  ~Server();

  /// INSERT of the next `rows` rows of `source` (all that are left for all_remaining_rows). How many rows a
  /// statement or transaction has changes no page, but a transaction (of `commit_every` rows; 0: of all) is
  /// logged. Returns how many rows there were.
  std::uint64_t insert(RowSource& source, std::uint64_t rows, std::uint64_t commit_every,
                       const RunOptions& options);
  /// From the moment on when the clustered index has a level above its leaves, those are kept as keys alone
  /// and rows come from the columns that `open_keys` opens, which give the primary key's values: `rows` at
  /// most. What finds then that it cannot be done throws fast::KeysEqual, KeysNotShort or fast::NotCondensed.
  /// See fast/README.md.
  void condense_leaves(std::function<std::unique_ptr<KeyColumn>()> open_keys, std::uint64_t rows,
                       bool key_is_short);
  /// ALTER TABLE … ADD INDEX: reads the table, sorts the entries, builds the index.
  void create_index(const IndexDefinition& index, const RunOptions& options);
  /// OPTIMIZE TABLE: builds the table anew in a new file.
  void rebuild(const RunOptions& options);

  std::uint64_t rows() const { return rows_; }
  /// Everything that is dirty is written.
  void checkpoint();
  /// A shutdown, which writes what is dirty, and a start.
  void restart();
  /// SELECTs that read every page of the table, index by index.
  void prewarm();
  /// Since the server was started.
  Cost spent() const { return {{}, {log_.lsn()}, pool_.usage()}; }
  /// The same by who caused it, in the order of relation_names(); it adds up to what has been spent since the
  /// table was created.
  std::vector<std::pair<std::string, Cost>> costs_by_relation() const;
  static std::vector<std::string> relation_names(const Scenario& scenario, std::size_t table);
  FileState file_state() const;
  std::vector<std::pair<std::string, IndexState>> index_states() const;
  std::vector<RelationPages> pages() const;

  // For observers: what there is, as it is at this moment.

  struct NamedIndex {
    std::string name;
    const Btree* tree;
  };
  /// The clustered index first, then in order of creation.
  std::vector<NamedIndex> indexes() const;
  const TableDefinition& table() const { return table_; }
  const Tablespace& tablespace() const { return *space_; }

  /// Throws InvariantBroken if an index or the tablespace is not whole. O(size of the table).
  void check() const;

 private:
  struct Index {
    std::string name;
    std::vector<FieldSource> sources;
    std::unique_ptr<Btree> tree;
    SplitCounts splits_before_rebuild = {};
    Cost cost = {};
  };
  /// A row's values as they are stored, and the records made of them.
  struct RowBuffer {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends;
    std::vector<StoredValue> fields;
    std::vector<std::byte> record;
    std::size_t origin = 0;  ///< of the record, in its bytes
  };

  std::uint64_t insert_condensed(std::uint64_t rows, std::uint64_t commit_every, const RunOptions& options);
  bool is_to_be_condensed() const;
  Index make_index(const std::string& name, const IndexFields& fields, Tablespace& space);
  std::unique_ptr<Tablespace> make_space(std::uint32_t space_id);
  std::vector<Index> make_indexes(Tablespace& space);
  void insert_row(const std::vector<ColumnBatch>& columns, std::size_t row);
  void commit();
  void store_row(const std::vector<ColumnBatch>& columns, std::size_t row);
  void store_value(std::size_t column, std::span<const std::byte> payload);
  NewRecord build_record(const Index& index, const std::vector<ColumnBatch>& columns, std::size_t row);
  void charge(Cost& payer);
  void write_system_columns(const RecordFormat& format, RollPointer roll_pointer);
  std::uint64_t auto_increment_value() const;
  void refuse_if_too_wide(const NewRecord& record) const;
  void copy_clustered(const Btree& from, Index& to, const RunOptions& options);
  void build_secondaries(std::vector<Index>& indexes, const RunOptions& options);
  const Index& index_called(const std::string& name) const;
  std::size_t smallest_entry_bytes(const Index& index) const;
  bool fits_sort_buffer(const Index& index) const;
  void build_secondary(const Index& clustered, Index& index, const RunOptions& options);

  const ServerRules& rules_;
  Settings settings_;
  TableDefinition table_;
  std::vector<StoredColumn> columns_;
  std::optional<std::size_t> auto_increment_column_;
  double rows_per_second_;
  BufferPool pool_;
  RedoLog log_;
  UndoLog undo_;
  std::uint64_t next_index_id_ = young_server_indexes;
  std::unique_ptr<Tablespace> space_;
  std::vector<Index> indexes_;  ///< the clustered one first, then in order of creation
  RowBuffer row_;
  std::function<std::unique_ptr<fast::CondensedTable>()> condense_;  ///< empty: never, or it has been done
  std::unique_ptr<fast::CondensedTable> condensed_;
  std::uint64_t condensed_rows_ = 0;  ///< that there are in all
  std::uint64_t rows_ = 0;
  std::uint64_t rows_uncommitted_ = 0;
  Cost charged_;  ///< what was spent when somebody was charged last
  Cost undo_cost_;
  Cost file_cost_;
  Cost checkpoint_cost_;
};

}  // namespace keycost::innodb
