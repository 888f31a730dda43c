// A PostgreSQL server with one table: runs a scenario's steps and reports on them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/engine.hpp"
#include "sim/postgresql/buffercache.hpp"
#include "sim/postgresql/buffers.hpp"
#include "sim/postgresql/checkpointer.hpp"
#include "sim/postgresql/heap/heap.hpp"
#include "sim/postgresql/heap/heap_tuple.hpp"
#include "sim/postgresql/nbtree/btree.hpp"
#include "sim/postgresql/sequence.hpp"
#include "sim/postgresql/server_totals.hpp"
#include "sim/postgresql/transactions.hpp"
#include "sim/postgresql/wal/log.hpp"

namespace keycost::postgresql {

class Server {
 public:
  /// The table and its indexes as CREATE TABLE leaves them, in a warm session.
  /// `rows_per_second`: how fast time passes with the rows; 0 for not at all.
  /// `observer`: who is told of everything from now on, if anybody.
  Server(const Settings& settings, const TableDefinition& table, double rows_per_second,
         Observer* observer = nullptr);
  Server(const Server&) = delete;  // parts of it point to each other
  Server& operator=(const Server&) = delete;

  /// INSERT … SELECT of the next `rows` rows of `source` (all that are left for all_remaining_rows),
  /// committed every `commit_every` rows (0: once, at the end), or rolled back. Returns how many rows there
  /// were.
  std::uint64_t insert(RowSource& source, const InsertStep& step, const RunOptions& options);
  /// COPY FROM of the next `rows` rows: in batches, and in one transaction.
  std::uint64_t copy(RowSource& source, std::uint64_t rows, const RunOptions& options);
  void checkpoint();
  /// CREATE INDEX: reads the table, then builds the index from it.
  void create_index(const IndexDefinition& index, const RunOptions& options);
  /// REINDEX TABLE: builds every index anew.
  void rebuild(const RunOptions& options);

  /// The server ends and starts again.
  void restart(const RestartStep& step);
  /// pg_prewarm of the table and of each index.
  void prewarm();

  ServerTotals totals() const;
  /// That the steps have given so far, whatever became of them.
  std::uint64_t rows() const { return rows_; }

  /// Who can be charged with a cost once `scenario` has run: the heap, each index, each sequence, and what is
  /// about no relation.
  std::size_t page_size_bytes() const { return buffers_.page_size_bytes(); }
  static std::vector<std::string> relation_names(const Scenario& scenario, std::size_t table);

  HeapState heap_state() const;
  std::vector<std::pair<std::string, IndexState>> index_states() const;
  std::vector<RelationPages> pages(const RunOptions& options);
  RelationPages buffers();

  // For observers: what there is, as it is at this moment.

  /// A fork of one of the table's relations. `tree`: of an index.
  struct NamedRelation {
    std::string name;       ///< as the server calls it
    std::string_view fork;  ///< "main" or "fsm"
    const Relation* pages;
    const Btree* tree = nullptr;
  };
  /// The heap and its free space map, the indexes in order of creation, the sequences.
  std::vector<NamedRelation> relations() const;
  const TableDefinition& table() const { return table_; }
  const std::vector<Attribute>& attributes() const { return attributes_; }
  const BufferManager& buffer_manager() const { return buffers_; }
  const WriteAheadLog& log() const { return log_; }

  /// Throws InvariantBroken if an index is not whole. O(size of the indexes).
  void check() const;

 private:
  struct Index {
    std::string name;
    std::unique_ptr<Btree> tree;
    std::vector<std::size_t> key_columns;
    bool is_arbiter = false;  ///< decides whether a row is in conflict, in the step that runs
  };

  void insert_batch(const std::vector<ColumnBatch>& columns, std::size_t rows, const InsertStep& step);
  bool insert_row(const std::vector<ColumnBatch>& columns, std::size_t row, const InsertStep& step);
  bool has_conflict(const std::vector<ColumnBatch>& columns, std::size_t row) const;
  void choose_arbiters(const InsertStep& step);
  void end_transaction(const InsertStep& step);
  void refuse_if_too_wide(std::size_t tuple_size_bytes, std::uint64_t row_number) const;
  void copy_batch(const std::vector<ColumnBatch>& columns, BulkInsertState& bulk);
  void insert_into_indexes(const std::vector<ColumnBatch>& columns, std::size_t row, TupleId id,
                           std::uint64_t row_number);
  std::vector<std::pair<std::string, Cost>> costs_by_relation() const;
  void start_session();
  void forget_cached();
  void add_index(const IndexDefinition& index);
  std::unique_ptr<Relation> build(const Index& index, const RunOptions& options);
  void log_empty_index();
  std::vector<NamedFork> forks();
  void number_file(Relation& relation) { relation.set_file_number(main_fork_of(++file_numbers_)); }

  BufferManager buffers_;
  WriteAheadLog log_;
  Checkpointer checkpointer_;
  Transactions transactions_;
  TableDefinition table_;
  std::vector<Attribute> attributes_;  ///< of the table's columns
  bool has_variable_width_ = false;
  HeapTupleBuilder tuple_builder_;
  Heap heap_;
  std::vector<std::unique_ptr<Sequence>> sequences_;  ///< of the identity columns, in column order
  std::vector<Index> indexes_;      ///< in order of creation, which is the order of insertion
  Cost toast_cost_;                 ///< of the index of the table's out-of-line storage
  std::uint64_t file_numbers_ = 0;  ///< given out so far
  std::uint64_t rows_ = 0;
  std::uint64_t conflicts_ = 0;
  std::uint64_t rolled_back_ = 0;
  std::uint64_t rows_in_transaction_ = 0;      ///< given
  std::uint64_t inserted_in_transaction_ = 0;  ///< of them
  std::uint64_t transactions_in_step_ = 0;
  std::uint32_t speculative_token_ = 0;  ///< of the last speculative insertion of the session
  Observer* observer_;
};

}  // namespace keycost::postgresql
