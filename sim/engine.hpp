// The engines that a scenario can name, and the one function that runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/accepted_type.hpp"
#include "sim/character_set.hpp"
#include "sim/declaration.hpp"
#include "sim/metrics.hpp"
#include "sim/result.hpp"
#include "sim/rows/row_source.hpp"
#include "sim/scenario.hpp"
#include "sim/theory/random_key_tree.hpp"

namespace keycost {

namespace postgresql {
class Observer;
}
namespace innodb {
class Observer;
}

/// What one table's simulation is asked to keep and to whom it reports. Nothing here changes a result.
struct RunOptions {
  bool keep_pages = false;        ///< fill TableRun::pages with every page's line
  bool keep_page_images = false;  ///< and with every page's bytes
  std::function<void(std::uint64_t rows)>
      progress;  ///< called now and then with the rows inserted so far; may throw to stop
  /// Told of every event of a run of PostgreSQL's engine, or of InnoDB's; nullptr: nobody is.
  postgresql::Observer* postgresql_observer = nullptr;
  innodb::Observer* innodb_observer = nullptr;
  /// Whether the engine may take a shortcut that is proven to give the same result.
  bool may_be_fast = true;
  /// How many pieces of work can be done at the same time, and by what: does work(0) … work(count − 1).
  std::size_t threads = 1;
  std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)> parallel;
};

struct TableRun {
  TableResult result;
  std::vector<RelationPages> pages;
  RelationPages buffers =
      {};  ///< what the pool holds, a line a buffer, if pages are kept and the engine says so
};

struct EngineDescription {
  std::string_view name;
  std::string_view summary;
  const MetricSet& (*metrics)();
  std::string (*primary_key_name)(std::string_view table);  ///< what the engine calls a primary key's index
  /// Who can be charged with a part of a step's costs once the scenario's table has been through all steps:
  /// the names of StepResult::by_relation. nullptr: the engine does not tell.
  std::vector<std::string> (*relation_names)(const Scenario& scenario, std::size_t table);
  std::span<const Declaration> settings;
  std::span<const Declaration> table_options;
  std::span<const Declaration> index_options;
  std::span<const AcceptedType> types;  ///< that columns can have
  std::span<const CharacterSet>
      character_sets;  ///< that text columns can have, the default first; none: there is but one, UTF-8
  /// Why the engine cannot run this table ("text in a key is not modelled yet"), or nothing.
  std::optional<std::string> (*refusal)(const Scenario& scenario, const TableDefinition& table);
  /// Bytes of memory that `rows` rows of this table need at most. An upper estimate.
  std::uint64_t (*memory_bytes)(const Scenario& scenario, const TableDefinition& table, std::uint64_t rows);
  /// Pure: the same scenario, table and rows give the same run. O(rows · log rows) time.
  /// Throws RowRefused (a duplicate key, a row too wide), InvariantBroken, and whatever `rows` throws.
  TableRun (*run)(const Scenario& scenario, const TableDefinition& table, RowSource& rows,
                  const RunOptions& options);
  bool models_conflicts_and_rollbacks = false;  ///< on_conflict and rollback_every of an insert step
  bool has_page_images = false;  ///< fills RelationPages::image, every byte as on the server's page
  bool can_be_read = false;      ///< read steps and concurrent_writers: the engine's pages can be looked at
  /// An index whose first column's values come in random order, no two alike, all as wide as in `first_row`
  /// (one batch for each of the table's columns). Nothing where entries may differ in width. nullptr: the
  /// theory does not know the engine's rules.
  std::unique_ptr<theory::RandomKeyTree> (*random_key_tree)(const Scenario& scenario,
                                                            const TableDefinition& table,
                                                            const IndexDefinition& index,
                                                            std::span<const ColumnBatch> first_row) = nullptr;
};

/// Every engine. The one table to add a line to.
std::span<const EngineDescription* const> engines();
const EngineDescription* find_engine(std::string_view name);

/// What results of this engine hold. `engine` is a name of engines().
const MetricSet& metrics_of(std::string_view engine);

/// Each engine's metrics once, with the names of the engines that share them: "mariadb-10.11, mysql-8.0".
struct EngineMetrics {
  std::string engines;
  const MetricSet* metrics;
};
std::vector<EngineMetrics> metrics_of_all_engines();

/// Rows minted by the table's key streams, as its arrival and the steps that switch streams have it, under
/// `seed`. `table` is a position in Scenario::tables. The scenario must outlive the rows.
std::unique_ptr<RowSource> make_stream_rows(const Scenario& scenario, std::size_t table, std::uint64_t seed);
/// Of a table alone, whose streams no step switches.
std::unique_ptr<RowSource> make_stream_rows(const TableDefinition& table, std::uint64_t seed);

/// Rows that the table's streams can supply before one of them is exhausted, and which column's that is.
struct StreamLimit {
  std::uint64_t rows_max;
  std::size_t column;
  std::string stream;
};
StreamLimit stream_limit(const Scenario& scenario, std::size_t table, std::uint64_t seed);
StreamLimit stream_limit(const TableDefinition& table, std::uint64_t seed);

}  // namespace keycost
