// A scenario as values: what is built, what is done to it. The program decodes these from JSON; nothing here
// knows of files, and everything has been checked against the declarations before a simulation starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/declaration.hpp"
#include "sim/sql_type.hpp"

namespace keycost {

struct StreamReference {
  std::string stream;  ///< a name of key_streams()
  Options options;
};

struct ColumnDefinition {
  std::string name;
  SqlType type = SqlType::bigint;
  bool nullable = false;
  std::optional<StreamReference> values;  ///< absent when the table's rows are read from a file
  TypeModifiers modifiers = {};           ///< of the type: varchar(20)
};

struct IndexColumn {
  std::size_t column = 0;  ///< position in the table's columns
  bool descending = false;
  bool nulls_first = false;
};

struct IndexDefinition {
  std::string name;
  std::vector<IndexColumn> columns;
  bool unique = false;
  bool primary = false;
  Options options;                         ///< of index_options() of the engine
  std::vector<std::size_t> included = {};  ///< INCLUDE: carried on leaves, no part of the key
};

struct TableDefinition {
  std::string name;
  std::vector<ColumnDefinition> columns;
  std::vector<IndexDefinition> indexes;  ///< the primary key first, then in order of creation
  bool rows_from_file = false;
  Options options;                      ///< of table_options() of the engine
  std::optional<Options> arrival = {};  ///< of arrival_options(); absent: each stream has its own clock
};

inline constexpr std::uint64_t all_remaining_rows = ~std::uint64_t{0};

/// INSERT … ON CONFLICT DO NOTHING: a row whose key is there already is left out.
struct OnConflictDoNothing {
  std::vector<std::string> target;  ///< the columns of the unique index that decides; empty: any of them
};

/// A column that takes its values from another stream from a step on.
struct ColumnSwitch {
  std::size_t column = 0;  ///< position in the table's columns
  StreamReference values;
};

/// For each of Scenario::tables, in their order; empty if no table's columns are switched. A stream that a
/// step switches to starts with the first row of that step's first execution and goes on where it was in the
/// next. Its options may give it a clock of its own, also in a table with an arrival.
using StepValues = std::vector<std::vector<ColumnSwitch>>;

/// One statement that inserts `rows` rows (or several, `commit_every` rows each).
struct InsertStep {
  std::uint64_t rows = 0;            ///< or all_remaining_rows
  std::uint64_t commit_every = 0;    ///< rows a transaction; 0: the whole step is one
  bool new_session = false;          ///< run it in a session that has not touched the table before
  std::uint64_t rollback_every = 0;  ///< every so many transactions one rolls back; 0: none does
  std::optional<OnConflictDoNothing> on_conflict = {};
  StepValues values = {};  ///< streams that columns take from this step on
};

/// COPY FROM of `rows` rows.
struct CopyStep {
  std::uint64_t rows = 0;  ///< or all_remaining_rows
  StepValues values = {};  ///< streams that columns take from this step on
};

struct CheckpointStep {};

/// CREATE INDEX. Columns stand at different places in different tables, so each table has its own definition.
struct CreateIndexStep {
  std::vector<IndexDefinition> indexes;  ///< one for each of Scenario::tables, in their order
};

/// REINDEX TABLE, or OPTIMIZE TABLE.
struct RebuildStep {};

/// The server ends and starts again: its buffers are empty, its sessions new.
struct RestartStep {
  std::string buffers;  ///< what other relations hold of the pool then, in the engine's notation; "": nothing
};

/// Reads the table and its indexes into the buffers, as far as they go.
struct PrewarmStep {};

/// Which rows a read step reads.
enum class RowsRead {
  latest,  ///< those that came last
  random,  ///< any, each once, all alike likely
  period,  ///< that came one after the other
};

/// Reads rows by their primary key. Nothing changes, not even what is in memory: it tells which pages hold
/// them.
struct ReadStep {
  RowsRead which = RowsRead::latest;
  std::uint64_t rows = 0;
  std::uint64_t from_row = 1;  ///< of a period: its first row, counted from 1
};

struct Step;

struct RepeatStep {
  std::uint64_t times = 1;
  std::vector<Step> steps;
};

struct Step {
  std::string name;  ///< empty: not reported
  std::variant<InsertStep, CopyStep, CheckpointStep, CreateIndexStep, RebuildStep, RestartStep, PrewarmStep,
               ReadStep, RepeatStep>
      action;
};

inline constexpr std::int64_t concurrent_writers_max = 100'000;

struct Scenario {
  std::string engine;  ///< a name of engines()
  std::uint64_t seed = 1;
  Options settings;            ///< of the engine's settings
  double rows_per_second = 0;  ///< at which rows arrive, for costs a day; 0: not told
  std::uint64_t concurrent_writers =
      0;  ///< whose inserts are at work together; 0: it is not asked where they meet
  std::vector<TableDefinition> tables;
  std::vector<Step> steps;
};

/// Rows that all insert steps together ask of each table, repeats included; `all_remaining_rows` if a step
/// asks for all. Saturates instead of overflowing.
std::uint64_t rows_asked_for(const std::vector<Step>& steps);

}  // namespace keycost
