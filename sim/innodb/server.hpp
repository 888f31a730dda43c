// A server with one table: runs a scenario's steps and reports on them.
#pragma once

#include <cstdint>
#include <memory>
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

namespace keycost::innodb {

class Server {
 public:
  /// The table and its indexes as CREATE TABLE leaves them.
  /// Time passes at `rows_per_second`; 0: it does not. `observer`: who is told of everything from now on, if
  /// anybody.
  Server(const ServerRules& rules, const Settings& settings, const TableDefinition& table,
         double rows_per_second = 0, Observer* observer = nullptr);
  Server(const Server&) = delete;  // parts of it point to each other
  Server& operator=(const Server&) = delete;

  /// INSERT of the next `rows` rows of `source` (all that are left for all_remaining_rows). How many rows a
  /// statement or transaction has changes no page, but a transaction (of `commit_every` rows; 0: of all) is
  /// logged. Returns how many rows there were.
  std::uint64_t insert(RowSource& source, std::uint64_t rows, std::uint64_t commit_every,
                       const RunOptions& options);
  /// ALTER TABLE … ADD INDEX: reads the table, sorts the entries, builds the index.
  void create_index(const IndexDefinition& index, const RunOptions& options);
  /// OPTIMIZE TABLE: builds the table anew in a new file.
  void rebuild(const RunOptions& options);

  std::uint64_t rows() const { return rows_; }
  /// Everything that is dirty is written.
  void checkpoint() { pool_.checkpoint(); }
  /// A shutdown, which writes what is dirty, and a start.
  void restart() { pool_.restart(); }
  /// SELECTs that read every page of the table, index by index.
  void prewarm();
  RedoUsage redo_usage() const { return {log_.lsn()}; }
  const BufferUsage& buffer_usage() const { return pool_.usage(); }
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
  };
  /// A row's values as they are stored, and the records made of them.
  struct RowBuffer {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends;
    std::vector<StoredValue> fields;
    std::vector<std::byte> record;
  };

  Index make_index(const std::string& name, const IndexFields& fields, Tablespace& space);
  std::vector<Index> make_indexes(Tablespace& space);
  void insert_row(const std::vector<ColumnBatch>& columns, std::size_t row);
  void commit();
  void store_row(const std::vector<ColumnBatch>& columns, std::size_t row);
  void store_value(std::size_t column, std::span<const std::byte> payload);
  NewRecord build_record(const Index& index, const std::vector<ColumnBatch>& columns, std::size_t row);
  void refuse_if_too_wide(const NewRecord& record) const;
  void copy_clustered(const Btree& from, Btree& to, const RunOptions& options) const;
  void build_secondaries(std::vector<Index>& indexes, const RunOptions& options) const;
  bool fits_sort_buffer(const Index& index) const;
  void build_secondary(const Index& clustered, Index& index, const RunOptions& options) const;

  const ServerRules& rules_;
  Settings settings_;
  TableDefinition table_;
  std::vector<StoredColumn> columns_;
  double rows_per_second_;
  BufferPool pool_;
  RedoLog log_;
  UndoLog undo_;
  std::unique_ptr<Tablespace> space_;
  std::uint32_t space_id_;
  std::vector<Index> indexes_;  ///< the clustered one first, then in order of creation
  RowBuffer row_;
  std::uint64_t rows_ = 0;
  std::uint64_t rows_uncommitted_ = 0;
};

}  // namespace keycost::innodb
