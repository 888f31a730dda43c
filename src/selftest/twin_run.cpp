#include "src/selftest/twin_run.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "sim/error.hpp"
#include "src/execute/interrupt.hpp"

namespace keycost {

namespace {

class KeyedRows : public RowSource {
 public:
  explicit KeyedRows(const KeyedTable& table) : table_(table) {}

  std::size_t next(std::size_t rows_max, std::vector<ColumnBatch>& columns) override {
    columns[0].clear();
    const auto width = static_cast<std::size_t>(describe(table_.type).size_bytes);
    for (std::size_t i = 0; i < rows_max; ++i) {
      const std::uint64_t key = table_.key(row_++);
      std::byte* value = columns[0].extend(1);
      std::memset(value, 0, width);
      // A bigint is little-endian, a uuid sorts from its first byte on.
      for (std::size_t byte = 0; byte < 8; ++byte)
        value[table_.type == SqlType::uuid ? 7 - byte : byte] = static_cast<std::byte>(key >> 8 * byte);
    }
    return rows_max;
  }

 private:
  const KeyedTable& table_;
  std::uint64_t row_ = 0;
};

Scenario scenario_of(SqlType type, std::uint64_t rows, std::uint64_t rows_after_checkpoint) {
  TableDefinition table;
  table.name = "t";
  table.columns.push_back({"id", type, false, StreamReference{"uuidv4", {}}});
  table.indexes.push_back({"t_pkey", {{0}}, true, true, {}});
  Scenario scenario;
  scenario.engine = "postgresql-18";
  scenario.tables.push_back(std::move(table));
  InsertStep first;
  first.rows = rows;
  scenario.steps.push_back({"first", first});
  if (rows_after_checkpoint == 0) return scenario;
  InsertStep second;
  second.rows = rows_after_checkpoint;
  scenario.steps.push_back({"", CheckpointStep{}});
  scenario.steps.push_back({"second", second});
  return scenario;
}

TableRun run(const Scenario& scenario, RowSource& rows) {
  RunOptions options;
  options.keep_pages = true;
  options.progress = [](std::uint64_t) { stop_if_interrupted(); };
  return find_engine(scenario.engine)->run(scenario, scenario.tables[0], rows, options);
}

}  // namespace

TableRun run_twin(const KeyedTable& table, std::uint64_t rows, std::uint64_t rows_after_checkpoint) {
  KeyedRows source(table);
  return run(scenario_of(table.type, rows, rows_after_checkpoint), source);
}

TableRun run_random_uuids(std::uint64_t seed, std::uint64_t rows, std::uint64_t rows_after_checkpoint) {
  Scenario scenario = scenario_of(SqlType::uuid, rows, rows_after_checkpoint);
  scenario.seed = seed;
  const auto source = make_stream_rows(scenario, 0, seed);
  return run(scenario, *source);
}

const IndexState& index_after(const TableRun& run, std::size_t step) {
  return run.result.steps.at(step).indexes.at(0).second;
}

std::vector<LeafPage> leaf_pages(const TableRun& run) {
  const auto index = std::find_if(run.pages.begin(), run.pages.end(),
                                  [](const RelationPages& pages) { return pages.name == "t_pkey"; });
  require(index != run.pages.end(), "an index's pages are kept when asked for");
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(index->columns, name) - index->columns.begin());
  };
  const std::size_t level = column("btpo_level");
  const std::size_t items = column("live_items");
  const std::size_t next = column("btpo_next");
  std::vector<LeafPage> leaves;
  for (const std::vector<std::string>& line : index->lines) {
    if (line[level] != "0") continue;
    LeafPage leaf;
    leaf.is_rightmost = line[next] == "0";
    std::from_chars(line[items].data(), line[items].data() + line[items].size(), leaf.keys);
    if (!leaf.is_rightmost) --leaf.keys;
    leaves.push_back(leaf);
  }
  return leaves;
}

theory::PostgresqlLeaf leaf_of(SqlType type) {
  const std::size_t entry =
      theory::postgresql_entry_bytes(static_cast<std::size_t>(describe(type).size_bytes));
  return *theory::postgresql_leaf(entry, entry);
}

}  // namespace keycost
